import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * The token that a downscoped token was made from, with which it is revoked. For those of earlier versions it is unknown, and an empty text
 * marks them; they expire within the hour.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    'alter table token add column narrowed_from text',
    "update token set narrowed_from = '' where is_narrowed = 1",
    'alter table token drop column is_narrowed',
    'create index token_narrowed_from on token (narrowed_from) where narrowed_from is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
