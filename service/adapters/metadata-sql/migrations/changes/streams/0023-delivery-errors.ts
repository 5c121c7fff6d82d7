import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';

/** The error of a delivery is stored in sentences with their values apart. Each older text becomes one sentence without values. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const [list, fields] = isPostgres ? ['json_build_array', 'json_build_object'] : ['json_array', 'json_object'];
  const sentences = `${list}(${fields}('id', last_error, 'values', ${list}()))`;
  const update = `update webhook_delivery set last_error = cast(${sentences} as text) where last_error is not null`;
  await sql.raw(update).execute(db);
}
