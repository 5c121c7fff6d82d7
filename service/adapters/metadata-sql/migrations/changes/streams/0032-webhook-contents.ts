import { type QueryExecutorProvider, sql } from 'kysely';

/** What the webhooks of one person send about one event is stored once. Deliveries of earlier versions keep their whole body. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    `create table webhook_content (
      id bigint primary key, created_by bigint not null, size_bytes bigint not null, body text not null)`,
    'create index webhook_content_creator on webhook_content (created_by, size_bytes)',
    'alter table webhook_delivery add column content_id bigint',
    `create index webhook_delivery_content on webhook_delivery (content_id)
      where content_id is not null and next_try_at is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
