import {
  type ControlledTransaction,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import type { Pool } from 'pg';
import { copyRows } from '../copy-rows.ts';
import { migrateSchema } from '../migrate-schema.ts';
import type { SqlDatabase } from '../sql-database.ts';
import type { Tables } from '../tables.ts';
import { createTransactionQueue, type TransactionControl } from '../transaction-queue.ts';
import { throwCommitError, throwPostgresError } from './postgres-errors.ts';
import { postgresFaults } from './postgres-integrity.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { postgresTables } from './postgres-tables.ts';

/** The database, and the number of read connections per process (one more writes). */
export interface PostgresOptions {
  readonly url: string;
  readonly readers: number;
  /** Receives the pool of readers, for metrics. */
  readonly onPool?: (pool: Pool) => void;
}

/** The database sorts and compares text by a different collation than the service requires. */
class WrongCollation extends Error {
  readonly code = 'wrong_collation';
}

/** Keys of the service's advisory locks within one database; any otherwise unused numbers. */
const writerLock = 7_260_001;
const migrationLock = 7_260_002;

/*
 * Serialises transactions with one advisory lock on the whole database: a writer takes it first, and the commit releases it.
 * Concurrent works of one process share one lock and one commit, and each can be rolled back on its own, as on SQLite (see
 * `createTransactionQueue`).
 * Rejected: SERIALIZABLE with retries. Most changes of one user, and all changes that take an id or a position, write the same few
 * rows (a counter, the space in use, the sizes of the parent folders). Nearly every overlapping pair would fail and retry, works
 * would have to be safe to run twice, and positions would still need a lock to become visible in order. Under the lock a work runs
 * once, READ COMMITTED reads current data, and a position is visible as soon as it is taken. Readers never wait: each reads one
 * snapshot, on as many connections and processes as there are.
 */

/** Opens the database and migrates its tables under a lock. Any number of processes may do so at once. */
export async function openPostgresDatabase({ url, readers, onPool }: PostgresOptions): Promise<SqlDatabase> {
  const writing = await openPostgresPool(url, 1);
  const reading = await openPostgresPool(url, readers);
  const writer = kyselyOn(writing.asKysely);
  const reader = kyselyOn(reading.asKysely);
  const close = async () => {
    await reader.destroy();
    await writer.destroy();
  };
  try {
    await requirePlainOrder(writer);
    await migrate(writer);
  } catch (error) {
    await close();
    return throwPostgresError(error);
  }
  onPool?.(reading.pool);
  const enqueue = createTransactionQueue<Kysely<Tables>>(controlOf(writer));
  const read = async <T>(work: (connection: Kysely<Tables>) => Promise<T>) => {
    const snapshot = reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return snapshot.execute(work).catch(throwPostgresError);
  };
  return {
    write: async (work) => enqueue(work).catch(throwPostgresError),
    read,
    checkIntegrity: async () => read(postgresFaults),
    backup: async (file) => read(async (snapshot) => copyToFile(snapshot, file)),
    describeTables: async () => read(postgresTables),
    close,
  };
}

/** Copies one snapshot into a new SQLite file: a backup has the same form whichever database it comes from. */
async function copyToFile(snapshot: Kysely<Tables>, file: string): Promise<void> {
  const { openSqliteDatabase } = await import('../sqlite/sqlite-database.ts');
  const target = await openSqliteDatabase(file);
  try {
    await copyRows(
      { read: async (work) => work(snapshot), describeTables: async () => postgresTables(snapshot) },
      target,
    );
  } finally {
    await target.close();
  }
}

function kyselyOn(pool: ConstructorParameters<typeof PostgresDialect>[0]['pool']): Kysely<Tables> {
  // PostgreSQL does not accept empty lists. SQLite treats `in ()` as no rows, so do the same here.
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
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

async function migrate(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    // No timeout here: another process may take long to migrate.
    await sql`set local lock_timeout = 0`.execute(connection);
    await sql`set local statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(connection);
    await migrateSchema(connection);
  });
}

function controlOf(db: Kysely<Tables>): TransactionControl<Kysely<Tables>> {
  let current: ControlledTransaction<Tables> | null = null;
  const run = async (statement: string) => {
    if (current) await sql.raw(statement).execute(current);
  };
  return {
    begin: async () => {
      current = await db.startTransaction().execute();
      await sql`select pg_advisory_xact_lock(${sql.lit(writerLock)})`.execute(current);
      return current;
    },
    savepoint: () => run('savepoint work'),
    releaseSavepoint: () => run('release work'),
    rollbackToSavepoint: async () => {
      await run('rollback to work');
      await run('release work');
    },
    commit: async () => {
      const committed = current;
      await committed?.commit().execute().catch(throwCommitError);
      current = null;
    },
    rollback: async () => {
      const failed = current;
      current = null;
      // The server has rolled back a lost connection; Kysely discards it.
      await failed
        ?.rollback()
        .execute()
        .catch(() => undefined);
    },
  };
}
