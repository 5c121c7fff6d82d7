import { type EventToAppend, positionsInMs } from '../streams/event-rows.ts';
import type { LaneConnection } from './connection/lane-connection.ts';

/**
 * Gives the events of a transaction their positions and writes them, in one statement, which the commit follows without a pause. So the
 * positions become visible in their order. Other transactions wait for the counter as long as the server works, flushes and hears from a
 * synchronous standby, but for no round trip of ours.
 */
export async function appendEvents(connection: LaneConnection, events: readonly EventToAppend[]): Promise<void> {
  const newest = Math.max(...events.map(({ event }) => event.created_at));
  const rows = events.map(({ event }, index) => ({ n: index + 1, ...event }));
  const streams = events.flatMap(({ recipients }, index) => recipients.map((each) => ({ n: index + 1, ...each })));
  const values = [newest * positionsInMs, events.length, JSON.stringify(rows), JSON.stringify(streams)];
  await connection.ask(append, values);
}

const append = `
  with head as (
    update counter set value = greatest(value + 1, $1::bigint) + $2::bigint - 1 where name = 'event_position'
    returning value - $2::bigint as before),
  added as (
    insert into event
      (position, event_id, event_type, created_at, created_by, source, admin_type, details, idempotency_key)
    select head.before + e.n, e.event_id, e.event_type, e.created_at, e.created_by, e.source, e.admin_type, e.details, e.idempotency_key
    from head, json_to_recordset($3::json) as e (n bigint, event_id text, event_type text, created_at bigint, created_by bigint,
      source text, admin_type text, details text, idempotency_key text)
    order by e.n)
  insert into event_recipient (user_id, position, access, is_change)
  select r.user_id, head.before + r.n, r.access, r.is_change
  from head, json_to_recordset($4::json) as r (n bigint, user_id bigint, access text, is_change integer)`;
