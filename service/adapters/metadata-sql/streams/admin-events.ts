import type { Kysely } from 'kysely';
import type { AdminEventQuery } from '../../../ports/metadata/streams/events.ts';
import { prepared } from '../prepared.ts';
import type { EventRow, Tables } from '../tables.ts';

/**
 * Clocks differ slightly and get adjusted, so times follow the commit order only approximately. A time window is looked up in
 * positions widened by this many milliseconds and then cut exactly.
 */
const clockSlackMs = 10 * 60_000;

/** The end of the events before a time, as `positionReader` reads it. */
export async function positionBefore(db: Kysely<Tables>, time: number): Promise<number> {
  return positionReader(db)(time);
}

/**
 * Reads the position up to which all events are from before a time: of the newest such event, or 0. An event that was written while the
 * clock was far behind has an old time but follows young events. Those end the positions before it. Each query is built once.
 */
export function positionReader(db: Kysely<Tables>): (time: number) => Promise<number> {
  const newest = newestReader(db);
  const oldestSince = prepared<PositionRow, [number, number]>(db, () => {
    const since = db.selectFrom('event').select('position').where('created_at', '>=', 0);
    return since.orderBy('created_at').orderBy('position').limit(1);
  });
  const preceding = prepared<PositionRow, [number, number]>(db, () => {
    return db.selectFrom('event').select('position').where('position', '<', 0).orderBy('position', 'desc').limit(1);
  });
  return async (time) => {
    const end = await newest(time);
    const young = (await oldestSince(time, 1))[0]?.position;
    return young === undefined || young > end ? end : ((await preceding(young, 1))[0]?.position ?? 0);
  };
}

type PositionRow = { readonly position: number };

/** Reads the position of the newest event before a time, wherever it stands in the log; 0 when there is none. */
function newestReader(db: Kysely<Tables>): (time: number) => Promise<number> {
  const newest = prepared<PositionRow, [number, number]>(db, () => {
    const before = db.selectFrom('event').select('position').where('created_at', '<', 0);
    return before.orderBy('created_at', 'desc').orderBy('position', 'desc').limit(1);
  });
  return async (time) => (await newest(time, 1))[0]?.position ?? 0;
}

/**
 * Events that administrators may read. Without types, rows are read in order of position. With types, each type is read by its own
 * index, so that a rare type does not require a scan of all others.
 */
export async function listAdminEvents(db: Kysely<Tables>, query: AdminEventQuery): Promise<readonly EventRow[]> {
  const { after, limit, types, createdAfter, createdBefore } = query;
  const first = createdAfter === null ? 0 : await positionBefore(db, createdAfter - clockSlackMs);
  const last = createdBefore === null ? null : await newestReader(db)(createdBefore + clockSlackMs);
  const start = Math.max(after, first);
  if (last !== null && last <= start) return [];
  const window = () => {
    let rows = db.selectFrom('event').selectAll().where('admin_type', 'is not', null).where('position', '>', start);
    if (last !== null) rows = rows.where('position', '<=', last);
    if (createdAfter !== null) rows = rows.where('created_at', '>=', createdAfter);
    if (createdBefore !== null) rows = rows.where('created_at', '<=', createdBefore);
    return rows.orderBy('position').limit(limit);
  };
  if (types === null) return window().execute();
  const found: EventRow[] = [];
  for (const type of types) found.push(...(await window().where('admin_type', '=', type).execute()));
  return found.sort((one, other) => one.position - other.position).slice(0, limit);
}
