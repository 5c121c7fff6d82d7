import { type Kysely, sql } from 'kysely';
import type { AdminEventQuery } from '../../../ports/metadata/streams/events.ts';
import { lockedCounter, raiseCounter } from '../counters.ts';
import { prepared } from '../prepared.ts';
import type { EventRow, Tables } from '../tables.ts';
import { positionsInMs } from './event-rows.ts';

/** An event with its position in the administrators' log. */
export type NumberedRow = EventRow & { readonly admin_position: number };

/**
 * How long after its time an event may get its position without being late. The partial index `event_late` (migration 0029) holds those that
 * took longer: a long transaction, or a clock that was set back.
 */
const lateAfterMs = 10 * 60_000;

/**
 * Events that administrators may read, in order of position. A time window is a range of positions, because no position is below the
 * time of its event in microseconds, and only a late event is further above it: so an event before `createdBefore` is below the end of that range, or
 * late. Neither reads the log before or after the window.
 */
export async function listAdminEvents(db: Kysely<Tables>, query: AdminEventQuery): Promise<readonly NumberedRow[]> {
  const { limit, createdAfter, createdBefore } = query;
  const first = createdAfter === null ? 0 : createdAfter * positionsInMs - 1;
  const after = Math.max(query.after, first);
  if (createdBefore === null) return listRange(db, { ...query, after }, null);
  const end = (createdBefore + lateAfterMs) * positionsInMs;
  const punctual = after < end ? await listRange(db, { ...query, after }, end) : [];
  if (punctual.length === limit) return punctual;
  const rest = { ...query, after: Math.max(after, end), limit: limit - punctual.length };
  return [...punctual, ...(await listRange(db, rest, 'late'))];
}

/**
 * Events after a position, up to another one, or only late ones. Without types, rows are read in order of position. With types, each type is
 * read by its own index, so that a rare type does not require a scan of all others. Late events are few.
 */
async function listRange(
  db: Kysely<Tables>,
  { after, limit, types, createdAfter, createdBefore }: AdminEventQuery,
  end: number | 'late' | null,
): Promise<readonly NumberedRow[]> {
  let rows = db.selectFrom('event').selectAll().where('admin_position', '>', after);
  if (end === 'late') rows = rows.where(isLate);
  else if (end !== null) rows = rows.where('admin_position', '<=', end);
  if (createdAfter !== null) rows = rows.where('created_at', '>=', createdAfter);
  if (createdBefore !== null) rows = rows.where('created_at', '<=', createdBefore);
  // Only numbered rows are above any position.
  const window = rows.orderBy('admin_position').limit(limit).$castTo<NumberedRow>();
  if (types === null) return window.execute();
  // An expression, because SQLite would read the index by type for a plain column, and all events with it.
  if (end === 'late') return window.where(({ fn, val }) => fn.coalesce('admin_type', val('')), 'in', types).execute();
  const found: NumberedRow[] = [];
  for (const type of types) found.push(...(await window.where('admin_type', '=', type).execute()));
  return found.sort((one, other) => one.admin_position - other.admin_position).slice(0, limit);
}

/** As in the index `event_late`, which the databases use only for this very condition. */
const isLate = sql<boolean>`admin_position > created_at * ${sql.lit(positionsInMs)} + ${sql.lit(lateAfterMs * positionsInMs)}`;

/** Asks whether the log has committed events without a position. The query is built once. */
export function unnumberedReader(db: Kysely<Tables>): () => Promise<boolean> {
  const first = prepared<unknown, [number]>(db, () => unnumbered(db).limit(1));
  return async () => (await first(1)).length > 0;
}

/**
 * Gives the oldest committed events without a position in the log the next ones, as `appendAtOnce` would have done: clock microseconds, or
 * the last position plus one. The lock on the counter lets one transaction do so at a time, so positions become visible in their order;
 * no other transaction waits for it. An event whose commit ends later gets a later position.
 */
export async function numberAdminEvents(db: Kysely<Tables>, limit: number): Promise<number> {
  const last = await lockedCounter(db, 'admin_position');
  // A statement of its own, since the one that waited for the lock does not see what its last holder wrote.
  const { numAffectedRows = 0n } = await sql`
    update event set admin_position = placed.place + case when placed.ahead > ${last} then placed.ahead else ${last} end
    from (
      select number, place, max(created_at * ${sql.lit(positionsInMs)} - place) over (order by number) as ahead
      from (${unnumbered(db)
        .select(['created_at', sql<number>`row_number() over (order by number)`.as('place')])
        .limit(limit)}) as oldest
    ) as placed
    where event.number = placed.number`.execute(db);
  const count = Number(numAffectedRows);
  if (count === 0) return 0;
  const { newest } = await db
    .selectFrom('event')
    .select((row) => row.fn.max('admin_position').as('newest'))
    .executeTakeFirstOrThrow();
  await raiseCounter(db, 'admin_position', Number(newest));
  return count;
}

function unnumbered(db: Kysely<Tables>) {
  const waiting = db.selectFrom('event').select('number').where('admin_type', 'is not', null);
  return waiting.where('admin_position', 'is', null).orderBy('number');
}
