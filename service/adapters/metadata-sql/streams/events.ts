import type { Kysely } from 'kysely';
import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import { eventTypes } from '../../../../contract/resources/streams/event.ts';
import type {
  EventAccess,
  EventDetails,
  EventQuery,
  EventRecipient,
  EventSourceRecord,
  EventWrites,
  LoggedEvent,
  NewEvent,
  StreamedEvent,
} from '../../../ports/metadata/streams/events.ts';
import { toId, toKey } from '../ids.ts';
import { prepared } from '../prepared.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { EventRecipientRow, EventRow, Tables } from '../tables.ts';
import { listAdminEvents, numberAdminEvents, unnumberedReader } from './admin-events.ts';
import type { EventToAppend } from './event-rows.ts';
import { pruneEvents } from './prune-events.ts';
import { adminPositions, userPositions } from './stream-positions.ts';

/** Event streams in SQL. */
export function sqlEvents({ db, appendEvent, pendingEvents }: SqlWriter): EventWrites {
  const streams = { all: eventStream(db, false), changes: eventStream(db, true) };
  const streamOf = (onlyChanges: boolean) => (onlyChanges ? streams.changes : streams.all);
  return {
    positionsOf: userPositions(db),
    adminPositions: adminPositions(db),
    hasUnnumbered: unnumberedReader(db),
    list: async ({ onlyChanges, ...query }) => (await streamOf(onlyChanges).list(query)).map(fromStreamRow),
    newestOf: async (userId, onlyChanges) => streamOf(onlyChanges).newestOf(userId),
    listForAdmins: async (query) => {
      return (await listAdminEvents(db, query)).flatMap((row) => {
        const event = fromEventRow(row, row.admin_position);
        return event.adminType === null ? [] : [{ ...event, adminType: event.adminType }];
      });
    },
    append: async (event) =>
      appendEvent({ event: toEventRow(event), recipients: event.recipients.map(toRecipientRow) }),
    pendingSources: async (userId) => {
      const isOwn = (to: EventToAppend['recipients'][number]) => to.user_id === toKey(userId) && to.is_change === 1;
      const own = pendingEvents().filter(({ recipients }) => recipients.some(isOwn));
      return own.map(({ event }) => fromSource(event.source));
    },
    numberForAdmins: async (limit) => numberAdminEvents(db, limit),
    deleteBefore: async (log, time, limit) => pruneEvents(db, log, { time, limit }),
  };
}

/** The events that each user receives, or only those of changes. Every client asks for its own again and again, so the queries are built once. */
function eventStream(db: Kysely<Tables>, onlyChanges: boolean) {
  const stream = () => {
    const events = db.selectFrom('event_recipient').where('event_recipient.user_id', '=', 0);
    return onlyChanges ? events.where('event_recipient.is_change', '=', 1) : events;
  };
  const ownParameters = (userId: string) => (onlyChanges ? [toKey(userId), 1] : [toKey(userId)]);
  const listing = (types: readonly string[] | null) =>
    prepared<EventRow & EventRecipientRow, (string | number)[]>(db, () => {
      const events = stream()
        .innerJoin('event', 'event.number', 'event_recipient.event_number')
        .selectAll()
        .where('event_recipient.position', '>', 0);
      const wanted = types === null ? events : events.where('event.event_type', 'in', [...types]);
      return wanted.orderBy('event_recipient.position').limit(1);
    });
  const all = listing(null);
  // By the number of types. A request can name others than these, thousands of them: its query is not kept.
  const ofTypes = new Map<number, ReturnType<typeof listing>>();
  const newest = prepared<{ readonly position: number }, number[]>(db, () =>
    stream().select('position').orderBy('position', 'desc').limit(1),
  );
  return {
    list: async ({ userId, after, limit, types }: Omit<EventQuery, 'onlyChanges'>) => {
      if (types === null) return all(...ownParameters(userId), after, limit);
      const list = ofTypes.get(types.length) ?? listing(types);
      if (types.length <= eventTypes.length) ofTypes.set(types.length, list);
      return list(...ownParameters(userId), after, ...types, limit);
    },
    newestOf: async (userId: string) => (await newest(...ownParameters(userId), 1))[0]?.position ?? 0,
  };
}

function toRecipientRow({ userId, access, isChange }: EventRecipient): EventToAppend['recipients'][number] {
  return { user_id: toKey(userId), access: JSON.stringify(access), is_change: isChange ? 1 : 0 };
}

function toEventRow(event: NewEvent): EventToAppend['event'] {
  const { details = null } = event;
  return {
    event_id: event.eventId,
    event_type: event.eventType,
    created_at: event.createdAt,
    created_by: toKey(event.createdBy),
    source: JSON.stringify(event.source),
    admin_type: event.adminType ?? null,
    details: details === null ? null : JSON.stringify(details),
    idempotency_key: event.idempotencyKey ?? null,
  };
}

function fromEventRow(row: EventRow, position: number): LoggedEvent {
  return {
    position,
    eventId: row.event_id,
    // The columns hold what `toEventRow` wrote.
    eventType: row.event_type as LoggedEvent['eventType'],
    createdAt: row.created_at,
    createdBy: toId(row.created_by),
    source: fromSource(row.source),
    adminType: row.admin_type as AdminEventType | null,
    details: row.details === null ? null : (JSON.parse(row.details) as EventDetails),
    idempotencyKey: row.idempotency_key,
  };
}

function fromStreamRow(row: EventRow & EventRecipientRow): StreamedEvent {
  const access = JSON.parse(row.access) as EventAccess;
  return {
    ...fromEventRow(row, row.position),
    recipient: { userId: toId(row.user_id), access, isChange: row.is_change === 1 },
  };
}

/** The source as `append` wrote it. Files in events of the first version have no lock and no uploader name. */
function fromSource(text: string): EventSourceRecord {
  const source = JSON.parse(text) as EventSourceRecord;
  if (source.kind !== 'item' || source.item.kind !== 'file') return source;
  return { ...source, item: { ...firstFileFields, ...source.item } };
}

const firstFileFields = { lock: null, uploaderDisplayName: '' };
