import Sqlite from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { SqlDatabase, SqlWriter } from '../../../../service/adapters/metadata-sql/sql-database.ts';
import { directKysely } from '../../../../service/adapters/metadata-sql/sqlite/direct-kysely.ts';
import { soleWriter } from '../../../../service/adapters/metadata-sql/sqlite/sole-writer.ts';
import { sqliteDialect } from '../../../../service/adapters/metadata-sql/sqlite/sqlite-dialect.ts';
import { withStatementCache } from '../../../../service/adapters/metadata-sql/sqlite/statement-cache.ts';
import type { Tables } from '../../../../service/adapters/metadata-sql/tables.ts';

/**
 * The service's database in memory: SQLite and the service's own queries without files and flushes. One connection, one task at a time. It serves one
 * run after another. A run is a transaction that is rolled back at its end, so the next run begins with the same rows, and all statements stay prepared.
 */
export type MemoryDatabase = SqlDatabase & {
  /** Prepares a statement for synchronous reads once per connection. */
  statement<Parameters extends unknown[], Row>(sql: string): Sqlite.Statement<Parameters, Row>;
  /** The connection itself changes only when the database is set back. Never write through it. */
  readonly connection: Sqlite.Database;
  /** Increases with each write, and when the database is set back. */
  commits(): number;
  /** A copy of the current database. */
  image(): Promise<Buffer>;
  /** Restores an image on a new connection, for the rest of the run. */
  setBack(image: Buffer): Promise<void>;
  /** Every task of the run is passed to `hold`, which stops virtual time meanwhile. */
  beginRun(hold: Hold): void;
  endRun(): Promise<void>;
};

export type Hold = <T>(work: Promise<T>) => Promise<T>;

const atOnce: Hold = (work) => work;

export async function openMemoryDatabase(): Promise<MemoryDatabase> {
  const first = await connect(':memory:');
  let at = first;
  let hold = atOnce;
  let commits = 0;
  // The rows of another run, and those of an image, are changes that the service did not make.
  let replacements = 0;
  let before: Promise<unknown> = Promise.resolve();
  const afterAll = <T>(work: () => Promise<T>): Promise<T> => {
    const own = before.then(work);
    before = own.catch(() => undefined);
    return hold(own);
  };
  const reading = <T>(work: (queries: Kysely<Tables>) => Promise<T>): Promise<T> => afterAll(() => work(at.queries));
  const changing = async <T>(work: () => Promise<T>): Promise<T> => {
    const value = await work();
    commits += 1;
    return value;
  };
  const leave = async (): Promise<void> => {
    if (at !== first) await at.queries.destroy();
    at = first;
  };
  return {
    statement: (sql) => at.statement(sql),
    get connection() {
      return at.connection;
    },
    commits: () => commits,
    image: () => afterAll(async () => at.connection.serialize()),
    setBack: (bytes) =>
      afterAll(async () => {
        await leave();
        at = await connect(bytes);
        commits += 1;
        replacements += 1;
      }),
    beginRun(holdTime) {
      hold = holdTime;
      first.connection.exec('BEGIN');
    },
    async endRun() {
      await before;
      await leave();
      first.connection.exec('ROLLBACK');
      commits += 1;
      replacements += 1;
      hold = atOnce;
    },
    write: (_scope, work) => afterAll(() => changing(() => asOne(at, () => work(at.writer)))),
    read: reading,
    readOnce: reading,
    changesByOthers: () => replacements,
    ...sqliteDialect,
    checkIntegrity: async () => [],
    backup: async () => {
      throw new Error('a database in memory has no copies');
    },
    describeTables: async () => [],
    close: async () => {
      await before;
      await leave();
      await first.queries.destroy();
    },
  };
}

/** A transaction within that of the run. */
async function asOne<T>({ connection, statement }: Connected, work: () => Promise<T>): Promise<T> {
  statement('SAVEPOINT task').run();
  try {
    const value = await work();
    statement('RELEASE task').run();
    return value;
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK TO task; RELEASE task');
    throw error;
  }
}

type Connected = {
  readonly connection: Sqlite.Database;
  readonly queries: Kysely<Tables>;
  readonly writer: SqlWriter;
  statement<Parameters extends unknown[], Row>(sql: string): Sqlite.Statement<Parameters, Row>;
};

async function connect(image: Buffer | ':memory:'): Promise<Connected> {
  const connection = new Sqlite(image);
  connection.pragma('foreign_keys = ON');
  const queries = await directKysely(withStatementCache(connection));
  const statements = new Map<string, unknown>();
  return {
    connection,
    queries,
    writer: soleWriter(queries),
    statement<Parameters extends unknown[], Row>(sql: string) {
      const known = statements.get(sql) ?? connection.prepare(sql);
      statements.set(sql, known);
      // Prepared from this text.
      return known as Sqlite.Statement<Parameters, Row>;
    },
  };
}
