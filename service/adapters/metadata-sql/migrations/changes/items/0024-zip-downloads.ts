import { type QueryExecutorProvider, sql } from 'kysely';

/** Files and folders that are downloaded as one archive: all processes together open each URL once and count what runs. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // request: JSON. seen_at: when the receiver last took bytes. user_id refers to no row, since visitors of shared links have none.
  `create table zip_download (id text primary key, user_id bigint not null, request text not null, state text not null,
    seen_at bigint not null, expires_at bigint not null, total_files integer not null, downloaded_files integer not null,
    skipped_files integer not null, skipped_folders integer not null)`,
  // A job deletes the oldest.
  `create index zip_download_expiry on zip_download (expires_at)`,
  `create index zip_download_running on zip_download (seen_at) where state = 'in_progress'`,
];
