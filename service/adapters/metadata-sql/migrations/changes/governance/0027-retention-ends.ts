import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * When the deletion of an assignment or a policy was requested. Such an assignment retains nothing, and a job deletes its rows step by step. A
 * policy waits for its assignments.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    'alter table retention_policy add column ended_at bigint',
    'alter table retention_assignment add column ended_at bigint',
    'drop index retention_assignment_once',
    `create unique index retention_assignment_once on retention_assignment (policy_id, target_type, target_id)
      where ended_at is null`,
    'create index retention_assignment_ending on retention_assignment (id) where ended_at is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
