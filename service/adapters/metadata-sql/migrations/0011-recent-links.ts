import { type Kysely, sql } from 'kysely';

/** By which shared link people reached what they had in hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The item of the link, and the state that the link was in then; both null for who came without a link.
  'alter table recent_item add column link_item_id bigint',
  'alter table recent_item add column link_stamp text',
  `create index recent_item_link on recent_item (user_id, interacted_at, item_id) where link_item_id is not null`,
];
