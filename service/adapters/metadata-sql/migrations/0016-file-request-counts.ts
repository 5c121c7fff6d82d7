import { type Kysely, sql } from 'kysely';

/** What came by a file request since somebody last made it active. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table file_request add column files_received bigint not null default 0').execute(db);
  await sql.raw('alter table file_request add column bytes_received bigint not null default 0').execute(db);
}
