import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
} from 'kysely';
import type { DirectQueries } from '../prepared.ts';
import type { Tables } from '../tables.ts';

/**
 * Queries on one SQLite connection. Each runs at once: there is no connection to wait for, and Kysely's own way through its connection
 * provider, driver and plugins takes as long as a query of one row.
 */
export async function directKysely(database: SqliteDatabase): Promise<Kysely<Tables>> {
  const dialect = new SqliteDialect({ database });
  const driver = dialect.createDriver();
  await driver.init();
  const executor = new DirectExecutor(dialect, new DefaultConnectionProvider(driver), database);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}

class DirectExecutor extends DefaultQueryExecutor implements DirectQueries {
  readonly #database: SqliteDatabase;

  constructor(dialect: SqliteDialect, connections: DefaultConnectionProvider, database: SqliteDatabase) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), connections);
    this.#database = database;
  }

  statementOf<Row>(sql: string): (parameters: readonly unknown[]) => readonly Row[] {
    const statement = this.#database.prepare(sql);
    // The type of a query's rows is that of its columns.
    if (statement.reader) return (parameters) => statement.all(parameters) as Row[];
    return (parameters) => {
      statement.run(parameters);
      return [];
    };
  }

  override async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#database.prepare(sql);
    // The type of a query's rows is that of its columns.
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }
}
