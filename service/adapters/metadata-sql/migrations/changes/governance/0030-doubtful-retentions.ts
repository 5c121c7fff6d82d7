import { type QueryExecutorProvider, sql } from 'kysely';

/** Retentions that may have been over when they were added, because the clock could not be trusted: they end without a deletion. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table version_retention add column is_doubtful integer not null default 0`.execute(db);
}
