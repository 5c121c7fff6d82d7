import { type QueryExecutorProvider, sql } from 'kysely';

/** Marks downscoped tokens, which are revoked alone. Older ones limited to an item are known by it; the others expire within the hour. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw('alter table token add column is_narrowed integer not null default 0').execute(db);
  await sql.raw('update token set is_narrowed = 1 where restricted_item_id is not null').execute(db);
}
