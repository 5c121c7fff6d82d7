import { type QueryExecutorProvider, sql } from 'kysely';

/** The rows that transactions of several processes lock, and when contents were released. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Rows that only PostgreSQL locks: by a transaction on the whole enterprise, and shared by all others (docs/transactions.md).
  `create table scope_lock (name text primary key)`,
  `insert into scope_lock (name) values ('gate'), ('enterprise')`,

  // Contents stay for a while after their release, for transactions and downloads that began before.
  `alter table released_blob add column released_at bigint not null default 0`,
];
