import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type LongPollAnswer, streamTypes } from '../../contract/resources/streams/event.ts';
import { limits } from '../../contract/rules/limits.ts';
import { say } from '../../contract/rules/say.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Service } from '../domain/service.ts';
import { listenerOf, type StreamListener } from '../domain/streams/events/stream-listener.ts';
import { createStreamLooks, type StreamLooks } from '../domain/streams/events/stream-looks.ts';
import type { ChannelTicket, Tickets } from './answers/tickets.ts';
import { requestFault } from './requests/request-fault.ts';
import type { Metrics } from './status/metrics.ts';

const pollQuery = z.object({
  channel: z.string(),
  stream_position: z.string().default('now'),
  stream_type: z.enum(streamTypes).optional(),
});

type PollQuery = z.output<typeof pollQuery>;

// Built once: a change wakes everyone who waits for it at the same moment.
const newChange = textOf({ version: 1, message: 'new_change' });
const reconnect = textOf({ version: 1, message: 'reconnect' });

function textOf(answer: LongPollAnswer): string {
  return JSON.stringify(answer);
}

/** Options of the route. `stopping` ends every wait, so that the service can stop. */
export interface LongPolling {
  readonly service: Service;
  readonly tickets: Tickets;
  readonly stopping: AbortSignal;
  readonly metrics: Pick<Metrics, 'noteListener' | 'noteRefused'>;
}

/** Maximum waits per user in one process: each device has one. */
const waitsAtOnce = 1_024;

/**
 * The URL that `OPTIONS /events` returns: it responds when the owner's stream grows beyond the position, at once if it already has,
 * and with `reconnect` after 610 s.
 */
export function addLongPollRoute(app: FastifyInstance, options: LongPolling): void {
  const answerTo = longPolls(options);
  app.get('/events/wait', async (request, reply) => {
    const answer = await answerTo(request, reply);
    return reply.header('content-type', 'application/json; charset=utf-8').send(answer);
  });
}

function longPolls({ service, tickets, stopping, metrics }: LongPolling) {
  const looks = createStreamLooks(service);
  const waits = new Map<string, number>();
  const open = new Set<WaitEnd>();
  // One listener for all waits: a signal searches all its listeners for the one that is removed.
  stopping.addEventListener('abort', () => open.forEach(({ come }) => come()));
  const poll = async ({ userId, streamType = 'all' }: ChannelTicket, query: PollQuery, reply: FastifyReply) => {
    const asked = { streamType: query.stream_type ?? streamType, streamPosition: query.stream_position };
    const listener = await listenerOf(service, userId, asked);
    const end = waitEnd();
    // Neither is announced again: the service may stop, and the client leave, while the wait is set up.
    if (stopping.aborted || reply.raw.closed) end.come();
    open.add(end);
    const timer = setTimeout(end.come, limits.longPollSeconds * 1000);
    reply.raw.once('close', end.come);
    const ended = metrics.noteListener();
    try {
      return await waitForChange(service, looks, listener, end);
    } finally {
      ended();
      clearTimeout(timer);
      open.delete(end);
    }
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const query = pollQuery.safeParse(request.query);
    if (!query.success) throw requestFault('query', query.error, request.query);
    const ticket = tickets.readChannel(query.data.channel);
    // Not an error: a listener with an outdated URL should get a new one.
    if (!ticket) return reconnect;
    // Also not an error for a closed account: there is nothing to wait for, and the request for a new URL is refused.
    if (!(await mayListen(service, ticket.userId))) return reconnect;
    const waiting = waits.get(ticket.userId) ?? 0;
    if (waiting >= waitsAtOnce) {
      metrics.noteRefused('long_polls');
      const message = say`You already have ${waitsAtOnce} pending waits for events. End some of them first.`;
      throw new Refusal('rate_limit_exceeded', message, { retryAfterSeconds: 60 });
    }
    // Before anything else is awaited: waits that begin together would count as one.
    waits.set(ticket.userId, waiting + 1);
    try {
      return await poll(ticket, query.data, reply);
    } finally {
      const left = (waits.get(ticket.userId) ?? 1) - 1;
      if (left === 0) waits.delete(ticket.userId);
      else waits.set(ticket.userId, left);
    }
  };
}

/** The end of a wait without a change: its time is over, its client is gone, or the service stops. */
interface WaitEnd {
  readonly ended: Promise<void>;
  readonly hasCome: () => boolean;
  readonly come: () => void;
}

function waitEnd(): WaitEnd {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasCome = false;
  const come = () => {
    hasCome = true;
    resolve();
  };
  return { ended: promise, hasCome: () => hasCome, come };
}

/** True for a user with an active account. */
async function mayListen({ store }: Service, userId: string): Promise<boolean> {
  const user = await store.read(({ users }) => users.get(userId));
  return user !== null && user.status !== 'inactive';
}

/** Subscribes before it checks, so that a change between the check and the wait is not missed. */
async function waitForChange(
  service: Service,
  looks: StreamLooks,
  listener: StreamListener,
  { ended, hasCome }: WaitEnd,
): Promise<string> {
  for (let isWoken = false; ; isWoken = true) {
    const subscription = await service.signal.subscribe(listener.userId);
    try {
      if (await looks.isBehind(listener)) return newChange;
      if (hasCome() || (isWoken && !(await mayListen(service, listener.userId)))) return reconnect;
      // The signal says only that something may have changed: check again.
      await Promise.race([subscription.changed, ended]);
    } finally {
      subscription.close();
    }
  }
}
