import type Database from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { TextRefused } from '../../../ports/metadata-store.ts';

/** Prepared statements kept. The service has about a hundred; the others differ only in the length of id lists. */
const statementsKept = 500;

/**
 * The connection as Kysely sees it, with a cache of prepared statements: Kysely prepares a statement for each query, which costs
 * several times as much as running it. `before` is called before each statement runs.
 */
export function withStatementCache(database: Database.Database, before: () => void = () => undefined): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => void database.close(),
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) {
        // Moved to the end, so that the first entry is always the least recently used.
        statements.delete(sql);
        statements.set(sql, known);
        return known;
      }
      const statement = adapt(database.prepare(planOnce(sql)), before);
      const [oldest] = statements.keys();
      if (statements.size >= statementsKept && oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    },
  };
}

/**
 * SQLite compiles a statement again each time it binds another value to a bare parameter that could change the plan, such as that of a limit, or one
 * compared in a table with a partial index. A parameter behind a plus sign, which has no effect, cannot change it. So a query uses an
 * index with a condition such as `is_open = 1` only if it writes that condition as a literal. Kysely writes no literals, so the texts match
 * nothing else.
 */
const planOnce = (sql: string): string => sql.replace(/ = \?/g, ' = +?').replace(/\blimit \?/g, 'limit +?');

function adapt(statement: Database.Statement, before: () => void): SqliteStatement {
  const check = (parameters: readonly unknown[]) => {
    before();
    requireStorable(parameters);
  };
  return {
    reader: statement.reader,
    all: (parameters) => {
      check(parameters);
      return statement.all(...parameters);
    },
    run: (parameters) => {
      check(parameters);
      return statement.run(...parameters);
    },
    iterate: (parameters) => {
      check(parameters);
      return statement.iterate(...parameters);
    },
  };
}

/** SQLite would store a text with U+0000, and the database could then not move to PostgreSQL, which refuses it. @throws TextRefused */
function requireStorable(parameters: readonly unknown[]): void {
  for (const value of parameters) if (typeof value === 'string' && value.includes('\0')) throw new TextRefused(null);
}
