import { type QueryExecutorProvider, sql } from 'kysely';

/** The first schema: users, items, versions, uploads, events, collaborations. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Sequences: the last id, and the position of the newest event. Taking a number locks the row until the commit, so that positions
  // become visible in order. forgotten_event_position is created when the first events are pruned.
  `create table counter (name text primary key, value bigint not null)`,
  `insert into counter (name, value) values ('id', 1000), ('event_position', 0)`,

  // Values of this one service: the enterprise, the key of paging markers.
  `create table setting (name text primary key, value text not null)`,

  // Users. login_key is the login in lower case; space_amount null means no limit.
  `create table "user" (
    id bigint primary key, login text not null, login_key text not null unique, name text not null,
    role text not null, status text not null, root_id bigint not null, language text not null, timezone text not null,
    space_amount bigint, space_used bigint not null, created_at bigint not null, modified_at bigint not null)`,

  // Access tokens, by the SHA-256 of the token. scopes is a JSON array; expires_at null means never.
  `create table token (
    digest text primary key, user_id bigint not null references "user" (id), scopes text not null,
    created_at bigint not null, expires_at bigint)`,
  `create index token_expiry on token (expires_at)`,

  // Folders and files in one tree, since a name is unique across both. parent_id is null only for roots, and dangles when an item
  // in the trash outlives its folder. kind is the order of listings: 0 folder, 1 file. trashed_at marks items that were trashed
  // themselves, not those below them.
  `create table item (
    id bigint primary key, kind integer not null, owner_id bigint not null references "user" (id), parent_id bigint,
    name text not null, name_key text not null, description text not null, etag bigint not null,
    sequence_id bigint not null, size bigint not null, tags text not null,
    created_at bigint not null, modified_at bigint not null,
    content_created_at bigint not null, content_modified_at bigint not null,
    created_by bigint not null, modified_by bigint not null, trashed_at bigint, trashed_by bigint,
    version_id bigint, version_number bigint, sha1 text, folder_settings text)`,
  // At most one live item with a name in a folder; also the index for lookups by name.
  `create unique index item_name on item (parent_id, name_key) where trashed_at is null`,
  `create index item_listing_by_id on item (parent_id, kind, id) where trashed_at is null`,
  `create index item_listing_by_name on item (parent_id, kind, name_key, id) where trashed_at is null`,
  `create index item_trash on item (owner_id, kind, id) where trashed_at is not null`,
  `create index item_trash_age on item (trashed_at) where trashed_at is not null`,

  // Every version of a file, including the current one. number counts from 1 within the file.
  `create table file_version (
    id bigint primary key, file_id bigint not null references item (id), number bigint not null, blob_id text not null,
    sha1 text not null, size bigint not null, name text not null, created_at bigint not null,
    modified_at bigint not null, modified_by bigint not null,
    content_created_at bigint not null, content_modified_at bigint not null, uploader_display_name text not null,
    trashed_at bigint, trashed_by bigint, restored_at bigint, restored_by bigint)`,
  `create unique index file_version_number on file_version (file_id, number)`,
  `create index file_version_blob on file_version (blob_id)`,
  `create index file_version_trash_age on file_version (trashed_at) where trashed_at is not null`,

  // Large uploads in progress. A committed one stays until it expires, so that a repeated commit gets the same response.
  `create table upload_session (
    id text primary key, user_id bigint not null references "user" (id), target_kind text not null,
    target_id bigint not null, file_name text not null, file_size bigint not null, part_size bigint not null,
    created_at bigint not null, expires_at bigint not null, state text not null)`,
  `create index upload_session_expiry on upload_session (expires_at)`,

  // Stored parts; position is the offset of the part in the file.
  `create table upload_part (
    session_id text not null references upload_session (id), position bigint not null, part_id text not null,
    size bigint not null, sha1 text not null, blob_id text not null, primary key (session_id, position))`,
  `create index upload_part_blob on upload_part (blob_id)`,

  // The event log, and the streams that contain each event. A reader queries a user's rows after a position.
  `create table event (
    position bigint primary key, event_id text not null unique, event_type text not null, created_at bigint not null,
    created_by bigint not null, source text not null)`,
  `create index event_age on event (created_at)`,
  `create table event_recipient (
    user_id bigint not null, position bigint not null references event (position), access text not null,
    is_change integer not null, primary key (user_id, position))`,
  `create index event_recipient_position on event_recipient (position)`,

  // A user's access to an item of another user. user_id is null while no account has the invited email address.
  `create table collaboration (
    id bigint primary key, item_id bigint not null references item (id), user_id bigint, invite_email text,
    invite_key text, role text not null, status text not null, created_by bigint not null, created_at bigint not null,
    modified_at bigint not null, acknowledged_at bigint)`,
  `create index collaboration_item on collaboration (item_id)`,
  `create index collaboration_user on collaboration (user_id, status, id)`,
  `create index collaboration_invite on collaboration (invite_key) where invite_key is not null`,

  // Blobs that may have lost their last reference; a job deletes the ones that have.
  `create table released_blob (blob_id text primary key)`,
];
