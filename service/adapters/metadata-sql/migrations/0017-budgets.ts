import { type Kysely, sql } from 'kysely';

/** Budgets that all processes of a service share: wrong secrets, and the space that open upload sessions hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // By the SHA-256 of what a secret was to open and the network it came from. Rows whose window ended are deleted by a job.
  `create table guess (key text primary key, failures integer not null, ends_at bigint not null)`,
  `create index guess_end on guess (ends_at)`,

  // owner_id: whose space the parts count against, of which stored_bytes are here. is_open: 1 until the session is committed or aborted.
  `alter table upload_session add column owner_id bigint not null default 0`,
  `alter table upload_session add column is_open integer not null default 1`,
  `alter table upload_session add column stored_bytes bigint not null default 0`,
  `update upload_session set is_open = case when state like '{"kind":"open"%' then 1 else 0 end`,
  `update upload_session set owner_id = coalesce((select item.owner_id from item where item.id = upload_session.target_id), 0)`,
  `update upload_session set stored_bytes = coalesce((select sum(upload_part.size) from upload_part where upload_part.session_id = upload_session.id), 0)`,
  `create index upload_session_owner on upload_session (owner_id) where is_open = 1`,
  `create index upload_session_user on upload_session (user_id) where is_open = 1`,
];
