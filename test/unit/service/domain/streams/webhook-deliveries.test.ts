import { describe, expect, it } from 'vitest';
import { say } from '../../../../../contract/rules/say.ts';
import type { Service } from '../../../../../service/domain/service.ts';
import { createWebhook } from '../../../../../service/domain/streams/webhooks/create-webhook.ts';
import {
  deliverWebhook,
  dueMoment,
  leaseMs,
} from '../../../../../service/domain/streams/webhooks/deliveries/deliver-webhook.ts';
import { maxTries, pauseAfter } from '../../../../../service/domain/streams/webhooks/deliveries/retry-schedule.ts';
import { listDeliveries } from '../../../../../service/domain/streams/webhooks/get-webhook.ts';
import { updateWebhook } from '../../../../../service/domain/streams/webhooks/update-webhook.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import type { HttpMessage, HttpOutcome } from '../../../../../service/ports/http-sender.ts';
import type { TransactionScope } from '../../../../../service/ports/metadata-store.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

describe('the schedule of tries', () => {
  it('makes twelve tries within two hours, a tenth more or less', () => {
    const pauses = (chance: number) => Array.from({ length: maxTries }, (_, tries) => pauseAfter(tries + 1, chance));
    expect(maxTries).toBe(12);
    for (const chance of [0, 0.5, 1]) {
      const all = pauses(chance);
      expect(all.at(-1)).toBeNull();
      const totalMs = all.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
      expect(totalMs / 7_200_000).toBeCloseTo(0.9 + 0.2 * chance, 5);
    }
  });
});

/** A world with a webhook on a folder, whose messages a test answers. */
async function openWorld() {
  const world = await openDomainWorld({ webhookAddresses: 'any' });
  const sent: HttpMessage[] = [];
  let meanwhile = async () => {};
  let outcome: HttpOutcome = { kind: 'answered', status: 200 };
  const scopes: TransactionScope[] = [];
  const { store } = world.service;
  const recorded: Service['store']['transaction'] = (work, scope = 'enterprise') => {
    scopes.push(scope);
    return store.transaction(work, scope);
  };
  const service: Service = {
    ...world.service,
    store: { ...store, transaction: recorded },
    http: {
      ...world.service.http,
      post: async (message) => {
        sent.push(message);
        await meanwhile();
        return outcome;
      },
    },
  };
  const ann = await world.join('ann');
  const folder = await createFolder(service, ann, { parentId: '0', name: 'watched' });
  const { id } = await createWebhook(service, ann, {
    target: { kind: 'folder', id: folder.id },
    address: 'http://127.0.0.1:1/told',
    triggers: ['FOLDER.CREATED'],
  });
  const givenUp: string[] = [];
  const signal = new AbortController().signal;
  const deliver = async (holder = 'a') => {
    const now = service.clock.now();
    const claim = { holder, at: dueMoment(now), leaseUntil: now + leaseMs, limit: 10 };
    const claimed = await service.store.transaction((tx) => tx.webhooks.claim(claim), 'apart');
    for (const webhook of claimed) {
      await deliverWebhook({ service, holder, signal, onGivenUp: (one) => givenUp.push(one.id) }, webhook.id);
    }
  };
  return {
    world,
    service,
    ann,
    sent,
    scopes,
    givenUp,
    deliver,
    webhookId: id,
    answer: (next: HttpOutcome) => {
      outcome = next;
    },
    whileSending: (work: () => Promise<void>) => {
      meanwhile = work;
    },
    cause: async (name: string) => createFolder(service, ann, { parentId: folder.id, name }),
    states: async () => (await listDeliveries(service, ann, { webhookId: id, limit: 100 })).entries,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('deliveries', () => {
  it('are tried twelve times with the same body and another delivery id, and then given up for all to see', async () => {
    await using t = await openWorld();
    t.answer({ kind: 'answered', status: 503 });
    await t.cause('a');
    for (let tries = 1; tries <= maxTries; tries += 1) {
      await t.deliver();
      expect(t.sent).toHaveLength(tries);
      // Too early for the next one.
      await t.deliver();
      expect(t.sent).toHaveLength(tries);
      t.world.passTime(3_000_000);
    }
    await t.deliver();
    expect(t.sent).toHaveLength(maxTries);
    expect(new Set(t.sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(t.sent.map(({ headers }) => headers['svc-delivery-id'])).size).toBe(maxTries);
    const [state] = await t.states();
    expect(state).toMatchObject({
      status: 'given_up',
      tries: maxTries,
      last_status: 503,
      last_error: 'The receiver responded with 503.',
      last_error_sentences: [{ id: 'The receiver responded with {0}.', values: [503] }],
      next_try_at: null,
    });
    expect(t.givenUp).toEqual([state?.id]);
  });

  it('run beside every other change when they are postponed, sent and given up', async () => {
    await using t = await openWorld();
    const scopesOfDelivery = async () => {
      t.scopes.length = 0;
      await t.deliver();
      return [...new Set(t.scopes)];
    };
    t.answer({ kind: 'answered', status: 503 });
    await t.cause('a');
    expect(await scopesOfDelivery()).toEqual(['apart']);
    t.world.passTime(10_000);
    t.answer({ kind: 'answered', status: 200 });
    expect(await scopesOfDelivery()).toEqual(['apart']);
    await t.cause('b');
    await t.service.store.transaction((tx) => tx.users.update(t.ann.user.id, { status: 'inactive' }));
    expect(await scopesOfDelivery()).toEqual(['apart']);
    expect((await t.states()).map(({ status }) => status)).toEqual(['given_up', 'delivered']);
  });

  it('about a former target are not sent again when one was being sent while the target changed', async () => {
    await using t = await openWorld();
    const { service, ann, webhookId } = t;
    const other = await createFolder(service, ann, { parentId: '0', name: 'other' });
    t.answer({ kind: 'answered', status: 500 });
    t.whileSending(async () => {
      await updateWebhook(service, ann, { webhookId, target: { kind: 'folder', id: other.id } });
    });
    await t.cause('a');
    await t.deliver();
    t.world.passTime(10_000);
    await t.deliver();
    expect(t.sent).toHaveLength(1);
    expect(await t.states()).toMatchObject([{ status: 'given_up', last_error: 'The webhook has another target now.' }]);
  });

  it('continue with the others while one waits for its retry', async () => {
    await using t = await openWorld();
    t.answer({ kind: 'failed', reason: say`The connection was refused.` });
    await t.cause('a');
    await t.deliver();
    t.answer({ kind: 'answered', status: 204 });
    await t.cause('b');
    await t.deliver();
    expect((await t.states()).map(({ status, tries }) => [status, tries])).toEqual([
      ['delivered', 1],
      ['waiting', 1],
    ]);
    t.world.passTime(10_000);
    await t.deliver();
    expect((await t.states()).map(({ status, tries }) => [status, tries])).toEqual([
      ['delivered', 1],
      ['delivered', 2],
    ]);
  });

  it('give their place to others after each receiver that does not respond', async () => {
    await using t = await openWorld();
    t.answer({ kind: 'failed', reason: say`No response within ${30} s.` });
    await t.cause('a');
    await t.cause('b');
    await t.deliver();
    expect(t.sent).toHaveLength(1);
    await t.deliver();
    expect(t.sent).toHaveLength(2);
  });

  it('do not count a try that the sender ended, and are sent by the next one', async () => {
    await using t = await openWorld();
    t.answer({ kind: 'ended' });
    await t.cause('a');
    const ending = new AbortController();
    const { service } = t;
    const http = {
      ...service.http,
      post: async (): Promise<HttpOutcome> => {
        ending.abort();
        return { kind: 'ended' };
      },
    };
    const now = service.clock.now();
    await service.store.transaction((tx) =>
      tx.webhooks.claim({ holder: 'a', at: dueMoment(now), leaseUntil: now + 9, limit: 1 }),
    );
    const sender = { service: { ...service, http }, holder: 'a', signal: ending.signal, onGivenUp: () => undefined };
    await deliverWebhook(sender, t.webhookId);
    expect(await t.states()).toMatchObject([{ status: 'waiting', tries: 0 }]);
    t.answer({ kind: 'answered', status: 200 });
    await t.deliver('b');
    expect(await t.states()).toMatchObject([{ status: 'delivered', tries: 1 }]);
  });

  it('of a clock that was ahead are sent once it is right again, and so are retries of that time', async () => {
    await using t = await openWorld();
    const ahead = 3 * 24 * 3_600_000;
    t.world.passTime(ahead);
    t.answer({ kind: 'answered', status: 503 });
    await t.cause('a');
    await t.deliver();
    await t.cause('b');
    const { service } = t;
    // This sender dies with its lease.
    const now = service.clock.now();
    const lease = { holder: 'dead', at: dueMoment(now), leaseUntil: now + leaseMs, limit: 1 };
    await service.store.transaction((tx) => tx.webhooks.claim(lease), 'apart');
    t.world.passTime(-ahead);
    t.answer({ kind: 'answered', status: 200 });
    await t.deliver();
    expect((await t.states()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it.each([20_000, -20_000])('are sent once, however the clock of another sender differs: by %i ms', async (skewMs) => {
    await using t = await openWorld();
    await t.cause('a');
    t.world.passTime(60_000);
    t.whileSending(async () => {
      t.whileSending(async () => {});
      // The receiver takes three seconds, and the other sender looks for work.
      t.world.passTime(3000 + skewMs);
      await t.deliver('b');
      t.world.passTime(-skewMs);
    });
    await t.deliver();
    expect(t.sent).toHaveLength(1);
    expect(await t.states()).toMatchObject([{ status: 'delivered', tries: 1 }]);
  });

  it('are no longer sent when the creator is locked out', async () => {
    await using t = await openWorld();
    await t.cause('a');
    await t.service.store.transaction((tx) => tx.users.update(t.ann.user.id, { status: 'inactive' }));
    await t.deliver();
    expect(t.sent).toEqual([]);
    expect(await t.states()).toMatchObject([{ status: 'given_up', tries: 0, last_error: expect.any(String) }]);
  });

  it('carry the public header names beside our own unless they are switched off', async () => {
    await using t = await openWorld();
    await t.cause('a');
    await t.deliver();
    const names = Object.keys(t.sent[0]?.headers ?? {});
    expect(names.filter((name) => name.startsWith('svc-'))).toHaveLength(6);
    expect(names.filter((name) => name.startsWith('box-'))).toHaveLength(6);
  });

  it('of a change that is undone are never written', async () => {
    await using t = await openWorld();
    await t.cause('a');
    await expect(t.cause('a')).rejects.toThrow();
    expect(await t.states()).toHaveLength(1);
  });
});
