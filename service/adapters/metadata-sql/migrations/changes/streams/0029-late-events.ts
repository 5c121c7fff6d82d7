import { type Kysely, sql } from 'kysely';

/**
 * Finds the events of the administrators' log that got their position over ten minutes after their time (`streams/admin-events`). A window
 * of time is a range of positions except for these.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index event_late on event (admin_position) where admin_position > created_at * 1000 + 600000000`.execute(
    db,
  );
}
