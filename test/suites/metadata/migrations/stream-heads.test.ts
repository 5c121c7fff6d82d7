import { describe, expect, it } from 'vitest';
import type { MetadataStore } from '../../../../service/ports/metadata-store.ts';
import { type OlderDatabase, olderPostgres, olderSqlite, olderUser } from '../../../support/service/older-database.ts';
import { event } from '../events.ts';

/** Positions of the shared numbering, in its order. Those before the first one were pruned. */
const [forgotten, anns, bobs, both, last] = [
  1_790_000_000_000_000, 1_790_000_000_001_000, 1_790_000_000_002_000, 1_790_000_000_003_000, 1_790_000_000_004_000,
] as const;

const source = `{"kind":"resource","resource":{"type":"folder","id":"10"}}`;

const logged = (position: number, recipients: readonly number[], adminType: string | null) => [
  `insert into event (position, event_id, event_type, created_at, created_by, source, admin_type)
    values (${position}, '${position}', 'ITEM_CREATE', ${Math.floor(position / 1000)}, 1, '${source}',
      ${adminType === null ? 'null' : `'${adminType}'`})`,
  ...recipients.map(
    (id) => `insert into event_recipient (user_id, position, access, is_change)
      values (${id}, ${position}, '{"kind":"owner"}', 1)`,
  ),
];

/** The rows of the version before. Ann is 1, Bob 3; the newest event is for administrators only. */
const olderRows = [
  olderUser(1),
  olderUser(3),
  ...logged(anns, [1], 'UPLOAD'),
  ...logged(bobs, [3], 'UPLOAD'),
  ...logged(both, [1, 3], null),
  ...logged(last, [], 'LOGIN'),
  `update counter set value = ${last} where name = 'event_position'`,
  `insert into counter (name, value) values ('forgotten_event_position', ${forgotten})`,
];

const streamOf = async (store: MetadataStore, userId: string, after: number) => {
  const query = { userId, after, limit: 10, onlyChanges: true, types: null };
  return (await store.read(({ events }) => events.list(query))).map(({ position }) => position);
};

const logAfter = async (store: MetadataStore, after: number) => {
  await store.transaction(({ events }) => events.numberForAdmins(100));
  const query = { after, limit: 10, types: null, createdAfter: null, createdBefore: null };
  return (await store.read(({ events }) => events.listForAdmins(query))).map(({ position }) => position);
};

function suite(openDatabase: () => Promise<OlderDatabase>): void {
  async function migrated() {
    const database = await openDatabase();
    await database.create('0023-delivery-errors');
    await database.run(olderRows);
    const store = await database.open();
    return {
      store,
      [Symbol.asyncDispose]: async () => {
        await store.close();
        await database[Symbol.asyncDispose]();
      },
    };
  }

  it('keep their positions in each stream, which goes on behind the shared numbering', async () => {
    await using older = await migrated();
    const { store } = older;
    expect(await streamOf(store, '1', 0)).toEqual([anns, both]);
    expect(await streamOf(store, '3', 0)).toEqual([bobs, both]);
    expect(await logAfter(store, 0)).toEqual([anns, bobs, last]);
    // Their time is before that of the events that are there.
    const recipients = ['1', '3'].map((userId) => ({ userId, access: { kind: 'owner' as const }, isChange: true }));
    await store.transaction((tx) => tx.events.append(event('new', { createdAt: 1, adminType: 'MOVE', recipients })));
    expect(await streamOf(store, '1', last)).toEqual([last + 1]);
    expect(await streamOf(store, '3', bobs)).toEqual([both, last + 1]);
    expect(await logAfter(store, last)).toEqual([last + 1]);
  });

  it('are known by any position that a reader can hold, and by no other', async () => {
    await using older = await migrated();
    const held = await older.store.read(async ({ events }) => {
      const answers = [];
      for (const positions of [events.positionsOf('1'), events.positionsOf('3'), events.adminPositions]) {
        const known = [];
        for (const position of [forgotten, anns, bobs, both, anns + 1])
          known.push(await positions.wasGivenOut(position));
        answers.push({ latest: await positions.latest(), known });
      }
      return answers;
    });
    // An idle reader of a stream was moved on to the newest position of all.
    expect(held).toEqual([1, 3, 'admins'].map(() => ({ latest: last, known: [true, true, true, true, false] })));
    const tails = await older.store.read(async ({ events }) => [
      await events.positionsOf('1').forgotten(),
      await events.adminPositions.forgotten(),
    ]);
    expect(tails).toEqual([forgotten, 0]);
  });

  it('leave the first position to a person who joins later', async () => {
    await using older = await migrated();
    const { store } = older;
    const positions = async () =>
      store.read(async ({ events }) => {
        const bens = events.positionsOf('5');
        return [await bens.latest(), await bens.wasGivenOut(1), await bens.forgotten()];
      });
    expect(await positions()).toEqual([1, true, 0]);
    const recipients = [{ userId: '5', access: { kind: 'owner' as const }, isChange: true }];
    await store.transaction((tx) => tx.events.append(event('new', { createdAt: 2, recipients })));
    expect(await positions()).toEqual([2000, true, 0]);
  });

  it('are still known by their positions once they are pruned', async () => {
    await using older = await migrated();
    const { store } = older;
    await store.transaction((tx) => tx.events.deleteBefore('people', last, 100));
    const known = await store.read(async ({ events }) => [
      await events.positionsOf('1').forgotten(),
      await events.positionsOf('1').wasGivenOut(bobs),
      await events.positionsOf('3').wasGivenOut(anns),
    ]);
    expect(known).toEqual([both, true, true]);
    expect(await logAfter(store, 0)).toEqual([anns, bobs, last]);
  });
}

describe('the events of an older database in SQLite', () => suite(olderSqlite));

describe('the events of an older database in PostgreSQL', () => suite(olderPostgres));
