import { type Kysely, sql } from 'kysely';

/** What several processes on one database have to agree on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // One row a job: when it last began, and which process runs it now (null for none). A process that died is given up at
  // held_until.
  `create table job_run (name text primary key, holder text, held_until bigint not null, begun_at bigint not null)`,
];
