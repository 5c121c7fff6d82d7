import { type QueryExecutorProvider, sql } from 'kysely';

/** Downloads and previews in ranges: all processes together record each of them once. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Keyed by the SHA-256 of who reads which content. A job deletes rows that are too old to be continued.
  `create table use_series (reader text primary key, begun_at bigint not null)`,
  `create index use_series_begun on use_series (begun_at)`,
];
