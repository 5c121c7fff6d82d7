import { type QueryExecutorProvider, sql } from 'kysely';

/** The network of a visitor who downloads an archive, so that one visitor does not use up the downloads of all. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table zip_download add column network text`.execute(db);
}
