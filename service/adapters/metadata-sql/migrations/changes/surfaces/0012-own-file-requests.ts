import { type QueryExecutorProvider, sql } from 'kysely';

/** File requests by creator. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw('create index file_request_creator on file_request (created_by, id)').execute(db);
}
