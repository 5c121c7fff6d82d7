import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../../../service/adapters/metadata-sql/migrations/all.ts';
import { openPostgresStore } from '../../../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { systemClock } from '../../../../service/adapters/system-clock.ts';
import { type OlderDatabase, olderPostgres, olderSqlite } from '../../../support/service/older-database.ts';

/* An update runs one migration after the other, each in a transaction of its own, while others use the database. */

const all = Object.keys(migrations).sort();

function continuingSuite(openPlace: () => Promise<OlderDatabase>): void {
  it('an update that failed in the middle continues with the migration that failed', async () => {
    await using place = await openPlace();
    await place.create('0022-narrowed-tokens');
    await place.run(['create table zip_download (id integer)']);
    await expect(place.open()).rejects.toThrow('zip_download');
    expect((await place.migrations()).at(-1)).toBe('0023-delivery-errors');

    await place.run(['drop table zip_download']);
    const store = await place.open();
    expect(await place.migrations()).toEqual(all);
    expect(await store.checkIntegrity()).toEqual([]);
    await store.close();
  });

  it('a database of a newer version is left alone', async () => {
    await using place = await openPlace();
    await (await place.open()).close();
    await place.run([
      `insert into kysely_migration (name, timestamp) values ('9999-later', '2100-01-01T00:00:00.000Z')`,
    ]);
    await expect(place.open()).rejects.toMatchObject({ code: 'database_too_new' });
  });
}

describe('an update of SQLite', () => continuingSuite(olderSqlite));

describe('an update of PostgreSQL', () => {
  continuingSuite(olderPostgres);

  it('is done by one of two processes that start together; the other one waits and says so', async () => {
    await using place = await olderPostgres();
    await place.create('0021-full-text');
    await using reader = await connect(place.url);
    await reader.query('begin');
    await reader.query('select from token');
    const said: string[] = [];
    const first = place.open((sentence) => said.push(`first: ${sentence}`));
    await expect.poll(() => said).toEqual([expect.stringMatching(/^first: .*0022-narrowed-tokens/)]);
    const second = place.open((sentence) => said.push(`second: ${sentence}`));
    await expect.poll(() => said).toEqual([said[0], expect.stringMatching(/^second: Another process/)]);
    await reader.query('commit');
    for (const store of await Promise.all([first, second])) await store.close();
    expect(await place.migrations()).toEqual(all);
    expect(said).toHaveLength(2);
  });

  it('needs no right to create once the tables are current', async () => {
    await using place = await olderPostgres();
    await (await place.open()).close();
    const url = new URL(place.url);
    const role = `${url.pathname.slice(1)}_rows`;
    await place.run([
      `create role ${role} login`,
      'revoke create on schema public from public',
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage on all sequences in schema public to ${role}`,
    ]);
    url.username = role;

    const store = await openPostgresStore({ url: url.href, readers: 1 }, systemClock);
    expect(await store.transaction((tx) => tx.allocateId())).toMatch(/^\d+$/);
    await store.close();
    await place.run([`drop owned by ${role}`, `drop role ${role}`]);
  });

  it('lets others work while it waits for a long transaction', async () => {
    await using place = await olderPostgres();
    await place.create('0021-full-text');
    await using reader = await connect(place.url);
    await using other = await connect(place.url);
    await reader.query('begin');
    await reader.query('select from token');
    const said: string[] = [];
    const opened = place.open((sentence) => said.push(sentence));
    await expect.poll(async () => isWaiting(other, 'alter table token%')).toBe(true);
    // Queues behind the migration until that gives up for now.
    await other.query('select from token');
    await expect.poll(() => said).toHaveLength(1);
    await reader.query('commit');
    await (await opened).close();
    expect(await place.migrations()).toEqual(all);
  });

  it('writes go through while the index of a large table is built', async () => {
    await using place = await olderPostgres();
    await place.create('0028-enterprise-memberships');
    await using writer = await connect(place.url);
    await using other = await connect(place.url);
    await writer.query('begin');
    await writer.query(event(1));
    const opened = place.open();
    await expect.poll(async () => isWaiting(other, 'create index%event_late%')).toBe(true);
    await other.query(`set lock_timeout = '1s'`);
    await other.query(event(2));
    await writer.query('commit');
    await (await opened).close();
    expect(await indexState(other)).toEqual([{ valid: true, definition: expect.stringContaining('created_at') }]);
  });

  it('builds an index again that an interrupted update left half-built', async () => {
    await using place = await olderPostgres();
    await place.create('0028-enterprise-memberships');
    await using writer = await connect(place.url);
    await using builder = await connect(place.url);
    await writer.query('begin');
    await writer.query(event(1));
    await builder.query(`set lock_timeout = '50ms'`);
    const build = builder.query('create index concurrently event_late on event (admin_position)');
    await expect(build).rejects.toThrow('lock timeout');
    expect(await indexState(builder)).toEqual([expect.objectContaining({ valid: false })]);
    await writer.query('commit');

    const store = await place.open();
    expect(await indexState(builder)).toEqual([{ valid: true, definition: expect.stringContaining('created_at') }]);
    expect(await store.checkIntegrity()).toEqual([]);
    await store.close();
  });

  it('waits for an index that the server still builds for a process that was killed', async () => {
    await using place = await olderPostgres();
    await place.create('0028-enterprise-memberships');
    await using writer = await connect(place.url);
    await using builder = await connect(place.url);
    await using other = await connect(place.url);
    await writer.query('begin');
    await writer.query(event(1));
    const built = builder.query('create index concurrently event_late on event (created_at)');
    await expect.poll(async () => isWaiting(other, 'create index concurrently event_late%')).toBe(true);
    const [{ oid }] = (await other.query(`select 'event_late'::regclass::oid as oid`)).rows;
    const opened = place.open();
    const looked = `select from pg_stat_activity where datname = current_database() and state = 'idle'
      and pid <> pg_backend_pid() and query like '%pg_stat_progress_create_index%'`;
    await expect.poll(async () => (await other.query(looked)).rowCount).toBe(1);
    await writer.query('commit');
    await built;
    await (await opened).close();
    const kept = await other.query('select indisvalid from pg_index where indexrelid = $1', [oid]);
    expect(kept.rows).toEqual([{ indisvalid: true }]);
  });

  it('ends when the process loses its turn, and the next one continues', async () => {
    await using place = await olderPostgres();
    await place.create('0021-full-text');
    await using reader = await connect(place.url);
    await using other = await connect(place.url);
    await reader.query('begin');
    await reader.query('select from token');
    const said: string[] = [];
    const opened = place.open((sentence) => said.push(sentence));
    await expect.poll(() => said).toHaveLength(1);
    await other.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`);
    await reader.query('commit');
    await expect(opened).rejects.toThrow('The database is currently unavailable');
    expect((await place.migrations()).at(-1)).toBe('0022-narrowed-tokens');
    await (await place.open()).close();
    expect(await place.migrations()).toEqual(all);
  });
});

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.end() });
}

const event = (number: number) => `insert into event (number, event_id, event_type, created_at, created_by, source)
  values (${number}, 'e${number}', 'ITEM_UPLOAD', 0, 0, '{}')`;

/** Is a statement like this in this database waiting for a lock? */
async function isWaiting(client: pg.Client, statement: string): Promise<boolean> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
  return (await client.query(waiting, [statement])).rowCount === 1;
}

async function indexState(client: pg.Client): Promise<readonly unknown[]> {
  const { rows } = await client.query(`select indisvalid as valid, pg_get_indexdef(indexrelid) as definition
    from pg_index where indexrelid = to_regclass('event_late')`);
  return rows;
}
