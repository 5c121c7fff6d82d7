import { type Kysely, sql } from 'kysely';
import { nextNumberFrom } from '../counters.ts';
import { prepared, preparedForRow } from '../prepared.ts';
import type { EventRecipientRow, EventRow, Tables } from '../tables.ts';

/** An event with its recipients, before it has positions. */
export interface EventToAppend {
  readonly event: Omit<EventRow, 'number' | 'admin_position'>;
  readonly recipients: readonly Omit<EventRecipientRow, 'position' | 'event_number'>[];
}

/**
 * Positions are clock microseconds, or the last position of the stream plus one when the clock is not ahead of it: several events at the
 * same time, or a clock that was set back. A service restored from a copy of its data therefore never reuses a position that the copy
 * lacks.
 */
export const positionsInMs = 1000;

/** Appends events at once, for a database with one writer: the positions become visible in the order of commits anyway. */
export function appendAtOnce(db: Kysely<Tables>): (event: EventToAppend) => Promise<void> {
  const nextAdminPosition = nextNumberFrom(db, 'admin_position');
  // Numbers follow the clock too, so that they rise even after the newest event has been deleted.
  const next = (least: number) => sql<number>`(select max(coalesce(max(number), 0) + 1, ${least}) from event)`;
  const insertEvent = preparedForRow<EventRow>(db, (row) =>
    db
      .insertInto('event')
      .values({ ...row, number: next(row.number) })
      .returning('number'),
  );
  const insertRecipient = preparedForRow<EventRecipientRow>(db, (row) => db.insertInto('event_recipient').values(row));
  const raiseHead = headRaiser(db);
  return async ({ event, recipients }) => {
    const least = event.created_at * positionsInMs;
    const admin_position = event.admin_type === null ? null : await nextAdminPosition(least);
    const [added] = await insertEvent({ ...event, number: least, admin_position });
    // The statement returns its row.
    const { number: event_number } = added as Pick<EventRow, 'number'>;
    for (const { user_id, access, is_change } of recipients) {
      const position = await raiseHead(user_id, least);
      await insertRecipient({ user_id, position, event_number, access, is_change });
    }
  };
}

/** Takes the next position of a user's stream, at least `least`. */
function headRaiser(db: Kysely<Tables>): (userKey: number, least: number) => Promise<number> {
  const raise = prepared<{ readonly position: number }, [number, number]>(db, () => {
    const insert = db.insertInto('stream_head').values({ user_id: 0, position: 0 });
    const raised = sql<number>`case when stream_head.position < excluded.position
      then excluded.position else stream_head.position + 1 end`;
    return insert
      .onConflict((known) => known.column('user_id').doUpdateSet({ position: raised }))
      .returning('position');
  });
  return async (userKey, least) => {
    const [head] = await raise(userKey, least);
    if (head === undefined) throw new Error(`The stream of user ${userKey} has no head.`);
    return head.position;
  };
}
