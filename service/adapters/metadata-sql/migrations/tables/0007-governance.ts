import { type QueryExecutorProvider, sql } from 'kysely';

/** Legal holds, retention and hubs. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...walks, ...legalHolds, ...retention, ...hubs]) await sql.raw(statement).execute(db);
}

// Everything below a folder or owned by a user, trash included.
const walks = [
  `create index item_below on item (parent_id, id)`,
  `create index item_of_owner on item (owner_id, id)`,
  // An order that also separates two items trashed at the same moment.
  `drop index item_trash_age`,
  `create index item_trash_age on item (trashed_at, id) where trashed_at is not null`,
  `drop index file_version_trash_age`,
  `create index file_version_trash_age on file_version (trashed_at, id) where trashed_at is not null`,
];

const legalHolds = [
  // Legal hold policies. name_key is the name in lower case, unique among policies that are not being released.
  `create table legal_hold_policy (
    id bigint primary key, name text not null, name_key text not null, description text not null, status text not null,
    is_ongoing integer not null, filter_started_at bigint, filter_ended_at bigint, release_notes text not null,
    created_by bigint not null, created_at bigint not null, modified_at bigint not null, deleted_at bigint)`,
  `create unique index legal_hold_policy_name on legal_hold_policy (name_key) where deleted_at is null`,
  `create index legal_hold_policy_release on legal_hold_policy (id) where status = 'releasing'`,

  // A policy on a user, a folder, a file or a version. deleted_at: its release was requested.
  `create table legal_hold_assignment (
    id bigint primary key, policy_id bigint not null references legal_hold_policy (id), target_type text not null,
    target_id text not null, assigned_by bigint not null, assigned_at bigint not null, deleted_at bigint)`,
  `create unique index legal_hold_assignment_once on legal_hold_assignment (policy_id, target_type, target_id)
    where deleted_at is null`,
  `create index legal_hold_assignment_of_policy on legal_hold_assignment (policy_id, id)`,
  `create index legal_hold_assignment_on on legal_hold_assignment (target_id) where deleted_at is null`,
  `create index legal_hold_assignment_release on legal_hold_assignment (id) where deleted_at is not null`,

  // The versions that each assignment holds. The foreign key prevents the deletion of a held version.
  `create table version_hold (
    assignment_id bigint not null references legal_hold_assignment (id),
    version_id bigint not null references file_version (id), file_id bigint not null,
    primary key (assignment_id, version_id))`,
  `create index version_hold_file on version_hold (assignment_id, file_id)`,
  `create index version_hold_version on version_hold (version_id)`,
];

const retention = [
  // How long versions are kept, and what happens then. length_days null: indefinitely; max_extension_days null: no limit.
  // notification_recipients is a JSON array of ids.
  `create table retention_policy (
    id bigint primary key, name text not null unique, description text not null, length_days bigint,
    disposition_action text not null, is_modifiable integer not null, status text not null,
    can_owner_extend integer not null, max_extension_days bigint, are_owners_notified integer not null,
    notification_recipients text not null, created_by bigint not null, created_at bigint not null,
    modified_at bigint not null)`,

  // A policy on a folder or on the enterprise.
  `create table retention_assignment (
    id bigint primary key, policy_id bigint not null references retention_policy (id), target_type text not null,
    target_id text not null, assigned_by bigint not null, assigned_at bigint not null)`,
  `create unique index retention_assignment_once on retention_assignment (policy_id, target_type, target_id)`,
  `create index retention_assignment_of_policy on retention_assignment (policy_id, id)`,
  `create index retention_assignment_on on retention_assignment (target_id)`,

  // The versions that each assignment retains; starts_at is the upload time, from which the days are counted.
  `create table version_retention (
    assignment_id bigint not null references retention_assignment (id),
    version_id bigint not null references file_version (id), file_id bigint not null, starts_at bigint not null,
    primary key (assignment_id, version_id))`,
  `create index version_retention_age on version_retention (assignment_id, starts_at, version_id)`,
  `create index version_retention_file on version_retention (assignment_id, file_id)`,
  `create index version_retention_version on version_retention (version_id)`,

  // The date until which the owner of a file postponed its disposition.
  `create table retention_extension (file_id bigint primary key references item (id), until bigint not null)`,
];

const hubs = [
  // Curated collections. title_key and search_key are in lower case. view_count excludes views by the creator.
  `create table hub (
    id bigint primary key, title text not null, title_key text not null, description text not null,
    search_key text not null, view_count bigint not null, is_ai_enabled integer not null,
    is_restricted_to_enterprise integer not null, can_non_owners_invite integer not null,
    can_shared_link_be_created integer not null, can_public_shared_link_be_created integer not null,
    copy_access text not null, created_by bigint not null, created_at bigint not null, updated_by bigint not null,
    updated_at bigint not null)`,
  `create index hub_by_title on hub (title_key, id)`,
  `create index hub_by_update on hub (updated_at, id)`,
  `create index hub_by_views on hub (view_count, id)`,

  // Members of a hub and their roles. grantee_id is null while no account has the invited email address (invite_key, in lower
  // case).
  `create table hub_collaboration (
    id bigint primary key, hub_id bigint not null references hub (id), grantee_type text not null, grantee_id bigint,
    invite_key text, role text not null, status text not null, created_by bigint not null, created_at bigint not null,
    modified_at bigint not null)`,
  `create index hub_collaboration_of_hub on hub_collaboration (hub_id, id)`,
  `create index hub_collaboration_of_grantee on hub_collaboration (grantee_type, grantee_id, status, hub_id)`,
  `create index hub_collaboration_invite on hub_collaboration (invite_key) where invite_key is not null`,

  // The pages of a hub and their blocks.
  `create table hub_page (id bigint primary key, hub_id bigint not null references hub (id), title text not null)`,
  `create index hub_page_of_hub on hub_page (hub_id, id)`,
  `create table hub_block (
    id bigint primary key, page_id bigint not null references hub_page (id), hub_id bigint not null, type text not null)`,
  `create index hub_block_of_page on hub_block (page_id, id)`,

  // Items in a hub, in the order in which they were added. The item itself may since have been deleted.
  `create table hub_item (
    hub_id bigint not null references hub (id), item_id bigint not null,
    block_id bigint not null references hub_block (id), position bigint not null, primary key (hub_id, item_id))`,
  `create unique index hub_item_order on hub_item (hub_id, position)`,
  `create index hub_item_of_block on hub_item (block_id, position)`,

  // When each user last opened a hub.
  `create table hub_visit (
    hub_id bigint not null references hub (id), user_id bigint not null, visited_at bigint not null,
    primary key (hub_id, user_id))`,
];
