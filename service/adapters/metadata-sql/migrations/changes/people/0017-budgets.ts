import { type QueryExecutorProvider, sql } from 'kysely';

/** Budgets shared by all processes of a service: failed secret attempts, and the space that open upload sessions hold. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Keyed by the SHA-256 of the secret's purpose and the network of the attempt. A job deletes rows whose window has ended.
  `create table guess (key text primary key, failures integer not null, ends_at bigint not null)`,
  `create index guess_end on guess (ends_at)`,

  // owner_id: the owner whose quota the parts count against; stored_bytes: the bytes stored so far. is_open: 1 until the session is
  // committed or aborted.
  `alter table upload_session add column owner_id bigint not null default 0`,
  `alter table upload_session add column is_open integer not null default 1`,
  `alter table upload_session add column stored_bytes bigint not null default 0`,
  `update upload_session set is_open = case when state like '{"kind":"open"%' then 1 else 0 end`,
  `update upload_session set owner_id = coalesce((select item.owner_id from item where item.id = upload_session.target_id), 0)`,
  `update upload_session set stored_bytes = coalesce((select sum(upload_part.size) from upload_part where upload_part.session_id = upload_session.id), 0)`,
  `create index upload_session_owner on upload_session (owner_id) where is_open = 1`,
  `create index upload_session_user on upload_session (user_id) where is_open = 1`,
];
