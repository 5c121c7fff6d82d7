import { type Kysely, sql } from 'kysely';

/**
 * Whether an administrator of the enterprise added the member to the group. Only then may administrators of the group have rights over the
 * account. Earlier memberships keep theirs, since nothing tells who added them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table group_membership add column is_by_enterprise integer not null default 1').execute(db);
}
