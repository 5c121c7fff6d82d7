import { type Kysely, sql } from 'kysely';

/** Where the event streams begin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A position of 0 means "before the oldest event": where a stream stands before its first event must be another number.
  `update counter set value = 1 where name = 'event_position' and value = 0`,
];
