import { type Kysely, sql } from 'kysely';

/** The web links of a user in any folder. `kind = 2`: a web link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index item_web_links on item (owner_id, id) where kind = 2').execute(db);
}
