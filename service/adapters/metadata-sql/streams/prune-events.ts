import { type Kysely, sql } from 'kysely';
import type { EventLog } from '../../../ports/metadata/streams/events.ts';
import { counterValue, raiseCounter } from '../counters.ts';
import type { Tables } from '../tables.ts';
import { endReader, forgottenAdminPosition, forgottenSharedPosition, sharedPosition } from './stream-positions.ts';

interface Pruning {
  readonly time: number;
  readonly limit: number;
}

/** The result of one pruning step. */
interface Pruned {
  readonly deleted: number;
  readonly isDone: boolean;
}

/**
 * Prunes a log from its oldest end, `limit` events at a time. The two logs have different retention periods, so a row of `event` is
 * deleted once neither log needs it. The users' streams are always pruned first.
 */
export async function pruneEvents(db: Kysely<Tables>, log: EventLog, pruning: Pruning): Promise<Pruned> {
  return log === 'people' ? pruneStreams(db, pruning) : pruneAdminLog(db, pruning);
}

async function pruneStreams(db: Kysely<Tables>, { time, limit }: Pruning): Promise<Pruned> {
  const end = await endReader(db, 'number')(time);
  const aged = db.selectFrom('event_recipient').select('event_number').distinct().where('event_number', '<=', end);
  const rows = await aged.orderBy('event_number').limit(limit).execute();
  const [first, last] = [rows[0]?.event_number, rows.at(-1)?.event_number];
  if (first === undefined || last === undefined) return { deleted: 0, isDone: true };
  await emptyStreams(db, last);
  const unseen = db.deleteFrom('event').where('number', '>=', first).where('number', '<=', last);
  const { numDeletedRows } = await unseen.where('admin_type', 'is', null).executeTakeFirst();
  return { deleted: Number(numDeletedRows), isDone: rows.length < limit };
}

async function pruneAdminLog(db: Kysely<Tables>, { time, limit }: Pruning): Promise<Pruned> {
  const end = await endReader(db, 'admin_position')(time);
  const forgotten = await counterValue(db, forgottenAdminPosition);
  if (end <= forgotten) return { deleted: 0, isDone: true };
  const next = db.selectFrom('event').select('admin_position').where('admin_position', '>', forgotten);
  const last = await next
    .where('admin_position', '<', end)
    .orderBy('admin_position')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const newest = Number(last?.admin_position ?? end);
  await raiseCounter(db, forgottenAdminPosition, newest);
  const aged = db.selectFrom('event').where('admin_position', '<=', newest);
  const { number } = await aged.select((row) => row.fn.max('number').as('number')).executeTakeFirstOrThrow();
  await emptyStreams(db, Number(number ?? 0));
  const unneeded = db.deleteFrom('event').where('number', '<=', Number(number ?? 0));
  const { numDeletedRows } = await unneeded
    .where(({ eb, or }) => or([eb('admin_position', '<=', newest), eb('admin_type', 'is', null)]))
    .executeTakeFirst();
  return { deleted: Number(numDeletedRows), isDone: newest === end };
}

/**
 * Removes all events up to this number from users' streams. Numbers rise in each stream, so the rest of it begins behind its tail, which is
 * raised first, in one statement, so that a concurrent rise is not undone.
 */
async function emptyStreams(db: Kysely<Tables>, last: number): Promise<void> {
  await sql`
    insert into stream_tail (user_id, position)
    select user_id, max(position) from event_recipient where event_number <= ${last} group by user_id order by user_id
    on conflict (user_id) do update set position = excluded.position where stream_tail.position < excluded.position`.execute(
    db,
  );
  await raiseCounter(db, forgottenSharedPosition, Math.min(last, await counterValue(db, sharedPosition)));
  await db.deleteFrom('event_recipient').where('event_number', '<=', last).execute();
}
