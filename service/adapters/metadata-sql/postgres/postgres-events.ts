import { type EventToAppend, positionsInMs } from '../streams/event-rows.ts';
import type { LaneConnection } from './connection/lane-connection.ts';

/**
 * Gives the events of a transaction their positions in the streams of their recipients and writes them, in one statement, which the commit
 * follows without a pause. The heads of these streams are raised first, in ascending order of user, and stay locked until the commit
 * ends: so positions become visible in their order in each stream, and only transactions with a common recipient wait for each other.
 * They do so while the server works, flushes and hears from a synchronous standby, but for no round trip of ours.
 *
 * The numbers of the events are taken behind these locks, so they rise in each stream too. The administrators' log is numbered later
 * (see `numberAdminEvents`).
 */
export async function appendEvents(connection: LaneConnection, events: readonly EventToAppend[]): Promise<void> {
  const newest = Math.max(...events.map(({ event }) => event.created_at));
  const rows = events.map(({ event }, index) => ({ n: index + 1, ...event }));
  const streams = events.flatMap(({ recipients }, index) => recipients.map((each) => ({ n: index + 1, ...each })));
  await connection.ask(append, [newest * positionsInMs, JSON.stringify(rows), JSON.stringify(streams)]);
}

/** Of a stream with several events, `head.position` is the position of the last. */
const append = `
  with stream as materialized (
    select * from json_to_recordset($3::json) as r (n bigint, user_id bigint, access text, is_change integer)),
  head as (
    insert into stream_head as known (user_id, position)
    select user_id, $1::bigint + count(*) - 1 from stream group by user_id order by user_id
    on conflict (user_id) do update
      set position = greatest(known.position + 1, $1::bigint) + excluded.position - $1::bigint
    returning user_id, position),
  numbered as materialized (
    select nextval('event_number') as number, e.*
    from (select count(*) from head) as locked, json_to_recordset($2::json) as e (n bigint, event_id text, event_type text,
      created_at bigint, created_by bigint, source text, admin_type text, details text, idempotency_key text)
    order by e.n),
  added as (
    insert into event
      (number, event_id, event_type, created_at, created_by, source, admin_type, details, idempotency_key)
    select number, event_id, event_type, created_at, created_by, source, admin_type, details, idempotency_key from numbered)
  insert into event_recipient (user_id, position, event_number, access, is_change)
  select user_id, head.position + 1 - row_number() over (partition by user_id order by n desc), number, access, is_change
  from stream join head using (user_id) join numbered using (n)`;
