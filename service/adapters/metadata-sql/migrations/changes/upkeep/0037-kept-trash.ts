import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * The `trashed_at` of an item or version that a purge left in the trash because a legal hold or a retention keeps it. While both are equal,
 * purges skip it. The column is cleared when something that kept it ends. Trashed again, it has another `trashed_at`.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table item add column kept_trashed_at bigint`.execute(db);
  await sql`alter table file_version add column kept_trashed_at bigint`.execute(db);
}
