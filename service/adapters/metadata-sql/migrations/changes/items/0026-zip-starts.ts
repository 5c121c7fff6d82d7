import { type QueryExecutorProvider, sql } from 'kysely';

/** The row that a ZIP download locks while it starts, so that all processes together count what runs (docs/transactions.md). */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into scope_lock (name) values ('zip_starts')`.execute(db);
}
