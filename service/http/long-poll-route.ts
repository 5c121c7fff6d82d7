import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Operation } from '../../contract/operation.ts';
import { getRealtimeServers } from '../../contract/operations/streams/events.ts';
import { type LongPollAnswer, streamTypes } from '../../contract/resources/streams/event.ts';
import { limits } from '../../contract/rules/limits.ts';
import { say } from '../../contract/rules/say.ts';
import { together } from '../domain/kernel/work/together.ts';
import { callerOfUse, type TokenUse, tokenUseOf } from '../domain/people/tokens/token-use.ts';
import { Refusal, refusedOr } from '../domain/refusal.ts';
import type { Caller, Service } from '../domain/service.ts';
import { listenerOf, type StreamListener } from '../domain/streams/events/stream-listener.ts';
import { createStreamLooks, type StreamLooks } from '../domain/streams/events/stream-looks.ts';
import type { ChannelTicket, Tickets } from './answers/tickets.ts';
import { createPendingWaits, type PendingWait } from './limits/pending-waits.ts';
import { requestFault } from './requests/request-fault.ts';
import type { Metrics } from './status/metrics.ts';

const pollQuery = z.object({
  channel: z.string(),
  stream_position: z.string().default('now'),
  stream_type: z.enum(streamTypes).optional(),
});

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
  /** The sender of a request with a token, as for the operation. */
  readonly authenticate: (request: FastifyRequest, operation: Operation) => Promise<Caller>;
  readonly stopping: AbortSignal;
  readonly metrics: Pick<Metrics, 'noteListener' | 'noteRefused'>;
}

/** Maximum waits per user in one process: each device has one. */
const waitsAtOnce = 1_024;

/**
 * The URL that `OPTIONS /events` returns: it responds when the owner's stream grows beyond the position, at once if it already has,
 * and with `reconnect` after 610 s, or when the token that it was asked for with has ended.
 */
export function addLongPollRoute(app: FastifyInstance, options: LongPolling): void {
  const answerTo = longPolls(options);
  app.get('/events/wait', async (request, reply) => {
    const answer = await answerTo(request, reply);
    return reply.header('content-type', 'application/json; charset=utf-8').send(answer);
  });
}

function longPolls(options: LongPolling) {
  const { service, tickets, stopping, metrics } = options;
  const checks = { looks: createStreamLooks(service), callerNow: sharedCallers(service) };
  const waits = createPendingWaits(waitsAtOnce, async (use) => (await checks.callerNow(use)) !== null);
  // One listener for all waits: a signal searches all its listeners for the one that is removed.
  stopping.addEventListener('abort', () => waits.endAll());
  const poll = async (
    { user, actedBy }: Caller,
    wait: PendingWait,
    asked: Parameters<typeof listenerOf>[2],
    reply: FastifyReply,
  ) => {
    const listener = await listenerOf(service, user.id, asked);
    // Neither is announced again: the service may stop, and the client leave, while the wait is set up.
    if (stopping.aborted || reply.raw.closed) wait.end();
    const timer = setTimeout(wait.end, limits.longPollSeconds * 1000);
    reply.raw.once('close', wait.end);
    const ended = metrics.noteListener();
    try {
      return await waitForChange(service, checks, { ...listener, tokenOwnerId: (actedBy ?? user).id }, wait);
    } finally {
      ended();
      clearTimeout(timer);
    }
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const query = pollQuery.safeParse(request.query);
    if (!query.success) throw requestFault('query', query.error, request.query);
    const ticket = tickets.readChannel(query.data.channel);
    const caller = await listeningCaller(options, ticket, request);
    // Not an error: a listener with an outdated URL should get a new one. Without a valid token, that request is refused.
    if (!caller) return reconnect;
    const wait = await waits.begin(caller.user.id, tokenUseOf(caller));
    if (!wait) {
      metrics.noteRefused('long_polls');
      const message = say`You already have ${waitsAtOnce} pending waits for events. End some of them first.`;
      throw new Refusal('rate_limit_exceeded', message, { retryAfterSeconds: 60 });
    }
    try {
      const streamType = query.data.stream_type ?? ticket?.streamType ?? 'all';
      return await poll(caller, wait, { streamType, streamPosition: query.data.stream_position }, reply);
    } finally {
      waits.leave(wait);
    }
  };
}

/**
 * Who waits: the caller who asked for the URL, while that token is valid. Otherwise the sender of the request, if it has a token of its own:
 * some clients keep a URL when they are told to reconnect, and refresh their token when it is refused.
 * @throws Unauthorized, and the refusals of the operation.
 */
async function listeningCaller(
  { service, authenticate }: LongPolling,
  ticket: ChannelTicket | null,
  request: FastifyRequest,
): Promise<Caller | null> {
  const caller = ticket && (await callerNow(service, ticket));
  if (caller !== null || request.headers.authorization === undefined) return caller;
  return authenticate(request, getRealtimeServers);
}

/** The caller of a token; null if it has expired or was revoked, or the administrator may no longer act as that user. */
async function callerNow(service: Service, use: TokenUse): Promise<Caller | null> {
  const found = await refusedOr(() => callerOfUse(service, use));
  return found instanceof Refusal ? null : found;
}

/**
 * `callerNow`, once for all waits with one token that a change wakes. A check never starts before all that share it have asked, as in
 * `createStreamLooks`.
 */
function sharedCallers(service: Service): (use: TokenUse) => Promise<Caller | null> {
  const gathered = new Map<string, Promise<Caller | null>>();
  return async (use) => {
    const key = JSON.stringify([use.token, use.asUser]);
    const asked =
      gathered.get(key) ??
      new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
        gathered.delete(key);
        return callerNow(service, use);
      });
    gathered.set(key, asked);
    return asked;
  };
}

interface Checks {
  readonly looks: StreamLooks;
  readonly callerNow: (use: TokenUse) => Promise<Caller | null>;
}

/** A listener of a person's stream, by a token of that person or of the administrator who acts as them. */
interface TokenListener extends StreamListener {
  readonly tokenOwnerId: string;
}

/** Subscribes before it checks, so that a change between the check and the wait is not missed. */
async function waitForChange(
  service: Service,
  { looks, callerNow: check }: Checks,
  listener: TokenListener,
  { use, ended, hasEnded }: PendingWait,
): Promise<string> {
  for (;;) {
    // The end of a sign-in is announced to the owner of its tokens.
    const woken = [...new Set([listener.userId, listener.tokenOwnerId])];
    const subscriptions = await together(woken.map(async (userId) => service.signal.subscribe(userId)));
    try {
      const [caller, isBehind] = await together([check(use), looks.isBehind(listener)]);
      // Whoever is signed out does not even learn that something changed.
      if (caller === null) return reconnect;
      if (isBehind) return newChange;
      if (hasEnded()) return reconnect;
      // The signal says only that something may have changed: check again.
      await Promise.race([...subscriptions.map(({ changed }) => changed), ended]);
    } finally {
      for (const subscription of subscriptions) subscription.close();
    }
  }
}
