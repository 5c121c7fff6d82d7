import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Which refresh tokens may be exchanged again because no token of their new pair was used: the answer with that pair may have been lost. Tokens of
 * earlier versions count as used.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    'alter table token add column confirms text',
    'alter table refresh_token add column successor text',
    'create index token_confirms on token (confirms) where confirms is not null',
    'create index refresh_token_successor on refresh_token (successor) where successor is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
