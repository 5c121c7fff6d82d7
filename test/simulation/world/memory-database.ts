import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { SqlDatabase } from '../../../service/adapters/metadata-sql/sql-database.ts';
import { fts5Index } from '../../../service/adapters/metadata-sql/sqlite/fts5-index.ts';
import { soleWriter } from '../../../service/adapters/metadata-sql/sqlite/sole-writer.ts';
import { withStatementCache } from '../../../service/adapters/metadata-sql/sqlite/statement-cache.ts';
import type { Tables } from '../../../service/adapters/metadata-sql/tables.ts';

export type MemoryDatabase = SqlDatabase & {
  /** The connection itself, for synchronous reads. Never write through it. */
  readonly connection: Sqlite.Database;
  /** Increases with each write, and when the database is set back. */
  commits(): number;
  /** A copy of the current database. */
  image(): Promise<Buffer>;
  /** Restores an image on a new connection. */
  setBack(image: Buffer): Promise<void>;
};

/**
 * The service's database in memory, from a prepared image: SQLite and the service's own queries without files and flushes. One connection, one task
 * at a time. Every task is passed to `hold`, which stops virtual time meanwhile.
 */
export function openMemoryDatabase(
  image: Buffer | ':memory:',
  hold: <T>(work: Promise<T>) => Promise<T>,
): MemoryDatabase {
  let [connection, queries] = connect(image);
  let writer = soleWriter(queries);
  let commits = 0;
  let before: Promise<unknown> = Promise.resolve();
  const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
    connection.exec('begin immediate');
    try {
      const value = await work();
      connection.exec('commit');
      return value;
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      throw error;
    }
  };
  const afterAll = <T>(work: () => Promise<T>): Promise<T> => {
    const own = before.then(work);
    before = own.catch(() => undefined);
    return hold(own);
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => afterAll(() => inTransaction(work));
  const changing = async <T>(work: () => Promise<T>): Promise<T> => {
    const value = await work();
    commits += 1;
    return value;
  };
  return {
    get connection() {
      return connection;
    },
    commits: () => commits,
    image: () => afterAll(async () => connection.serialize()),
    setBack: (bytes) =>
      afterAll(async () => {
        await queries.destroy();
        [connection, queries] = connect(bytes);
        writer = soleWriter(queries);
        commits += 1;
      }),
    write: (_scope, work) => afterAll(() => changing(() => inTransaction(() => work(writer)))),
    read: (work) => inTurn(() => work(queries)),
    readOnce: (work) => inTurn(() => work(queries)),
    // Setting the database back is a change by others that no connection sees.
    changesByOthers: null,
    textIndex: fts5Index,
    checkIntegrity: async () => [],
    backup: async () => {
      throw new Error('a database in memory has no copies');
    },
    describeTables: async () => [],
    close: async () => {
      await before;
      await queries.destroy();
    },
  };
}

function connect(image: Buffer | ':memory:'): [Sqlite.Database, Kysely<Tables>] {
  const connection = new Sqlite(image);
  connection.pragma('foreign_keys = ON');
  return [connection, new Kysely<Tables>({ dialect: new SqliteDialect({ database: withStatementCache(connection) }) })];
}
