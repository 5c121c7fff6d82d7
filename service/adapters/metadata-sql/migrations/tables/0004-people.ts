import { type QueryExecutorProvider, sql } from 'kysely';
import { nameKey } from '../../../../../contract/rules/names.ts';

/** Groups and memberships, group collaborations, expiring collaborations, and the rest of a user's account. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await foldNames(db);
}

const statements = [
  // Groups. name_key is the folded name, which is unique.
  `create table user_group (
    id bigint primary key, name text not null, name_key text not null unique, description text not null,
    provenance text, external_sync_identifier text, invitability_level text not null,
    member_viewability_level text not null, created_at bigint not null, modified_at bigint not null)`,

  // Group memberships. configurable_permissions is JSON: a null column means never set, the JSON null means all off.
  `create table group_membership (
    id bigint primary key, group_id bigint not null references user_group (id),
    user_id bigint not null references "user" (id), role text not null, configurable_permissions text,
    created_at bigint not null, modified_at bigint not null)`,
  `create unique index group_membership_pair on group_membership (group_id, user_id)`,
  `create index group_membership_list on group_membership (group_id, id)`,
  `create index group_membership_user on group_membership (user_id, id)`,

  // A group's collaboration has group_id and no user_id. expires_at null means no expiry.
  `alter table collaboration add column group_id bigint`,
  `alter table collaboration add column expires_at bigint`,
  `alter table collaboration add column is_access_only integer not null default 0`,
  `alter table collaboration add column can_view_path integer not null default 0`,
  `create index collaboration_group on collaboration (group_id, id) where group_id is not null`,
  `create index collaboration_expiry on collaboration (expires_at) where expires_at is not null`,
  `create index collaboration_item_order on collaboration (item_id, id)`,

  // The alias of a shared item in a user's root, needed while the root contains an item with the same name (item_name).
  `create table shown_name (
    user_id bigint not null, item_id bigint not null, item_name text not null, name text not null,
    primary key (user_id, item_id))`,
  `create index shown_name_item on shown_name (item_id)`,

  // name_key finds a user by the start of the name; profile is JSON, null until set. A deleted user keeps the row, since many rows
  // refer to it, but gives up the login (deleted_at).
  `alter table "user" add column name_key text not null default ''`,
  `alter table "user" add column max_upload_size bigint`,
  `alter table "user" add column external_app_user_id text`,
  `alter table "user" add column profile text`,
  `alter table "user" add column deleted_at bigint`,
  `create unique index user_external_app on "user" (external_app_user_id) where external_app_user_id is not null`,
  `create index user_administrators on "user" (role, id)`,

  // Avatars. content is base64.
  `create table user_avatar (
    user_id bigint primary key references "user" (id), content_type text not null, content text not null)`,

  // Additional email addresses of a user, which invitations also match. email_key is the address in lower case.
  `create table email_alias (
    id bigint primary key, user_id bigint not null references "user" (id), email text not null,
    email_key text not null unique)`,
  `create index email_alias_user on email_alias (user_id, id)`,
];

async function foldNames(db: QueryExecutorProvider): Promise<void> {
  const people = await sql<{ id: number; name: string }>`select id, name from "user"`.execute(db);
  for (const { id, name } of people.rows) {
    await sql`update "user" set name_key = ${nameKey(name)} where id = ${id}`.execute(db);
  }
}
