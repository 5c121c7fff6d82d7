import { type QueryExecutorProvider, sql } from 'kysely';

/** Answers that are given again when their request is repeated, and the key in the events of a change. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Written in the transaction of the change. headers: JSON of those that the operation declares. body: JSON text; null without one.
  // content_sha1: of bytes whose digest the request did not declare. authority: who sent it, by which application.
  `create table idempotency_key (user_id bigint not null, key text not null, operation text not null, fingerprint text not null,
    content_sha1 text, authority text not null, status integer not null, headers text not null, body text, created_at bigint not null,
    primary key (user_id, key))`,
  // A job deletes the oldest.
  `create index idempotency_key_age on idempotency_key (created_at)`,

  // The key of the request that made the event; only the person who sent it sees it.
  `alter table event add column idempotency_key text`,
];
