import { type QueryExecutorProvider, sql } from 'kysely';

/** Web links, locks, countable tags, collections, and purges that take more than one step. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await noteTags(db);
}

const statements = [
  // The URL of a web link (kind 2), the lock of a file (JSON), and the uploader of its current version.
  `alter table item add column url text`,
  `alter table item add column lock text`,
  `alter table item add column uploader_display_name text`,
  `update item set uploader_display_name =
    (select uploader_display_name from file_version where file_version.id = item.version_id) where kind = 1`,

  `create index item_locked on item (id) where lock is not null`,

  // A second copy of item tags for counting and searching. Responses show the column of the item itself.
  `create table tag (name text primary key)`,
  `create table item_tag (
    item_id bigint not null references item (id) on delete cascade, name text not null references tag (name),
    tagged_by bigint not null, primary key (item_id, name))`,
  `create index item_tag_name on item_tag (name)`,
  `create index item_tag_person on item_tag (tagged_by, name)`,

  // Folders that cannot be moved or deleted.
  `create table folder_lock (
    id bigint primary key, folder_id bigint not null unique references item (id) on delete cascade,
    created_by bigint not null, created_at bigint not null)`,

  // Favorites; each user has one such collection.
  `create table favorite (
    user_id bigint not null references "user" (id), item_id bigint not null references item (id) on delete cascade,
    added_at bigint not null, primary key (user_id, item_id))`,
  `create index favorite_item on favorite (item_id)`,

  // Permanently deleted folders whose content is still being deleted, a batch at a time.
  `create table purged_folder (folder_id bigint primary key, owner_id bigint not null)`,
];

/** The existing tags of items, as set by the last person who changed the item. */
async function noteTags(db: QueryExecutorProvider): Promise<void> {
  const tagged = await sql<TaggedRow>`select id, tags, modified_by from item where tags <> '[]'`.execute(db);
  for (const { id, tags, modified_by } of tagged.rows) {
    for (const name of new Set(JSON.parse(tags) as string[])) {
      await sql`insert into tag (name) values (${name}) on conflict (name) do nothing`.execute(db);
      await sql`insert into item_tag (item_id, name, tagged_by) values (${id}, ${name}, ${modified_by})`.execute(db);
    }
  }
}

interface TaggedRow {
  readonly id: number;
  readonly tags: string;
  readonly modified_by: number;
}
