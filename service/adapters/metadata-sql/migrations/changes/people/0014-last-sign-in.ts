import { type QueryExecutorProvider, sql } from 'kysely';

/** When each person last signed in; null until the next sign-in. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw('alter table "user" add column last_sign_in_at bigint').execute(db);
}
