import { type QueryExecutorProvider, sql } from 'kysely';

/** Shared links and file requests. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The shared link of an item, at most one. token is stored in clear text because the URL is shown again; vanity_key is
  // vanity_name in lower case; unshared_at null means no expiry.
  `create table shared_link (
    item_id bigint primary key references item (id), token text not null unique, access text not null,
    password_hash text, vanity_name text, vanity_key text, unshared_at bigint,
    can_download integer not null, can_edit integer not null,
    download_count bigint not null, preview_count bigint not null,
    created_by bigint not null, created_at bigint not null)`,
  `create unique index shared_link_vanity on shared_link (vanity_key) where vanity_key is not null`,
  `create index shared_link_expiry on shared_link (unshared_at) where unshared_at is not null`,

  // Forms through which people without an account upload files to a folder. The index of the active ones finds those that expire.
  `create table file_request (
    id bigint primary key, folder_id bigint not null references item (id), token text not null unique,
    title text not null, description text, status text not null,
    is_email_required integer not null, is_description_required integer not null, expires_at bigint, etag bigint not null,
    created_by bigint not null, created_at bigint not null, updated_by bigint not null, updated_at bigint not null)`,
  `create index file_request_folder on file_request (folder_id)`,
  `create index file_request_expiry on file_request (status, expires_at) where expires_at is not null`,
];
