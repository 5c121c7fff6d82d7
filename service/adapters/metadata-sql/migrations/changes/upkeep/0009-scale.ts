import { type QueryExecutorProvider, sql } from 'kysely';

/** Coordination between the processes that share one database. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // One row per job: when it last began, and the process that runs it (null for none). At held_until a process that has died loses
  // the lease.
  `create table job_run (name text primary key, holder text, held_until bigint not null, begun_at bigint not null)`,
];
