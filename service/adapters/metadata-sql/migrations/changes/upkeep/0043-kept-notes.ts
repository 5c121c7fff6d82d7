import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * When a purge noted that an item or version is kept (`0037-kept-trash`), so that it looks at the oldest notes again: a process of the previous
 * version that lifts a hold does not clear them. The notes of such a process have the default and come first.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table item add column kept_noted_at bigint not null default 0`.execute(db);
  await sql`alter table file_version add column kept_noted_at bigint not null default 0`.execute(db);
}
