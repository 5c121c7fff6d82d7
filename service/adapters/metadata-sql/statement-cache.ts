import type Database from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Statements kept; the service has about a hundred, and the further ones are lists of ids of different lengths. */
const statementsKept = 500;

/**
 * The connection as Kysely sees it, with prepared statements kept: Kysely prepares a statement for each query, which costs
 * several times what running it does.
 */
export function withStatementCache(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => void database.close(),
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) {
        // Moved to the end: the first in the map is always the one unused for longest.
        statements.delete(sql);
        statements.set(sql, known);
        return known;
      }
      const statement = adapt(database.prepare(sql));
      const [oldest] = statements.keys();
      if (statements.size >= statementsKept && oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    },
  };
}

function adapt(statement: Database.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  };
}
