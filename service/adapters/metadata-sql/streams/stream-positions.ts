import type { Kysely } from 'kysely';
import type { StreamPositions } from '../../../ports/metadata/streams/events.ts';
import { counterReader } from '../counters.ts';
import { toKey } from '../ids.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';

/** The highest position that was pruned from the administrators' log. The counter is created when the first events are pruned. */
export const forgottenAdminPosition = 'forgotten_admin_position';

/** The last position of the time when all streams shared one numbering, and the highest of them that was pruned (migration 0025). */
export const sharedPosition = 'shared_position';
export const forgottenSharedPosition = 'forgotten_shared_position';

/** The position of a stream before its first event: 0 means "before the oldest event". */
const firstPosition = 1;

type PositionRow = { readonly position: number };

/** The positions of users' streams. All of them ask the same queries, which are built once. */
export function userPositions(db: Kysely<Tables>): (userId: string) => StreamPositions {
  const head = prepared<PositionRow, [number]>(db, () =>
    db.selectFrom('stream_head').select('position').where('user_id', '=', 0),
  );
  const tail = prepared<PositionRow, [number]>(db, () =>
    db.selectFrom('stream_tail').select('position').where('user_id', '=', 0),
  );
  const at = prepared<PositionRow, [number, number]>(db, () =>
    db.selectFrom('event_recipient').select('position').where('user_id', '=', 0).where('position', '=', 0),
  );
  const oldestSince = prepared<PositionRow, [number, number, number]>(db, () =>
    db
      .selectFrom('event_recipient')
      .innerJoin('event', 'event.number', 'event_recipient.event_number')
      .select('event_recipient.position')
      .where('event_recipient.user_id', '=', 0)
      .where('event.created_at', '>=', 0)
      .orderBy('event_recipient.position')
      .limit(1),
  );
  const wasShared = sharedPositions(db);
  return (userId) => {
    const key = toKey(userId);
    const latest = async () => (await head(key))[0]?.position ?? firstPosition;
    const forgotten = async () => (await tail(key))[0]?.position ?? 0;
    return {
      latest,
      forgotten,
      wasGivenOut: async (position) =>
        (await at(key, position)).length > 0 || position <= (await forgotten()) || (await wasShared(position)),
      before: async (time) => {
        const [oldest] = await oldestSince(key, time, 1);
        return oldest === undefined ? latest() : oldest.position - 1;
      },
    };
  };
}

/** The positions of the administrators' log. */
export function adminPositions(db: Kysely<Tables>): StreamPositions {
  const at = prepared<PositionRow, [number]>(db, () =>
    db.selectFrom('event').select('admin_position as position').where('admin_position', '=', 0).$castTo<PositionRow>(),
  );
  const counter = counterReader(db);
  const wasShared = sharedPositions(db);
  return {
    latest: async () => counter('admin_position'),
    forgotten: async () => counter(forgottenAdminPosition),
    wasGivenOut: async (position) =>
      (await at(position)).length > 0 ||
      position <= (await counter(forgottenAdminPosition)) ||
      (await wasShared(position)),
    before: endReader(db, 'admin_position'),
  };
}

/**
 * Whether a position may have been issued before the first event, or while all streams shared one numbering: to a reader of another stream,
 * too.
 */
function sharedPositions(db: Kysely<Tables>): (position: number) => Promise<boolean> {
  const counter = counterReader(db);
  const numbered = prepared<unknown, [number]>(db, () =>
    db.selectFrom('event').select('number').where('number', '=', 0),
  );
  return async (position) => {
    if (position <= firstPosition) return true;
    const last = await counter(sharedPosition);
    if (position >= last) return position === last;
    return position <= (await counter(forgottenSharedPosition)) || (await numbered(position)).length > 0;
  };
}

/** The column that orders the events. */
type EventOrder = 'number' | 'admin_position';

/**
 * Reads the place up to which all events are from before a time: of the newest such event, or 0. An event that was written while the
 * clock was far behind has an old time but follows young events. Those end the places before it. Each query is built once.
 */
export function endReader(db: Kysely<Tables>, order: EventOrder): (time: number) => Promise<number> {
  const newest = newestReader(db, order);
  const placed = () => db.selectFrom('event').select(`${order} as position`).where(order, 'is not', null);
  const oldestSince = prepared<PositionRow, [number, number]>(db, () =>
    placed().where('created_at', '>=', 0).orderBy('created_at').orderBy(order).limit(1).$castTo<PositionRow>(),
  );
  const preceding = prepared<PositionRow, [number, number]>(db, () =>
    placed().where(order, '<', 0).orderBy(order, 'desc').limit(1).$castTo<PositionRow>(),
  );
  return async (time) => {
    const end = await newest(time);
    const young = (await oldestSince(time, 1))[0]?.position;
    return young === undefined || young > end ? end : ((await preceding(young, 1))[0]?.position ?? 0);
  };
}

/** Reads the place of the newest event before a time, wherever it stands; 0 when there is none. */
function newestReader(db: Kysely<Tables>, order: EventOrder): (time: number) => Promise<number> {
  const newest = prepared<PositionRow, [number, number]>(db, () => {
    const before = db.selectFrom('event').select(`${order} as position`).where(order, 'is not', null);
    return before
      .where('created_at', '<', 0)
      .orderBy('created_at', 'desc')
      .orderBy(order, 'desc')
      .limit(1)
      .$castTo<PositionRow>();
  });
  return async (time) => (await newest(time, 1))[0]?.position ?? 0;
}
