import { type QueryExecutorProvider, sql } from 'kysely';

/** Files received through a file request since it was last activated. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw('alter table file_request add column files_received bigint not null default 0').execute(db);
  await sql.raw('alter table file_request add column bytes_received bigint not null default 0').execute(db);
}
