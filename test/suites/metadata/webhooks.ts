import { describe, expect, it } from 'vitest';
import { say } from '../../../contract/rules/say.ts';
import type {
  DeliveryRecord,
  DueMoment,
  NewMessage,
  WebhookRecord,
} from '../../../service/ports/metadata/streams/webhooks.ts';
import { folder, type MetadataStoreFixture, withAnn } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

/** A time beyond 32 bits, as times in milliseconds are. */
export const start = 1_800_000_000_000;
const creator = { createdBy: '1', appId: 'app' };

/** A webhook of Ann on a folder. */
export function webhook(id: string, changes: Partial<WebhookRecord> = {}): WebhookRecord {
  return {
    id,
    target: { kind: 'folder', id: `${id}0` },
    ...creator,
    createdAt: start,
    address: 'https://example.org/told',
    triggers: ['FILE.UPLOADED', 'FOLDER.CREATED'],
    removedAt: null,
    ...changes,
  };
}

/** A delivery that is due at `start`. */
export function delivery(id: string, webhookId: string, changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id,
    webhookId,
    trigger: 'FILE.UPLOADED',
    createdAt: start,
    status: 'waiting',
    tries: 0,
    nextTryAt: start,
    lastTryAt: null,
    lastStatus: null,
    lastError: null,
    ...changes,
  };
}

/** A message of Ann's webhooks with these deliveries. */
export function message(...deliveries: readonly DeliveryRecord[]): NewMessage {
  const content = { id: `9${deliveries[0]?.id ?? ''}`, createdBy: '1', body: '"ä":1}' };
  return { content, deliveries: deliveries.map((one) => ({ ...one, head: `{"id":${one.id},` })) };
}

/** A moment at which leases of a minute and backoffs of an hour are the longest. */
export function at(now: number): DueMoment {
  return { now, latestLease: now + 120_000, latestTry: now + 3_600_000 };
}

/** A store with Ann and some webhooks. */
export async function withWebhooks(open: Open, webhooks: readonly WebhookRecord[]): Promise<MetadataStoreFixture> {
  const fixture = await withAnn(open);
  await fixture.store.transaction(async (tx) => {
    for (const one of webhooks) await tx.webhooks.insert(one);
  });
  return fixture;
}

/** The contract of every metadata store for webhooks and their outbox. */
export function webhookSuite(open: Open): void {
  describe('webhooks', () => {
    it('returns a webhook as inserted, then as updated', async () => {
      const one = webhook('5');
      await using fixture = await withWebhooks(open, [one]);
      expect(await fixture.store.read(({ webhooks }) => webhooks.get('5'))).toEqual(one);
      const changed = { ...one, address: 'https://example.org/other', triggers: ['FILE.MOVED' as const] };
      await fixture.store.transaction((tx) => tx.webhooks.update(changed));
      expect(await fixture.store.read(({ webhooks }) => webhooks.getByTarget('50', creator))).toEqual(changed);
    });

    it('finds those on any of some targets, and not the removed ones', async () => {
      await using fixture = await withWebhooks(open, [webhook('5'), webhook('6'), webhook('7', { removedAt: start })]);
      const found = await fixture.store.read(({ webhooks }) => webhooks.listOnTargets(['50', '70', '99']));
      expect(found.map(({ id }) => id)).toEqual(['5']);
    });

    it('finds those below a folder at any depth, but neither removed ones nor those below an item that was trashed itself', async () => {
      const on = (id: string, target: string, changes = {}) =>
        webhook(id, { target: { kind: 'folder', id: target }, ...changes });
      const removed = on('9', '12', { createdBy: '3', removedAt: start });
      const webhooks = [on('4', '10'), on('5', '12'), on('6', '11'), on('7', '14'), on('8', '20'), removed];
      await using fixture = await withWebhooks(open, webhooks);
      const found = await fixture.store.transaction(async (tx) => {
        await tx.items.insert(folder('10', 'top', { trashedAt: 1, trashedBy: '1' }), 'top');
        await tx.items.insert(folder('11', 'inner', { parentId: '10' }), 'inner');
        await tx.items.insert(folder('12', 'deep', { parentId: '11' }), 'deep');
        await tx.items.insert(folder('13', 'trashed', { parentId: '11', trashedAt: 1, trashedBy: '1' }), 'trashed');
        await tx.items.insert(folder('14', 'in it', { parentId: '13' }), 'in it');
        await tx.items.insert(folder('20', 'elsewhere'), 'elsewhere');
        return tx.webhooks.listBelow('10');
      });
      expect(found.map(({ id }) => id)).toEqual(['5', '6']);
    });

    it('keeps the webhooks of people and applications apart, and lists them from where a page ended', async () => {
      const others = [webhook('8', { appId: 'other' }), webhook('9', { createdBy: '2' })];
      await using fixture = await withWebhooks(open, [webhook('5'), webhook('6'), webhook('7'), ...others]);
      await fixture.store.read(async ({ webhooks }) => {
        expect(await webhooks.count(creator)).toBe(3);
        const first = await webhooks.list(creator, { after: null, limit: 2 });
        const second = await webhooks.list(creator, { after: '6', limit: 2 });
        expect([...first, ...second].map(({ id }) => id)).toEqual(['5', '6', '7']);
      });
    });

    it('refuses a second one on a target, and takes it when the first was removed', async () => {
      await using fixture = await withWebhooks(open, [webhook('5')]);
      const second = webhook('6', { target: { kind: 'folder', id: '50' } });
      await expect(fixture.store.transaction((tx) => tx.webhooks.insert(second))).rejects.toThrow();
      await fixture.store.transaction(async (tx) => {
        await tx.webhooks.update(webhook('5', { removedAt: start }));
        await tx.webhooks.insert(second);
      });
      expect(await fixture.store.read(({ webhooks }) => webhooks.count(creator))).toBe(1);
    });
  });

  outboxSuite(open);
}

function outboxSuite(open: Open): void {
  const claim = (holder: string, now: number, limit = 10) => ({
    holder,
    at: at(now),
    leaseUntil: now + 60_000,
    limit,
  });

  describe('the outbox of webhooks', () => {
    it('is due from the time of its earliest delivery on', async () => {
      await using fixture = await withWebhooks(open, [webhook('5')]);
      const { store } = fixture;
      expect(await store.read(({ webhooks }) => webhooks.hasDue(at(start + 1)))).toBe(false);
      await store.transaction(async ({ webhooks }) => {
        await webhooks.insertMessage(message(delivery('21', '5', { nextTryAt: start + 50 })));
        await webhooks.insertMessage(message(delivery('22', '5', { nextTryAt: start + 20 })));
        await webhooks.insertMessage(message(delivery('23', '5', { nextTryAt: start + 90 })));
      });
      const due = (now: number) => store.read(({ webhooks }) => webhooks.hasDue(at(now)));
      expect([await due(start + 19), await due(start + 20)]).toEqual([false, true]);
    });

    it('leases a webhook to one sender at a time, until the lease expires or is released', async () => {
      await using fixture = await withWebhooks(open, [webhook('5')]);
      await using other = await another(fixture);
      await fixture.store.transaction(({ webhooks }) => webhooks.insertMessage(message(delivery('21', '5'))));
      const take = (store: MetadataStoreFixture['store'], holder: string, now: number) =>
        store.transaction(async ({ webhooks }) => (await webhooks.claim(claim(holder, now))).map(({ id }) => id));
      const taken = await Promise.all([take(fixture.store, 'a', start), take(other.store, 'b', start)]);
      expect(taken.flat()).toEqual(['5']);
      const holder = taken[0]?.length === 1 ? 'a' : 'b';
      expect(await take(other.store, 'c', start + 59_999)).toEqual([]);
      const renewed = (by: string) =>
        fixture.store.transaction((tx) => tx.webhooks.renew('5', { holder: by, leaseUntil: start + 90_000 }));
      expect([await renewed('c'), await renewed(holder)]).toEqual([false, true]);
      const isHeldBy = (by: string) => other.store.read(({ webhooks }) => webhooks.isHeldBy('5', by));
      expect([await isHeldBy('c'), await isHeldBy(holder)]).toEqual([false, true]);
      expect(await take(other.store, 'c', start + 89_999)).toEqual([]);
      expect(await take(other.store, 'c', start + 90_000)).toEqual(['5']);
      expect(await renewed(holder)).toBe(false);
      await fixture.store.transaction((tx) => tx.webhooks.release('5', holder, start));
      expect(await take(other.store, 'd', start + 90_001)).toEqual([]);
    });

    it('leases each of many webhooks to one of two senders that claim them at once', async () => {
      const ids = Array.from({ length: 40 }, (_, at) => `${5 + at}`);
      await using fixture = await withWebhooks(
        open,
        ids.map((id) => webhook(id)),
      );
      await using other = await another(fixture);
      await fixture.store.transaction(async ({ webhooks }) => {
        for (const id of ids) await webhooks.insertMessage(message(delivery(`1${id}`, id)));
      });
      // In the scope of the job, which locks nothing: both see all of them without a lease.
      const take = (store: MetadataStoreFixture['store'], holder: string) =>
        store.transaction(({ webhooks }) => webhooks.claim(claim(holder, start, ids.length)), 'apart');
      const taken = (await Promise.all([take(fixture.store, 'a'), take(other.store, 'b')])).flat();
      expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    });

    it('leases the longest due first, and of one creator only the share of a sender', async () => {
      const ofBob = { createdBy: '2' };
      const webhooks = [webhook('5'), webhook('6'), webhook('7'), webhook('8', ofBob)];
      await using fixture = await withWebhooks(open, webhooks);
      const { store } = fixture;
      await store.transaction(async (tx) => {
        for (const [index, id] of ['5', '6', '7', '8'].entries()) {
          await tx.webhooks.insertMessage(message(delivery(`2${id}`, id, { nextTryAt: start + index })));
        }
      });
      const now = start + 100;
      const shares = (anns: number) => ({ perCreator: 2, held: new Map([['1', anns]]) });
      const take = (anns: number) =>
        store.transaction(async (tx) =>
          (await tx.webhooks.claim({ ...claim('a', now), shares: shares(anns) })).map(({ id }) => id),
        );
      const isDue = (anns: number) => store.read((reads) => reads.webhooks.hasDue(at(now), shares(anns)));
      expect([await take(1), await isDue(2), await isDue(1)]).toEqual([['5', '8'], false, true]);
      // Released, it is due after the others.
      await store.transaction((tx) => tx.webhooks.release('5', 'a', now));
      expect(await take(0)).toEqual(['6', '7']);
    });

    it('gives the deliveries in the order in which they are due, and those of one moment in the order of the changes', async () => {
      await using fixture = await withWebhooks(open, [webhook('5'), webhook('6')]);
      const order: string[] = [];
      await fixture.store.transaction(async ({ webhooks }) => {
        for (const id of ['21', '22', '23']) await webhooks.insertMessage(message(delivery(id, '5')));
        await webhooks.insertMessage(message(delivery('20', '6')));
        await webhooks.updateDelivery(delivery('21', '5', { tries: 1, nextTryAt: start + 5 }), 0);
        for (let next = await webhooks.nextDelivery('5', at(start + 9)); next; ) {
          order.push(next.id);
          await webhooks.updateDelivery({ ...next, status: 'delivered', nextTryAt: null, lastStatus: 204 }, next.tries);
          next = await webhooks.nextDelivery('5', at(start + 9));
        }
      });
      expect(order).toEqual(['22', '23', '21']);
    });

    it('takes one of two outcomes of an attempt, and none once the delivery has been given up', async () => {
      await using fixture = await withWebhooks(open, [webhook('5')]);
      await using other = await another(fixture);
      await fixture.store.transaction(({ webhooks }) => webhooks.insertMessage(message(delivery('21', '5'))));
      const note = ({ store }: Pick<MetadataStoreFixture, 'store'>, changes: Partial<DeliveryRecord>, tries: number) =>
        store.transaction(({ webhooks }) => webhooks.updateDelivery(delivery('21', '5', changes), tries), 'apart');
      const postponed = { tries: 1, nextTryAt: start + 5 };
      const both = await Promise.all([note(fixture, postponed, 0), note(other, postponed, 0)]);
      expect(both.toSorted()).toEqual([false, true]);
      const givenUp = { tries: 1, status: 'given_up', nextTryAt: null } as const;
      expect([await note(fixture, givenUp, 1), await note(other, { tries: 2 }, 1)]).toEqual([true, false]);
      const page = { after: null, limit: 5 };
      const [kept] = await fixture.store.read(({ webhooks }) => webhooks.listDeliveries('5', page));
      expect(kept).toEqual(delivery('21', '5', givenUp));
    });

    it('stores the content of a message until its last delivery has ended, and gives each delivery with its own head', async () => {
      await using fixture = await withWebhooks(open, [webhook('5'), webhook('6')]);
      const { store } = fixture;
      await store.transaction((tx) => tx.webhooks.insertMessage(message(delivery('21', '5'), delivery('22', '6'))));
      const waiting = () => store.read(({ webhooks }) => webhooks.waitingBytes('1'));
      const next = (id: string) =>
        store.read(async ({ webhooks }) => (await webhooks.nextDelivery(id, at(start)))?.body);
      const end = (id: string, webhookId: string) =>
        store.transaction((tx) =>
          tx.webhooks.updateDelivery(delivery(id, webhookId, { status: 'delivered', nextTryAt: null }), 0),
        );
      expect([await next('5'), await next('6'), await waiting()]).toEqual(['{"id":21,"ä":1}', '{"id":22,"ä":1}', 25]);
      await end('21', '5');
      expect([await next('5'), await next('6'), await waiting()]).toEqual([undefined, '{"id":22,"ä":1}', 25]);
      await end('22', '6');
      expect(await waiting()).toBe(0);
      await store.transaction((tx) => tx.webhooks.insertMessage(message(delivery('23', '6'))));
      await store.transaction((tx) => tx.webhooks.delete('6'));
      expect(await waiting()).toBe(0);
    });

    it('knows whether at least some number of deliveries of a webhook are pending', async () => {
      await using fixture = await withWebhooks(open, [webhook('5'), webhook('6')]);
      const { store } = fixture;
      await store.transaction(async ({ webhooks }) => {
        await webhooks.insertMessage(message(delivery('21', '5'), delivery('22', '5'), delivery('23', '6')));
        await webhooks.insertMessage(message(delivery('24', '5', { status: 'delivered', nextTryAt: null })));
      });
      const has = (count: number) => store.read(({ webhooks }) => webhooks.hasWaiting('5', count));
      expect([await has(1), await has(2), await has(3)]).toEqual([true, true, false]);
    });

    it('is due again after its release when its next delivery is due', async () => {
      await using fixture = await withWebhooks(open, [webhook('5')]);
      const { store } = fixture;
      await store.transaction(async ({ webhooks }) => {
        await webhooks.insertMessage(message(delivery('21', '5')));
        await webhooks.claim(claim('a', start));
        await webhooks.updateDelivery(
          delivery('21', '5', { tries: 1, nextTryAt: start + 70, lastError: say`${'It'} is ${503}.` }),
          0,
        );
        await webhooks.release('5', 'a', start);
      });
      const due = (now: number) => store.read(({ webhooks }) => webhooks.hasDue(at(now)));
      expect([await due(start + 69), await due(start + 70)]).toEqual([false, true]);
    });

    it('takes leases and retries of a clock that was ahead for past ones', async () => {
      await using fixture = await withWebhooks(open, [webhook('5')]);
      const { store } = fixture;
      const day = 86_400_000;
      const take = (holder: string, now: number) =>
        store.transaction(async ({ webhooks }) => (await webhooks.claim(claim(holder, now))).map(({ id }) => id));
      const isDue = () => store.read(({ webhooks }) => webhooks.hasDue(at(start)));
      const next = () => store.read(async ({ webhooks }) => (await webhooks.nextDelivery('5', at(start)))?.id);
      await store.transaction(async ({ webhooks }) => {
        await webhooks.insertMessage(message(delivery('21', '5', { nextTryAt: start + day })));
      });
      expect([await take('a', start + day), await isDue(), await next(), await take('b', start)]).toEqual([
        ['5'],
        true,
        '21',
        ['5'],
      ]);
      await store.transaction(({ webhooks }) => webhooks.release('5', 'b', start));
      expect([await isDue(), await take('c', start)]).toEqual([true, ['5']]);
      // A lease and a backoff as usual.
      await store.transaction(async ({ webhooks }) => {
        await webhooks.updateDelivery(delivery('21', '5', { tries: 1, nextTryAt: start + 3_600_000 }), 0);
        await webhooks.renew('5', { holder: 'c', leaseUntil: start + 120_000 });
        await webhooks.insertMessage(message(delivery('22', '5')));
      });
      expect([await isDue(), await take('d', start), await next()]).toEqual([false, [], '22']);
    });

    it('gives up pending deliveries of some triggers, with the contents that nobody else needs, and then all', async () => {
      await using fixture = await withWebhooks(open, [webhook('5'), webhook('6')]);
      const { store } = fixture;
      const [trigger, lastError] = ['FOLDER.CREATED' as const, say`Too late.`];
      await store.transaction(async ({ webhooks }) => {
        await webhooks.insertMessage(message(delivery('21', '5', { nextTryAt: start + 90 }), delivery('22', '6')));
        const needed = await webhooks.waitingBytes('1');
        await webhooks.insertMessage(message(delivery('23', '5', { trigger }), delivery('24', '5', { trigger })));
        await webhooks.giveUpWaiting('5', [trigger], lastError);
        expect(await webhooks.waitingTriggers('5')).toEqual(['FILE.UPLOADED']);
        await webhooks.giveUpWaiting('5', 'all', lastError);
        // The other webhook still needs it.
        expect(await webhooks.waitingBytes('1')).toBe(needed);
        const listed = await webhooks.listDeliveries('5', { after: null, limit: 9 });
        expect(listed).toMatchObject(['24', '23', '21'].map((id) => ({ id, status: 'given_up', lastError })));
      });
    });

    it('lists deliveries newest first, and forgets old ones with the removed webhooks that have none left', async () => {
      await using fixture = await withWebhooks(open, [webhook('5'), webhook('6', { removedAt: start })]);
      const { store } = fixture;
      await store.transaction(async ({ webhooks }) => {
        await webhooks.insertMessage(message(delivery('21', '5')));
        await webhooks.insertMessage(message(delivery('22', '5', { createdAt: start + 9 })));
        await webhooks.insertMessage(message(delivery('23', '6')));
      });
      const listed = (after: string | null) =>
        store.read(async ({ webhooks }) =>
          (await webhooks.listDeliveries('5', { after, limit: 5 })).map(({ id }) => id),
        );
      expect([await listed(null), await listed('22')]).toEqual([['22', '21'], ['21']]);
      expect(await store.transaction(({ webhooks }) => webhooks.deleteDeliveriesBefore(start + 5, 100))).toBe(2);
      expect(await listed(null)).toEqual(['22']);
      expect(await store.read(({ webhooks }) => webhooks.get('6'))).toBeNull();
      expect(await store.read(({ webhooks }) => webhooks.get('5'))).not.toBeNull();
    });

    it('forgets the content of an old message with its last pending delivery', async () => {
      await using fixture = await withWebhooks(open, [webhook('5'), webhook('6')]);
      const { store } = fixture;
      const newer = delivery('22', '6', { createdAt: start + 9 });
      await store.transaction(({ webhooks }) => webhooks.insertMessage(message(delivery('21', '5'), newer)));
      const waitingAfter = async (time: number) => {
        await store.transaction(({ webhooks }) => webhooks.deleteDeliveriesBefore(time, 100));
        return store.read(({ webhooks }) => webhooks.waitingBytes('1'));
      };
      expect([await waitingAfter(start + 5), await waitingAfter(start + 10)]).toEqual([25, 0]);
    });

    it('deletes all webhooks of a user with their deliveries, the removed ones too, and none of others', async () => {
      const removed = webhook('6', { appId: 'other', removedAt: start });
      await using fixture = await withWebhooks(open, [webhook('5'), removed, webhook('7', { createdBy: '3' })]);
      const { store } = fixture;
      await store.transaction(async ({ webhooks }) => {
        await webhooks.insertMessage(message(delivery('21', '5'), delivery('22', '6')));
        await webhooks.deleteOfUser('1');
      });
      const left = await store.read(({ webhooks }) => Promise.all(['5', '6', '7'].map((id) => webhooks.get(id))));
      expect(left.map((one) => one?.id)).toEqual([undefined, undefined, '7']);
      expect(await store.read(({ webhooks }) => webhooks.hasDue(at(start + 1)))).toBe(false);
      expect(await store.read(({ webhooks }) => webhooks.waitingBytes('1'))).toBe(0);
      expect(await store.checkIntegrity()).toEqual([]);
    });

    it('deletes a webhook with its deliveries', async () => {
      await using fixture = await withWebhooks(open, [webhook('5')]);
      const { store } = fixture;
      await store.transaction(({ webhooks }) => webhooks.insertMessage(message(delivery('21', '5'))));
      await store.transaction(({ webhooks }) => webhooks.delete('5'));
      expect(await store.read(({ webhooks }) => webhooks.hasDue(at(start + 1)))).toBe(false);
      expect(await store.checkIntegrity()).toEqual([]);
    });
  });
}

async function another(fixture: MetadataStoreFixture) {
  const store = await fixture.openAnother();
  return { store, [Symbol.asyncDispose]: () => store.close() };
}
