import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { DatabaseLoad, PoolLoad } from '../../../ports/database-load.ts';
import { copyRows } from '../copy-rows.ts';
import type { SqlDatabase } from '../sql-database.ts';
import type { Tables } from '../tables.ts';
import { kyselyOn } from './connection/postgres-kysely.ts';
import { mostLaneConnections, openLanes } from './connection/postgres-lanes.ts';
import { openPostgresPool } from './connection/postgres-pool.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { throwPostgresError } from './postgres-errors.ts';
import { postgresFaults } from './postgres-integrity.ts';
import { snapshotReads, withFreshPlans } from './postgres-reads.ts';
import { postgresTables } from './postgres-tables.ts';
import { takeIdsFrom } from './take-ids.ts';
import { tsvectorIndex } from './tsvector-index.ts';

/** The database, and the number of read connections per process (one more writes). */
export interface PostgresOptions {
  readonly url: string;
  readonly readers: number;
  /** Receives what reads the load on the server, for metrics. */
  readonly onLoad?: (load: () => DatabaseLoad) => void;
  /** Receives what an update of the tables waits for, as a sentence. */
  readonly say?: (sentence: string) => void;
  /** How long a connection may be silent, in milliseconds; for tests. */
  readonly silenceMs?: number;
}

/** The database sorts and compares text by a different collation than the service requires. */
class WrongCollation extends Error {
  readonly code = 'wrong_collation';
}

/*
 * Transactions lock rows by their scope and run in lanes (see `postgres-lane.ts`, and docs/transactions.md for the invariants). Under
 * these locks a work of one owner runs alone, so READ COMMITTED reads current data.
 * Rejected: SERIALIZABLE with retries. Most changes of one owner write the same few rows (the space in use, the sizes of the parent
 * folders), so nearly every overlapping pair would fail and retry.
 * Readers never wait: each reads one snapshot, on as many connections and processes as there are.
 */

/** Opens the database and migrates its tables. Any number of processes may do so at once. */
export async function openPostgresDatabase(options: PostgresOptions): Promise<SqlDatabase> {
  const { url, readers, onLoad, say = () => undefined, silenceMs } = options;
  await prepare(url, say);
  // One more, so that ids never wait for the transactions that need them.
  const writing = await openPostgresPool(url, mostLaneConnections + 1, silenceMs);
  const reading = await openPostgresPool(url, readers, silenceMs);
  const writer = kyselyOn(writing.asKysely);
  const reader = kyselyOn(reading.asKysely);
  const ids = takeIdsFrom(writer);
  const isAtWork = async (backend: number) => {
    const found = sql`select pid from pg_stat_activity where pid = ${backend} and state = 'active'`;
    return (await found.execute(reader)).rows.length > 0;
  };
  const lanes = openLanes({ pool: writing.asKysely, ids, isAtWork });
  onLoad?.(() => ({
    pools: { read: poolLoad(reading.pool), write: poolLoad(writing.pool) },
    changes: lanes.pending(),
  }));
  const inSnapshot = snapshotReads(reading.asKysely);
  const read = async <T>(work: (connection: Kysely<Tables>) => Promise<T>) =>
    withFreshPlans(async () => inSnapshot(work)).catch(throwPostgresError);
  return {
    write: async (scope, work) => lanes.run(scope, work).catch(throwPostgresError),
    read,
    readOnce: async (work) => withFreshPlans(async () => work(reader)).catch(throwPostgresError),
    changesByOthers: null,
    textIndex: tsvectorIndex,
    jsonString: (column) => sql`to_json(${sql.ref(column)})`,
    // The driver gets bytes as hexadecimal digits.
    inBytes: (text) => text,
    // Deleting row by row checks every reference to each row, which takes longer than a statement may.
    emptying: (tables) => [sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`],
    afterCopy: [
      sql`select setval('event_number', greatest((select max(number) from event), value)) from counter
        where name = 'shared_position'`,
    ],
    checkIntegrity: async () => read(postgresFaults),
    backup: async (file) => read(async (snapshot) => copyToFile(snapshot, file)),
    describeTables: async () => read(postgresTables),
    // Kysely ends only a pool that it has used itself.
    close: async () => {
      await reading.pool.end();
      await writing.pool.end();
    },
  };
}

function poolLoad({ totalCount: open, idleCount: idle, waitingCount: waiting }: Pool): PoolLoad {
  return { open, idle, waiting };
}

/** Migrates the tables on connections of their own, which may be silent for long. */
async function prepare(url: string, say: (sentence: string) => void): Promise<void> {
  const { pool, asKysely } = await openPostgresPool(url, 2, 0);
  const db = kyselyOn(asKysely);
  try {
    await requirePlainOrder(db);
    await migratePostgres(db, say);
    await db
      .insertInto('scope_lock')
      .values([{ name: 'gate' }, { name: 'enterprise' }, { name: 'zip_starts' }])
      .onConflict((all) => all.doNothing())
      .execute();
  } catch (error) {
    throwPostgresError(error, URL.canParse(url) ? new URL(url).host : undefined);
  } finally {
    await pool.end();
  }
}

/** Copies one snapshot into a new SQLite file: a backup has the same form whichever database it comes from. */
async function copyToFile(snapshot: Kysely<Tables>, file: string): Promise<void> {
  const { openSqliteDatabase } = await import('../sqlite/sqlite-database.ts');
  const target = await openSqliteDatabase(file);
  try {
    await copyRows(
      { read: async (work) => work(snapshot), describeTables: async () => postgresTables(snapshot) },
      target,
      { kind: 'backup' },
    );
  } finally {
    await target.close();
  }
}

/** Names must sort by code point, as on SQLite: listings and their markers must not depend on the database. */
async function requirePlainOrder(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ collation: string; encoding: string }>`
    select datcollate as collation, pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`.execute(db);
  const { collation = '', encoding = '' } = rows[0] ?? {};
  if (/^(?:C|POSIX|C\.UTF-?8)$/i.test(collation) && encoding === 'UTF8') return;
  throw new WrongCollation(
    `The database has the collation ${collation} and the encoding ${encoding}; the service needs C.UTF-8 (or C) and UTF8. ` +
      'Make one with: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 NAME.',
  );
}
