import { type QueryExecutorProvider, sql } from 'kysely';

/** The shared link through which a user reached a recent item. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The item of the link, and the state of the link at that time; both null for access without a link.
  'alter table recent_item add column link_item_id bigint',
  'alter table recent_item add column link_stamp text',
  `create index recent_item_link on recent_item (user_id, interacted_at, item_id) where link_item_id is not null`,
];
