import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Whether an administrator of the enterprise added the member to the group. Only then may administrators of the group have rights over the
 * account. Earlier memberships keep theirs, since nothing tells who added them. A process of the version before, which may still run, adds
 * members without the column, and they count as added by the group.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    'alter table group_membership add column is_by_enterprise integer not null default 0',
    'update group_membership set is_by_enterprise = 1',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
