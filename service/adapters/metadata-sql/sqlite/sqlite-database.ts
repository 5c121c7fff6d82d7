import Sqlite from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { diskFaultOf } from '../../../ports/disk-fault.ts';
import { MetadataUnavailable } from '../../../ports/metadata-store.ts';
import { applyMigration, pendingMigrations } from '../migrate-schema.ts';
import type { SqlDatabase, SqlWriter, TableShape } from '../sql-database.ts';
import type { Tables } from '../tables.ts';
import { createTransactionQueue } from '../transaction-queue.ts';
import { directKysely } from './direct-kysely.ts';
import { type LogFlush, openLogFlush } from './log-flush.ts';
import { snapshotReads } from './snapshot-reads.ts';
import { soleWriter } from './sole-writer.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { withStatementCache } from './statement-cache.ts';

/** How long a process waits for another writer, in milliseconds. */
const busyTimeoutMs = 10_000;

/**
 * Pages in the log before they are copied to the database, within the commit that reaches the number: 16 MB. Most commits write the same
 * pages, and a later copy writes each of them once. SQLite's own number is 1000.
 */
const pagesPerCheckpoint = 4000;

/**
 * Opens the database in a file, creating or migrating it if necessary. One connection writes and one reads: in WAL mode readers see
 * the last commit and never block. Several processes may have the file open.
 * @throws MetadataUnavailable if the disk is full or fails.
 */
export async function openSqliteDatabase(file: string): Promise<SqlDatabase> {
  return openMigrated(file).catch((error: unknown) => rethrow(error, file));
}

async function openMigrated(file: string): Promise<SqlDatabase> {
  const writer = connect(file);
  const reader = connect(file);
  const readers = await directKysely(withStatementCache(reader));
  const writers = await directKysely(withStatementCache(writer, () => requireTransaction(writer)));
  await migrate(writer);
  const snapshots = snapshotReads(reader);
  const log = await openLogFlush(file, {
    mayHaveGap: !canEmptyLog(writer),
    empty: () => snapshots.between(() => emptyLog(writer)),
  });
  const enqueue = createTransactionQueue<SqlWriter>(controlOf(writer, soleWriter(writers), log));
  const read = async <T>(work: (connection: Kysely<Tables>) => Promise<T>) => {
    try {
      const result = await snapshots.read(() => work(readers));
      // The read may include a commit that is not flushed yet. Never answer with data that a power cut could undo.
      await log.settled();
      return result;
    } catch (error) {
      return rethrow(error, file);
    }
  };
  return {
    // One writer at a time, whatever the scope.
    write: async (_scope, work) => enqueue(work).catch((error: unknown) => rethrow(error, file)),
    read,
    // On the reader's only connection a statement would see the snapshot of another work.
    readOnce: read,
    changesByOthers: changesSeenBy(writer, file),
    ...sqliteDialect,
    checkIntegrity: async () => faultsOf(reader),
    backup: async (target) => copyTo(reader, target),
    describeTables: async () => describeTables(reader),
    close: async () => {
      await log.close();
      await readers.destroy();
      await writers.destroy();
    },
  };
}

function connect(file: string): Sqlite.Database {
  const database = new Sqlite(file, { timeout: busyTimeoutMs });
  database.pragma('journal_mode = WAL');
  // The log is flushed after each commit, but not by SQLite: see `openLogFlush`.
  database.pragma('synchronous = NORMAL');
  // On macOS a plain flush stops at the cache of the drive. Node flushes the log through it.
  database.pragma('checkpoint_fullfsync = ON');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -16000');
  database.pragma(`wal_autocheckpoint = ${pagesPerCheckpoint}`);
  return database;
}

/** @throws MetadataUnavailable if a process reads or writes; the next commit tries again. */
function emptyLog(writer: Sqlite.Database): void {
  if (tryToEmptyLog(writer) === 'busy') throw new MetadataUnavailable('The metadata log is in use.', null);
}

/** Moves all of the log into the database, flushes that, and truncates the log. Never waits, since that would stop the process. */
function tryToEmptyLog(writer: Sqlite.Database): 'done' | 'busy' {
  writer.pragma('busy_timeout = 0');
  try {
    return writer.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0 ? 'done' : 'busy';
  } finally {
    writer.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}

/**
 * Empties the log that a process left which ended after a failed flush. False if the disk is full or fails. Another process that has the file
 * open looks after its own commits.
 */
function canEmptyLog(writer: Sqlite.Database): boolean {
  try {
    tryToEmptyLog(writer);
    return true;
  } catch (error) {
    if (diskFaultOf(error) !== null) return false;
    throw error;
  }
}

/** Each migration takes the write lock, since a second process may be starting on the same file, and commits by itself. */
async function migrate(writer: Sqlite.Database): Promise<void> {
  const db = await directKysely(withStatementCache(writer));
  for (const pending of await pendingMigrations(db)) {
    writer.exec('begin immediate');
    try {
      await applyMigration(db, pending);
      writer.exec('commit');
    } catch (error) {
      // Some failures end the transaction themselves.
      if (writer.inTransaction) writer.exec('rollback');
      throw error;
    }
  }
}

/** All commits of this process are the writer's own, so its version changes only with those of others. */
function changesSeenBy(writer: Sqlite.Database, file: string): () => number {
  const version = writer.prepare<[], number>('pragma data_version').pluck();
  return () => {
    try {
      return version.get() ?? 0;
    } catch (error) {
      return rethrow(error, file);
    }
  };
}

/**
 * A full or failing disk makes SQLite roll back the whole transaction. Statements sent behind the one that failed would each be committed alone,
 * and a savepoint would begin a new transaction.
 */
function requireTransaction(database: Sqlite.Database): void {
  if (!database.inTransaction) throw new MetadataUnavailable('The metadata disk is full or fails.', null);
}

function controlOf(database: Sqlite.Database, connection: SqlWriter, log: LogFlush) {
  const begin = database.prepare('begin immediate');
  const within = (statement: string) => {
    const known = database.prepare(statement);
    return async () => {
      requireTransaction(database);
      known.run();
    };
  };
  const [commit, release, rollbackTo] = [within('commit'), within('release work'), within('rollback to work')];
  return {
    begin: async () => {
      await log.closeGap();
      begin.run();
      return connection;
    },
    savepoint: within('savepoint work'),
    releaseSavepoint: release,
    rollbackToSavepoint: async () => {
      await rollbackTo();
      await release();
    },
    commit: async () => {
      await commit();
      // SQLite has committed, but without the flush the change may not survive a power cut.
      await log.flush().catch((error: unknown) => {
        throw new MetadataUnavailable('Writes to the metadata disk fail.', error, 'unknown');
      });
    },
    // Nothing to roll back after a failed begin, or if SQLite did it itself.
    rollback: async () => void (database.inTransaction && database.exec('rollback')),
  };
}

/** Transient errors: another process holds the lock, the disk of this file is full or failing. */
function rethrow(error: unknown, file: string): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('SQLITE_BUSY')) {
    throw new MetadataUnavailable('The metadata is locked by another process. Try again.', error);
  }
  const fault = diskFaultOf(error);
  if (fault === 'full') throw new MetadataUnavailable(`The disk of ${file} is full.`, error);
  if (fault === 'failing') throw new MetadataUnavailable(`Writes to the disk of ${file} fail.`, error);
  throw error;
}

function faultsOf(database: Sqlite.Database): readonly string[] {
  const torn = database.pragma('integrity_check') as { integrity_check: string }[];
  const dangling = database.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
  return [
    ...torn.map((row) => row.integrity_check).filter((message) => message !== 'ok'),
    ...dangling.map(
      ({ table, rowid, parent }) => `Row ${rowid} of ${table} refers to a row of ${parent} that is missing.`,
    ),
  ];
}

/** `vacuum into` copies a consistent state even during writes, and refuses an existing file. */
async function copyTo(database: Sqlite.Database, target: string): Promise<void> {
  try {
    database.prepare('vacuum into ?').run(target);
  } catch (error) {
    rethrow(error, target);
  }
}

/** SQLite lists its tables in order of creation; its own, those of the search index and the migrator's are skipped. */
function describeTables(database: Sqlite.Database): readonly TableShape[] {
  const named = database.prepare(
    `select m.name from sqlite_master m join pragma_table_list l on l.schema = 'main' and l.name = m.name
      where l.type = 'table' and m.name not like 'sqlite%' and m.name not like 'kysely%' order by m.rowid`,
  );
  return (named.all() as { name: string }[]).map(({ name }) => {
    const columns = database.pragma(`table_info("${name}")`) as { name: string; pk: number }[];
    const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
  });
}
