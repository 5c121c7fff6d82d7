import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { type LongPollAnswer, streamTypes } from '../../contract/resources/event.ts';
import { listenerOf, type StreamListener } from '../domain/events/stream-listener.ts';
import { createStreamLooks, type StreamLooks } from '../domain/events/stream-looks.ts';
import type { Service } from '../domain/service.ts';
import { requestFault } from './request-fault.ts';
import type { Tickets } from './tickets.ts';

const pollQuery = z.object({
  channel: z.string(),
  stream_position: z.string().default('now'),
  stream_type: z.enum(streamTypes).default('all'),
});

const newChange: LongPollAnswer = { version: 1, message: 'new_change' };
const reconnect: LongPollAnswer = { version: 1, message: 'reconnect' };

/** What the route needs. `stopping` ends every wait, so that the service can stop. */
export interface LongPolling {
  readonly service: Service;
  readonly tickets: Tickets;
  readonly stopping: AbortSignal;
  /** Counts a wait; what it gives ends it. */
  readonly noteListener: () => () => void;
}

/**
 * The address that `OPTIONS /events` gives: it is answered when the owner's stream grows beyond the position, at once when
 * it has already, and with `reconnect` after 610 s (service-decisions A18).
 */
export function addLongPollRoute(
  app: FastifyInstance,
  { service, tickets, stopping, noteListener }: LongPolling,
): void {
  const looks = createStreamLooks(service);
  app.get('/events/wait', async (request, reply) => {
    const query = pollQuery.safeParse(request.query);
    if (!query.success) throw requestFault('query', query.error, request.query);
    const ticket = tickets.readChannel(query.data.channel);
    // Not an error: a listener with an outdated address is to ask for a new one.
    if (!ticket) return reconnect;
    const { stream_position: streamPosition, stream_type: streamType } = query.data;
    const listener = await listenerOf(service, ticket.userId, { streamType, streamPosition });
    const end = new AbortController();
    const finish = () => end.abort();
    const timer = setTimeout(finish, limits.longPollSeconds * 1000);
    reply.raw.once('close', finish);
    stopping.addEventListener('abort', finish);
    const ended = noteListener();
    try {
      return await waitForChange(service, looks, listener, stopping.aborted ? AbortSignal.abort() : end.signal);
    } finally {
      ended();
      clearTimeout(timer);
      stopping.removeEventListener('abort', finish);
    }
  });
}

/** Subscribes before it looks, so that a change between the look and the wait is not missed. */
async function waitForChange(
  service: Service,
  looks: StreamLooks,
  listener: StreamListener,
  end: AbortSignal,
): Promise<LongPollAnswer> {
  const ended = new Promise<void>((resolve) => end.addEventListener('abort', () => resolve(), { once: true }));
  for (;;) {
    const subscription = service.signal.subscribe(listener.userId);
    try {
      if (await looks.isBehind(listener)) return newChange;
      if (end.aborted) return reconnect;
      // The signal says only that something may have happened: look again.
      await Promise.race([subscription.changed, ended]);
    } finally {
      subscription.close();
    }
  }
}
