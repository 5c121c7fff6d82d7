import type { Kysely } from 'kysely';
import { nextNumberFrom } from '../counters.ts';
import { preparedForRow } from '../prepared.ts';
import type { EventRecipientRow, EventRow, Tables } from '../tables.ts';

/** An event with its recipients, before it has a position. */
export interface EventToAppend {
  readonly event: Omit<EventRow, 'position'>;
  readonly recipients: readonly Omit<EventRecipientRow, 'position'>[];
}

/**
 * Positions are clock microseconds, or the last position plus one when the clock is not ahead of it: several events at the same
 * time, or a clock that was set back. A service restored from a copy of its data therefore never reuses a position that the copy
 * lacks.
 */
export const positionsInMs = 1000;

/** Maximum recipients per insert: databases limit the number of parameters. */
const recipientsPerInsert = 200;

/** Appends events at once, for a database with one writer: the positions become visible in the order of commits anyway. */
export function appendAtOnce(db: Kysely<Tables>): (event: EventToAppend) => Promise<void> {
  const nextPosition = nextNumberFrom(db, 'event_position');
  const insertEvent = preparedForRow<EventRow>(db, (row) => db.insertInto('event').values(row));
  const insertRecipient = preparedForRow<EventRecipientRow>(db, (row) => db.insertInto('event_recipient').values(row));
  return async ({ event, recipients }) => {
    const position = await nextPosition(event.created_at * positionsInMs);
    await insertEvent({ position, ...event });
    const rows = recipients.map(({ user_id, access, is_change }) => ({ user_id, position, access, is_change }));
    const [only] = rows;
    // Nearly always the owner is the only recipient, and that statement is already built.
    if (rows.length === 1 && only !== undefined) await insertRecipient(only);
    else {
      for (let start = 0; start < rows.length; start += recipientsPerInsert) {
        const some = rows.slice(start, start + recipientsPerInsert);
        await db.insertInto('event_recipient').values(some).execute();
      }
    }
  };
}
