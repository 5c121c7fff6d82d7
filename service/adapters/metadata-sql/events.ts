import type { Kysely } from 'kysely';
import type { EventType } from '../../../contract/resources/event.ts';
import type { EventAccess, EventSourceRecord, EventWrites, StreamedEvent } from '../../ports/metadata/events.ts';
import { counterValue, nextNumber, raiseCounter } from './counters.ts';
import { toId, toKey } from './ids.ts';
import type { EventRecipientRow, EventRow, Tables } from './tables.ts';

/** Event streams in SQL. */
export function sqlEvents(db: Kysely<Tables>): EventWrites {
  return {
    latestPosition: async () => counterValue(db, 'event_position'),
    forgottenPosition: async () => counterValue(db, 'forgotten_event_position'),
    list: async ({ userId, after, limit, onlyChanges }) => {
      const stream = db
        .selectFrom('event_recipient')
        .innerJoin('event', 'event.position', 'event_recipient.position')
        .selectAll()
        .where('event_recipient.user_id', '=', toKey(userId))
        .where('event_recipient.position', '>', after);
      const wanted = onlyChanges ? stream.where('event_recipient.is_change', '=', 1) : stream;
      const rows = await wanted.orderBy('event_recipient.position').limit(limit).execute();
      return rows.map(fromEventRow);
    },
    append: async ({ recipients, ...event }) => {
      const position = await nextNumber(db, 'event_position');
      const row: EventRow = {
        position,
        event_id: event.eventId,
        event_type: event.eventType,
        created_at: event.createdAt,
        created_by: toKey(event.createdBy),
        source: JSON.stringify(event.source),
      };
      await db.insertInto('event').values(row).execute();
      for (const { userId, access, isChange } of recipients) {
        const user_id = toKey(userId);
        const is_change = isChange ? 1 : 0;
        const recipient = { user_id, position, access: JSON.stringify(access), is_change };
        await db.insertInto('event_recipient').values(recipient).execute();
      }
      return position;
    },
    deleteBefore: async (time) => {
      const old = db.selectFrom('event').select('position').where('created_at', '<', time);
      const newest = await old.orderBy('position', 'desc').limit(1).executeTakeFirst();
      if (!newest) return 0;
      await raiseCounter(db, 'forgotten_event_position', newest.position);
      await db.deleteFrom('event_recipient').where('position', 'in', old).execute();
      const result = await db.deleteFrom('event').where('created_at', '<', time).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

function fromEventRow(row: EventRow & EventRecipientRow): StreamedEvent {
  return {
    position: row.position,
    eventId: row.event_id,
    // The columns hold what `append` put there.
    eventType: row.event_type as EventType,
    createdAt: row.created_at,
    createdBy: toId(row.created_by),
    source: JSON.parse(row.source) as EventSourceRecord,
    recipient: {
      userId: toId(row.user_id),
      access: JSON.parse(row.access) as EventAccess,
      isChange: row.is_change === 1,
    },
  };
}
