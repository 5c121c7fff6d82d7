import type { GovernanceTables } from './tables/governance.ts';
import type { HubTables } from './tables/hubs.ts';
import type { ItemTables } from './tables/items.ts';
import type { JobRunTables } from './tables/job-runs.ts';
import type { NoteTables } from './tables/notes.ts';
import type { PeopleTables } from './tables/people.ts';
import type { SharingTables } from './tables/sharing.ts';
import type { SignInTables } from './tables/sign-in.ts';
import type { WebhookTables } from './tables/webhooks.ts';

/*
 * The tables as Kysely sees them. Ids of users, items, versions and collaborations are integers in the database and decimal strings
 * outside; booleans are 0 or 1; times are milliseconds since the epoch; sizes are bytes. The migrations explain each table.
 */
export interface Tables
  extends ItemTables,
    GovernanceTables,
    HubTables,
    JobRunTables,
    NoteTables,
    PeopleTables,
    SharingTables,
    SignInTables,
    WebhookTables {
  counter: { name: string; value: number };
  setting: { name: string; value: string };
  user: UserRow;
  item: ItemRow;
  file_version: VersionRow;
  upload_session: UploadSessionRow;
  upload_part: UploadPartRow;
  event: EventRow;
  event_recipient: EventRecipientRow;
  /** See the migration `0025-stream-heads`, like the next one. */
  stream_head: StreamPositionRow;
  stream_tail: StreamPositionRow;
  collaboration: CollaborationRow;
  released_blob: { blob_id: string; released_at: number };
  scope_lock: { name: string };
  idempotency_key: IdempotencyKeyRow;
  /** Downloads and previews in ranges: see the migration `0020-use-series`. */
  use_series: { reader: string; begun_at: number };
}

export interface UserRow {
  id: number;
  login: string;
  login_key: string;
  name: string;
  role: string;
  status: string;
  root_id: number;
  language: string;
  timezone: string;
  space_amount: number | null;
  space_used: number;
  created_at: number;
  modified_at: number;
  name_key: string;
  max_upload_size: number | null;
  external_app_user_id: string | null;
  last_sign_in_at: number | null;
  /** JSON; null until set. */
  profile: string | null;
  deleted_at: number | null;
}

export interface ItemRow {
  id: number;
  /** 0 folder, 1 file, 2 web link: their order in listings. */
  kind: number;
  owner_id: number;
  parent_id: number | null;
  name: string;
  name_key: string;
  description: string;
  etag: number;
  sequence_id: number;
  size: number;
  /** JSON array. */
  tags: string;
  created_at: number;
  modified_at: number;
  content_created_at: number;
  content_modified_at: number;
  created_by: number;
  modified_by: number;
  trashed_at: number | null;
  trashed_by: number | null;
  /** Files only, like the next two columns. */
  version_id: number | null;
  version_number: number | null;
  sha1: string | null;
  /** Folders only: JSON of the folder's settings. */
  folder_settings: string | null;
  /** Files only, like the next two columns. */
  uploader_display_name: string | null;
  /** JSON. */
  lock: string | null;
  lock_expires_at: number | null;
  /** Web links only. */
  url: string | null;
}

export interface VersionRow {
  id: number;
  file_id: number;
  number: number;
  blob_id: string;
  sha1: string;
  size: number;
  name: string;
  created_at: number;
  modified_at: number;
  modified_by: number;
  content_created_at: number;
  content_modified_at: number;
  uploader_display_name: string;
  trashed_at: number | null;
  trashed_by: number | null;
  restored_at: number | null;
  restored_by: number | null;
}

export interface UploadSessionRow {
  id: string;
  user_id: number;
  /** `new_file` or `new_version`; `target_id` is the folder or the file. */
  target_kind: string;
  target_id: number;
  /** Empty if a new version keeps the name of its file. */
  file_name: string;
  file_size: number;
  part_size: number;
  created_at: number;
  expires_at: number;
  /** JSON of the state, with the result of a commit. */
  state: string;
  owner_id: number;
  is_open: number;
  stored_bytes: number;
}

export interface UploadPartRow {
  session_id: string;
  position: number;
  part_id: string;
  size: number;
  sha1: string;
  blob_id: string;
}

export interface EventRow {
  number: number;
  event_id: string;
  event_type: string;
  created_at: number;
  created_by: number;
  /** JSON of the source at the time of the event. */
  source: string;
  /** Its type in the administrators' streams; null if it is not in them. */
  admin_type: string | null;
  /** Its position there; null until it is numbered. */
  admin_position: number | null;
  /** JSON that only administrators see. */
  details: string | null;
  idempotency_key: string | null;
}

/** See the migration `0018-idempotency-keys`. */
export interface IdempotencyKeyRow {
  user_id: number;
  key: string;
  operation: string;
  fingerprint: string;
  content_sha1: string | null;
  authority: string;
  status: number;
  headers: string;
  /** A large one is compressed: see `upkeep/packed-text.ts`. */
  body: string | null;
  created_at: number;
}

export interface EventRecipientRow {
  user_id: number;
  position: number;
  event_number: number;
  /** JSON: why the event is in this person's stream. */
  access: string;
  is_change: number;
}

export interface StreamPositionRow {
  user_id: number;
  position: number;
}

export interface CollaborationRow {
  id: number;
  item_id: number;
  user_id: number | null;
  invite_email: string | null;
  /** Folded form of the email address, used for lookups. */
  invite_key: string | null;
  role: string;
  status: string;
  created_by: number;
  created_at: number;
  modified_at: number;
  acknowledged_at: number | null;
  group_id: number | null;
  expires_at: number | null;
  is_access_only: number;
  can_view_path: number;
}
