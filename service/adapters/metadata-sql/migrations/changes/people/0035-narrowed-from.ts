import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * The token that a downscoped token was made from, with which it is revoked. Tokens of earlier versions have only `is_narrowed`, which those
 * versions still read and write while both run.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    'alter table token add column narrowed_from text',
    'create index token_narrowed_from on token (narrowed_from) where narrowed_from is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
