import type { Kysely } from 'kysely';
import type { AdminEventQuery } from '../../ports/metadata/events.ts';
import type { EventRow, Tables } from './tables.ts';

/**
 * Clocks differ a little and are set: positions follow the order of commits, times almost do. A window of time is looked for in
 * positions this much wider, in milliseconds, and then cut exactly.
 */
const clockSlackMs = 10 * 60_000;

/** The position of the newest event from before a time; 0 when there is none. */
export async function positionBefore(db: Kysely<Tables>, time: number): Promise<number> {
  const before = db.selectFrom('event').select('position').where('created_at', '<', time);
  const newest = before.orderBy('created_at', 'desc').orderBy('position', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.position ?? 0;
}

/**
 * The rows that administrators may read. Without types the rows are walked in the order of their positions; with them each
 * type is walked by the index of its own, so that a rare one does not cost a walk through all others.
 */
export async function listAdminEvents(db: Kysely<Tables>, query: AdminEventQuery): Promise<readonly EventRow[]> {
  const { after, limit, types, createdAfter, createdBefore } = query;
  const first = createdAfter === null ? 0 : await positionBefore(db, createdAfter - clockSlackMs);
  const last = createdBefore === null ? null : await positionBefore(db, createdBefore + clockSlackMs);
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
