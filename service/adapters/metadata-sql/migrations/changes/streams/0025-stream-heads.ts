import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';

/**
 * Positions of each stream for itself, in place of one numbering for all. Every event keeps the position that it has, in each stream and in
 * the administrators' log, and each stream continues from the last position of the shared numbering, which any reader may hold.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...events, ...recipients, ...positions]) await sql.raw(statement).execute(db);
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const statement of onPostgres) await sql.raw(statement).execute(db);
}

const events = [
  // The key of an event: rises in every stream, and was its position while all streams shared one numbering.
  `alter table event rename column position to number`,
  // The position in the administrators' log, null for an event that is not in it, or is not numbered yet.
  `alter table event add column admin_position bigint`,
  `update event set admin_position = number where admin_type is not null`,
  `drop index event_admin`,
  `create index event_admin on event (admin_type, admin_position) where admin_position is not null`,
  `create unique index event_admin_position on event (admin_position) where admin_position is not null`,
  `create index event_unnumbered on event (number) where admin_type is not null and admin_position is null`,
];

const recipients = [
  // A user's stream. An event has a position of its own in each.
  `drop index event_recipient_position`,
  `alter table event_recipient rename to shared_recipient`,
  `create table event_recipient (
    user_id bigint not null, position bigint not null, event_number bigint not null references event (number),
    access text not null, is_change integer not null, primary key (user_id, position))`,
  `insert into event_recipient (user_id, position, event_number, access, is_change)
    select user_id, position, position, access, is_change from shared_recipient`,
  `drop table shared_recipient`,
  `create index event_recipient_event on event_recipient (event_number)`,
];

const positions = [
  // The newest position of each user's stream. A transaction locks the rows of its recipients last, by ascending user.
  `create table stream_head (user_id bigint primary key, position bigint not null)`,
  `insert into stream_head (user_id, position)
    select "user".id, counter.value from "user", counter where counter.name = 'event_position'`,
  // The highest position that was pruned from each user's stream. Not in stream_head: pruning must not wait for its locks.
  `create table stream_tail (user_id bigint primary key, position bigint not null)`,
  `insert into stream_tail (user_id, position)
    select "user".id, counter.value from "user", counter where counter.name = 'forgotten_event_position'`,
  // The last position of the shared numbering, and the highest one that was pruned: readers may still come with such a position.
  `insert into counter (name, value) select 'shared_position', value from counter where name = 'event_position'`,
  `update counter set name = 'forgotten_shared_position' where name = 'forgotten_event_position'`,
  `update counter set name = 'admin_position' where name = 'event_position'`,
  `update counter set name = 'forgotten_admin_position' where name = 'forgotten_admin_event_position'`,
];

const onPostgres = [
  // PostgreSQL takes the numbers of events from a sequence, which no transaction keeps from another one.
  `create sequence event_number`,
  `select setval('event_number', value) from counter where name = 'shared_position'`,
  // Without figures PostgreSQL might read whole tables for a page of a stream.
  `analyze event, event_recipient, stream_head, stream_tail`,
];
