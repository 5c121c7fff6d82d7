import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * The current version of a file has the file's content dates. Dates set after the upload used to be only those of the file, so copies of it
 * and its version, once past, had the old ones.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`update file_version
    set content_created_at = item.content_created_at, content_modified_at = item.content_modified_at
    from item where item.version_id = file_version.id and (file_version.content_created_at <> item.content_created_at
      or file_version.content_modified_at <> item.content_modified_at)`.execute(db);
}
