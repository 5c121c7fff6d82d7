import type { QueryExecutorProvider } from 'kysely';

/** An index on a table that may have many rows: PostgreSQL builds it while others write to the table. */
export interface LargeIndex {
  readonly name: string;
  /** Table, columns and condition. */
  readonly on: string;
}

/**
 * One step of an update: statements in a transaction, or a single large index, which PostgreSQL can't build in one. `inSqlite`: what SQLite
 * has in place of the index.
 */
export type Migration =
  | { readonly up: (db: QueryExecutorProvider) => Promise<void> }
  | { readonly index: LargeIndex; readonly inSqlite?: (db: QueryExecutorProvider) => Promise<void> };
