import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { type LongPollAnswer, streamTypes } from '../../contract/resources/event.ts';
import { isBehind } from '../domain/events/is-behind.ts';
import type { Service } from '../domain/service.ts';
import { requestFault } from './request-fault.ts';
import type { Tickets } from './tickets.ts';

const query = z.object({
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
}

/**
 * The address that `OPTIONS /events` gives: it is answered when the caller's stream grows beyond the position, at once when
 * it has already, and with `reconnect` after 610 s (service-decisions A18).
 */
export function addLongPollRoute(app: FastifyInstance, { service, tickets, stopping }: LongPolling): void {
  app.get('/events/wait', async (request, reply) => {
    const parsed = query.safeParse(request.query);
    if (!parsed.success) throw requestFault('query', parsed.error);
    const { channel, stream_position: position, stream_type: streamType } = parsed.data;
    const ticket = tickets.readChannel(channel);
    // Not an error: a listener with an outdated address is to ask for a new one.
    if (!ticket) return reconnect;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const ends = AbortSignal.any([gone.signal, stopping, AbortSignal.timeout(limits.longPollSeconds * 1000)]);
    return await waitForChange(service, { userId: ticket.userId, streamType, position }, ends);
  });
}

type Listener = Parameters<typeof isBehind>[1];

/** Subscribes before it looks, so that a change between the look and the wait is not missed. */
async function waitForChange(service: Service, listener: Listener, ends: AbortSignal): Promise<LongPollAnswer> {
  const start = await startOf(service, listener);
  for (;;) {
    const subscription = service.signal.subscribe(listener.userId);
    try {
      if (await isBehind(service, start)) return newChange;
      if (ends.aborted) return reconnect;
      await Promise.race([subscription.changed, aborted(ends)]);
    } finally {
      subscription.close();
    }
  }
}
