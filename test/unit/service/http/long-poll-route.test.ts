import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { say } from '../../../../contract/rules/say.ts';
import { openSqliteStore } from '../../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { createComment } from '../../../../service/domain/notes/comments/create-comment.ts';
import { endSignInsOf } from '../../../../service/domain/people/sign-in/end-sign-ins-of.ts';
import { authenticate } from '../../../../service/domain/people/tokens/authenticate.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { digestOf } from '../../../../service/domain/people/tokens/digest.ts';
import { setUser } from '../../../../service/domain/people/users/set-user.ts';
import { Refusal } from '../../../../service/domain/refusal.ts';
import type { Caller } from '../../../../service/domain/service.ts';
import { signedTickets } from '../../../../service/http/answers/tickets.ts';
import { addLongPollRoute } from '../../../../service/http/long-poll-route.ts';
import type { MetadataStore } from '../../../../service/ports/metadata-store.ts';
import { type DomainWorld, openDomainWorld, putFile } from '../../../support/service/domain-world.ts';

let world: DomainWorld;
let app: FastifyInstance;
let ann: Caller;
let tickets: ReturnType<typeof signedTickets>;
/** By login. */
let tokens: Map<string, Promise<string>>;
let stopping: AbortController;
/** Waits that have begun and not ended, and the subscriptions of theirs. */
let open: { waits: number; subscriptions: number };
let refused: string[];
let begun: PromiseWithResolvers<void>;
let tokensAskedFor: number;
/** Runs before each read of the store. */
let beforeRead: () => Promise<void>;

beforeEach(async () => {
  world = await openDomainWorld();
  ann = await world.join('ann');
  tickets = signedTickets('key', world.service.clock);
  tokens = new Map();
  stopping = new AbortController();
  open = { waits: 0, subscriptions: 0 };
  refused = [];
  begun = Promise.withResolvers();
  beforeRead = async () => undefined;
  tokensAskedFor = 0;
  const metrics = {
    noteRefused: (budget: string) => void refused.push(budget),
    noteListener: () => {
      open.waits += 1;
      begun.resolve();
      return () => void (open.waits -= 1);
    },
  };
  const signal = {
    ...world.service.signal,
    subscribe: async (userId: string) => {
      const subscription = await world.service.signal.subscribe(userId);
      open.subscriptions += 1;
      const close = (): void => {
        open.subscriptions -= 1;
        subscription.close();
      };
      return { ...subscription, close };
    },
  };
  const store: MetadataStore = {
    ...world.service.store,
    tokenOwner: async (digest) => {
      tokensAskedFor += 1;
      return world.service.store.tokenOwner(digest);
    },
    read: async (work) => {
      await beforeRead();
      return world.service.store.read(work);
    },
  };
  app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.code(400).send({ code: error.code });
  });
  const { service } = world;
  addLongPollRoute(app, {
    service: { ...service, signal, store },
    tickets,
    authenticate: async ({ headers }) => {
      const found = await authenticate(service, digestOf(String(headers.authorization)));
      if (found.kind === 'caller') return found.caller;
      throw new Refusal('unauthorized', say`The access token provided is invalid.`);
    },
    stopping: stopping.signal,
    metrics,
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
  await world[Symbol.asyncDispose]();
});

/** A URL for the events of a person, who has one token. */
async function channelOf(caller: Caller): Promise<string> {
  const { login } = caller.user;
  const token = tokens.get(login) ?? createToken(world.service, { login });
  tokens.set(login, token);
  return encodeURIComponent(tickets.issueChannel({ token: digestOf(await token), asUser: null }));
}

/** The message of the answer, or the code of its refusal. */
async function answerOf(
  channel: string,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await app.inject({ url: `/events/wait?channel=${channel}&${query}`, headers });
  const { message, code } = answer.json<{ message?: string; code?: string }>();
  return message ?? code ?? '';
}

async function wait(caller: Caller, query = 'stream_position=now'): Promise<string> {
  return answerOf(await channelOf(caller), query);
}

/** A wait that has begun. */
async function waiting(caller: Caller, query?: string): Promise<{ readonly answer: Promise<string> }> {
  begun = Promise.withResolvers();
  const answer = wait(caller, query);
  await begun.promise;
  return { answer };
}

describe('a wait for events', () => {
  test('ends with reconnect after 610 s, and not before', async () => {
    await putFile(world.service, ann, '0', 'old.txt');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { answer } = await waiting(ann);
    vi.advanceTimersByTime(609_999);
    // It takes longer than the answer to the other would.
    expect(await wait(ann, 'stream_position=0')).toBe('new_change');
    expect(open.waits).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await answer).toBe('reconnect');
    expect([open, vi.getTimerCount()]).toEqual([{ waits: 0, subscriptions: 0 }, 0]);
  });

  test('leaves no timer and no subscription behind when a change ends it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { answer } = await waiting(ann);
    await putFile(world.service, ann, '0', 'new.txt');
    expect(await answer).toBe('new_change');
    expect([open, vi.getTimerCount()]).toEqual([{ waits: 0, subscriptions: 0 }, 0]);
  });

  test('begins at a stop no more', async () => {
    stopping.abort();
    expect(await wait(ann)).toBe('reconnect');
  });

  test('hears what its stream holds, beside a wait of the same person on another', async () => {
    const file = await putFile(world.service, ann, '0', 'noted.txt');
    const all = await waiting(ann, 'stream_position=now&stream_type=all');
    const changes = await waiting(ann, 'stream_position=now&stream_type=changes');
    await createComment(world.service, ann, { item: { type: 'file', id: file.id }, message: 'Noted.' });
    expect(await all.answer).toBe('new_change');
    expect(open.waits).toBe(1);
    await putFile(world.service, ann, '0', 'new.txt');
    expect(await changes.answer).toBe('new_change');
  });

  test.each(['admin_logs', 'admin_logs_streaming'])('is refused on the stream %s', async (type) => {
    expect(await wait(ann, `stream_type=${type}`)).toBe('invalid_parameter');
  });

  test('is nothing for an inactive account, also when it becomes inactive meanwhile', async () => {
    const { answer } = await waiting(ann);
    await setUser(world.service, 'ann', { status: 'inactive' });
    expect(await answer).toBe('reconnect');
    expect(await wait(ann, 'stream_position=0')).toBe('reconnect');
  });

  test('ends with its sign-in, and does not begin again with the same URL', async () => {
    const { answer } = await waiting(ann);
    await endSignInsOf(world.service, 'ann');
    expect([await answer, await wait(ann, 'stream_position=0')]).toEqual(['reconnect', 'reconnect']);
  });

  test('of an ended sign-in does not learn of a change, though nothing woke it when the sign-in ended', async () => {
    const { answer } = await waiting(ann);
    const elsewhere = await openSqliteStore(join(world.directory, 'metadata.sqlite'), world.service.clock);
    await elsewhere.transaction(({ tokens: writes }) => writes.deleteOfUser(ann.user.id));
    await elsewhere.close();
    await putFile(world.service, ann, '0', 'secret.txt');
    expect(await answer).toBe('reconnect');
  });

  test('goes on with a token of its own request when that of its URL has expired, and is refused without a valid one', async () => {
    const channelFor = async (lifeMs: number) => {
      const token = digestOf(await createToken(world.service, { login: 'ann', lifeMs }));
      return encodeURIComponent(tickets.issueChannel({ token, asUser: null }));
    };
    const channel = await channelFor(60_000);
    world.passTime(60_000);
    await putFile(world.service, ann, '0', 'new.txt');
    const authorization = await createToken(world.service, { login: 'ann' });
    const query = 'stream_position=0';
    expect([
      await answerOf(channel, query),
      await answerOf(channel, query, { authorization }),
      await answerOf('outdated', query, { authorization }),
      await answerOf(channel, query, { authorization: 'revoked' }),
    ]).toEqual(['reconnect', 'new_change', 'new_change', 'unauthorized']);
    // While it is valid, the token of the URL decides.
    expect(await answerOf(await channelFor(60_000), query, { authorization: 'revoked' })).toBe('new_change');
  });

  test('of an ended sign-in takes no place from its person', async () => {
    const waits = Array.from({ length: 1_024 }, () => wait(ann));
    await vi.waitFor(() => expect(open.waits).toBe(1_024));
    // As by a command in another process, which wakes nobody here.
    const elsewhere = await openSqliteStore(join(world.directory, 'metadata.sqlite'), world.service.clock);
    await endSignInsOf({ ...world.service, store: elsewhere }, 'ann');
    await elsewhere.close();
    tokens.clear();
    const next = await waiting(ann);
    expect(new Set(await Promise.all(waits))).toEqual(new Set(['reconnect']));
    expect(open.waits).toBe(1);
    await putFile(world.service, ann, '0', 'new.txt');
    expect(await next.answer).toBe('new_change');
  });

  test('as another person ends when the administrator may no longer act as them', async () => {
    const bob = await world.join('bob');
    const token = digestOf(await createToken(world.service, { login: 'ann' }));
    const channel = encodeURIComponent(tickets.issueChannel({ token, asUser: bob.user.id }));
    await putFile(world.service, bob, '0', 'old.txt');
    expect(await answerOf(channel, 'stream_position=0')).toBe('new_change');
    await setUser(world.service, 'ann', { role: 'user' });
    expect(await answerOf(channel, 'stream_position=0')).toBe('reconnect');
  });

  test('is one of at most 1,024 of its person, and each that ends makes room for one', async () => {
    const bob = await world.join('bob');
    const waits = Array.from({ length: 1_024 }, () => wait(ann));
    await vi.waitFor(() => expect(open.waits).toBe(1_024));
    expect([await wait(ann), refused]).toEqual(['rate_limit_exceeded', ['long_polls']]);
    const other = await waiting(bob);
    await putFile(world.service, ann, '0', 'new.txt');
    expect(new Set(await Promise.all(waits))).toEqual(new Set(['new_change']));
    const next = await waiting(ann);
    stopping.abort();
    expect(await Promise.all([next.answer, other.answer])).toEqual(['reconnect', 'reconnect']);
    expect(open).toEqual({ waits: 0, subscriptions: 0 });
  });

  test('of many with one token costs no more than one when a change wakes them', async () => {
    const waits = Array.from({ length: 50 }, () => wait(ann));
    await expect.poll(() => open.waits).toBe(50);
    tokensAskedFor = 0;
    await putFile(world.service, ann, '0', 'new.txt');
    expect(new Set(await Promise.all(waits))).toEqual(new Set(['new_change']));
    expect(tokensAskedFor).toBeLessThan(5);
  });

  test('ends with its client', async () => {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const channel = await channelOf(ann);
    const client = new AbortController();
    begun = Promise.withResolvers();
    const answer = fetch(`${origin}/events/wait?channel=${channel}`, { signal: client.signal });
    await begun.promise;
    client.abort();
    await expect(answer).rejects.toThrow();
    await vi.waitFor(() => expect(open).toEqual({ waits: 0, subscriptions: 0 }));
  });

  test('ends with a client that left while it was set up', async () => {
    const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    beforeRead = () => {
      asked.resolve();
      return left.promise;
    };
    app.addHook('onRequest', async (_request, reply) => void reply.raw.once('close', left.resolve));
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const channel = await channelOf(ann);
    const client = new AbortController();
    const answer = fetch(`${origin}/events/wait?channel=${channel}`, { signal: client.signal });
    await asked.promise;
    client.abort();
    await expect(answer).rejects.toThrow();
    await begun.promise;
    await vi.waitFor(() => expect(open).toEqual({ waits: 0, subscriptions: 0 }));
  });
});
