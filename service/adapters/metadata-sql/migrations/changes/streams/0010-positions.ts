import { type QueryExecutorProvider, sql } from 'kysely';

/** The initial position of the event streams. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Position 0 means "before the oldest event", so a stream without events needs a different number.
  `update counter set value = 1 where name = 'event_position' and value = 0`,
];
