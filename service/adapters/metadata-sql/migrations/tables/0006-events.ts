import { type QueryExecutorProvider, sql } from 'kysely';

/** The administrators' streams, webhooks, and the outbox of their deliveries. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // One row serves both kinds of stream: user streams through event_recipient, the administrators' when admin_type is set. details
  // is JSON that only administrators see.
  `alter table event add column admin_type text`,
  `alter table event add column details text`,
  `create index event_admin on event (admin_type, position) where admin_type is not null`,

  // Webhooks. When the target is permanently deleted, the webhook keeps its row (removed_at) until its last delivery ends.
  // next_due_at is the earliest next_try_at of its deliveries; the sender holds the lease.
  `create table webhook (
    id bigint primary key, target_kind text not null, target_id bigint not null, app_id text not null,
    created_by bigint not null, created_at bigint not null, address text not null, triggers text not null,
    removed_at bigint, next_due_at bigint, lease_holder text, lease_until bigint)`,
  `create unique index webhook_target on webhook (target_id, created_by, app_id) where removed_at is null`,
  `create index webhook_creator on webhook (created_by, app_id, id) where removed_at is null`,
  `create index webhook_due on webhook (next_due_at) where next_due_at is not null`,
  `create index webhook_removed on webhook (removed_at) where removed_at is not null`,

  // The outbox, written in the transaction of the change itself. next_try_at is null once the delivery has ended.
  `create table webhook_delivery (
    id bigint primary key, webhook_id bigint not null references webhook (id), trigger_name text not null,
    created_at bigint not null, body text not null, status text not null, tries integer not null, next_try_at bigint,
    last_try_at bigint, last_status integer, last_error text)`,
  `create index webhook_delivery_recent on webhook_delivery (webhook_id, id)`,
  `create index webhook_delivery_due on webhook_delivery (webhook_id, next_try_at, id) where next_try_at is not null`,
  `create index webhook_delivery_age on webhook_delivery (created_at)`,
];
