import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { copyRows } from '../../service/adapters/metadata-sql/copy-rows.ts';
import { openPostgresDatabase } from '../../service/adapters/metadata-sql/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../service/adapters/metadata-sql/sqlite/sqlite-database.ts';
import { completeAdminLog } from '../../service/domain/streams/events/complete-admin-log.ts';
import type { EventRecipient, NewEvent } from '../../service/ports/metadata/streams/events.ts';
import type { MetadataStore } from '../../service/ports/metadata-store.ts';
import { newQuickFolder } from '../support/files/quick-folder.ts';
import { openInPostgres } from './metadata/adapters.ts';
import { event } from './metadata/events.ts';

/** The key of the advisory lock that a commit of a held event takes; any otherwise unused number. */
const commitLock = 61;

/** A commit that writes an event of the type HELD waits at its end, with all its locks, for as long as somebody has the advisory lock. */
const holdCommits = `
  create function hold_commit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${commitLock}); return null; end $$;
  create constraint trigger held after insert on event deferrable initially deferred
    for each row when (new.event_id like 'held%') execute function hold_commit()`;

const to = (...userIds: readonly string[]): readonly EventRecipient[] =>
  userIds.map((userId) => ({ userId, access: { kind: 'owner' }, isChange: true }));

const append = async (store: MetadataStore, one: NewEvent) =>
  store.transaction(({ events }) => events.append(one), 'apart');

async function idsOf(store: MetadataStore, userId: string, after = 0): Promise<readonly string[]> {
  const query = { userId, after, limit: 1000, onlyChanges: true, types: null };
  return (await store.read(({ events }) => events.list(query))).map(({ eventId }) => eventId);
}

async function adminPage(store: MetadataStore, after: number) {
  await store.transaction(({ events }) => events.numberForAdmins(1000), 'apart');
  const query = { after, limit: 1000, types: null, createdAfter: null, createdBefore: null };
  return store.read(({ events }) => events.listForAdmins(query));
}

/** Two processes' stores on one database, and the means to hold a commit. */
async function openTwo() {
  const fixture = await openInPostgres();
  const other = await fixture.openAnother();
  const client = new pg.Client({ connectionString: fixture.url });
  await client.connect();
  await client.query(holdCommits);
  await client.query(`select pg_advisory_lock(${commitLock})`);
  const waiting = async () => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from pg_locks where not granted');
    return rows[0]?.count;
  };
  return {
    store: fixture.store,
    other,
    /** The rows of a statement on a connection of its own. */
    ask: async (statement: string) => (await client.query<{ number: string }>(statement)).rows,
    /** Resolves once so many transactions wait for a lock. */
    waits: async (count: number) => expect.poll(waiting).toBe(count),
    release: async () => client.query(`select pg_advisory_unlock(${commitLock})`),
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await other.close();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

describe('streams in PostgreSQL', () => {
  it('let commits with other recipients end while one has not, and no commit with a common one', async () => {
    await using two = await openTwo();
    const held = append(two.store, event('held', { recipients: to('1', '2'), adminType: 'UPLOAD' }));
    await two.waits(1);
    await append(two.other, event('of another', { recipients: to('3'), adminType: 'UPLOAD' }));
    await append(two.other, event('of nobody', { recipients: [], adminType: 'LOGIN' }));
    const common = append(two.other, event('common', { recipients: to('2', '3') }));
    await two.waits(2);
    expect([await idsOf(two.other, '2'), await idsOf(two.other, '3')]).toEqual([[], ['of another']]);
    await two.release();
    await Promise.all([held, common]);
    expect([await idsOf(two.store, '2'), await idsOf(two.store, '3')]).toEqual([
      ['held', 'common'],
      ['of another', 'common'],
    ]);
  });

  it('number an event behind the locks on its streams, so that numbers rise in each', async () => {
    await using two = await openTwo();
    await two.release();
    await append(two.store, event('first', { recipients: to('1') }));
    await two.ask('begin');
    await two.ask('select from stream_head for update');
    const behind = append(two.other, event('behind', { recipients: to('1') }));
    await two.waits(1);
    const [taken] = await two.ask(`select nextval('event_number') as number`);
    await two.ask('commit');
    await behind;
    const [own] = await two.ask(`select number from event where event_id = 'behind'`);
    expect(Number(own?.number)).toBeGreaterThan(Number(taken?.number));
  });

  it('show administrators each event once, also one whose commit began earlier and ends later', async () => {
    await using two = await openTwo();
    const held = append(two.store, event('held', { recipients: to('1'), adminType: 'UPLOAD' }));
    await two.waits(1);
    await append(two.other, event('later', { recipients: to('3'), adminType: 'UPLOAD' }));
    const first = await adminPage(two.other, 0);
    expect(first.map(({ eventId }) => eventId)).toEqual(['later']);
    await two.release();
    await held;
    const end = first.at(-1)?.position ?? 0;
    expect((await adminPage(two.store, end)).map(({ eventId }) => eventId)).toEqual(['held']);
    expect((await adminPage(two.other, 0)).map(({ eventId }) => eventId)).toEqual(['later', 'held']);
  });

  it('number the log in one process at a time, each event once', async () => {
    await using two = await openTwo();
    await two.release();
    const ids = Array.from({ length: 60 }, (_, index) => `${index}`);
    for (const id of ids) await append(two.store, event(id, { recipients: [], adminType: 'LOGIN' }));
    const number = async (store: MetadataStore) =>
      store.transaction(({ events }) => events.numberForAdmins(7), 'apart');
    const counts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => number(index % 2 ? two.store : two.other)),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect((await adminPage(two.store, 0)).map(({ eventId }) => eventId)).toEqual(ids);
  });

  it('number all that is committed without a reader, in several transactions', async () => {
    await using two = await openTwo();
    await two.release();
    const ids = Array.from({ length: 2100 }, (_, index) => `${index}`);
    await two.store.transaction(async ({ events }) => {
      for (const id of ids) await events.append(event(id, { recipients: to('1'), adminType: 'UPLOAD' }));
    }, 'apart');
    const isWaiting = () => two.other.read(({ events }) => events.hasUnnumbered());
    expect(await isWaiting()).toBe(true);
    expect(await completeAdminLog({ store: two.other })).toBe(2100);
    expect(await isWaiting()).toBe(false);
    expect(await completeAdminLog({ store: two.store })).toBe(0);
    const page = await adminPage(two.store, 0);
    expect(page.map(({ eventId }) => eventId)).toEqual(ids.slice(0, 1000));
    expect(await idsOf(two.store, '1')).toEqual(ids.slice(0, 1000));
  });

  it('give every reader each event once, in order, while two processes write to overlapping people', async () => {
    await using two = await openTwo();
    await two.release();
    const people = ['1', '2', '3', '4'];
    const total = 200;
    let isOver = false;
    // Behind the last position, so an event that became visible too late is missed.
    const follow = async (userId: string | null) => {
      const seen: string[] = [];
      for (let position = 0, isLast = false; ; isLast = isOver) {
        const query = { after: position, limit: 7, onlyChanges: true, types: null };
        const page =
          userId === null
            ? await adminPage(two.other, position)
            : await two.other.read(({ events }) => events.list({ ...query, userId }));
        seen.push(...page.map(({ eventId }) => eventId));
        position = page.at(-1)?.position ?? position;
        if (isLast && page.length === 0) return seen;
      }
    };
    const following = Promise.all([...people, null].map(follow));
    const write = async (index: number) => {
      const recipients = to(...people.filter((_, at) => ((index * 7) >> at) & 1));
      await append(index % 2 ? two.store : two.other, event(`${index}`, { recipients, adminType: 'UPLOAD' }));
    };
    await Promise.all(Array.from({ length: total }, (_, index) => write(index)));
    isOver = true;
    const seen = await following;
    const whole = [];
    for (const id of people) whole.push(await idsOf(two.store, id));
    whole.push((await adminPage(two.store, 0)).map(({ eventId }) => eventId));
    expect(seen).toEqual(whole);
    expect(new Set(seen.at(-1)).size).toBe(total);
  });

  it('go on behind the events of another database that was copied into this one', async () => {
    await using from = await openInPostgres();
    await using target = await openInPostgres();
    for (const id of ['a', 'b']) await append(from.store, event(id, { recipients: to('1'), adminType: 'UPLOAD' }));
    const folder = await newQuickFolder('tandem-copy-');
    const file = join(folder, 'copy.sqlite');
    await from.store.backup(file);
    const [copy, database] = [
      await openSqliteDatabase(file),
      await openPostgresDatabase({ url: target.url, readers: 1 }),
    ];
    await copyRows(copy, database, { kind: 'service', now: Date.now() });
    await Promise.all([copy.close(), database.close()]);
    await rm(folder, { recursive: true });
    await append(target.store, event('c', { createdAt: 1, recipients: to('1', '2'), adminType: 'UPLOAD' }));
    expect([await idsOf(target.store, '1'), await idsOf(target.store, '2')]).toEqual([['a', 'b', 'c'], ['c']]);
    expect((await adminPage(target.store, 0)).map(({ eventId }) => eventId)).toEqual(['a', 'b', 'c']);
  });
});
