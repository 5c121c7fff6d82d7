import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * When the lock of a file expires, which its JSON says too, so that the job that removes expired locks finds them without the others. A process
 * of the previous version does not set it: such a lock is removed with a later change of its file, and has no effect after its expiry.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table item add column lock_expires_at bigint`.execute(db);
  const locked = await sql<{ id: number; lock: string }>`select id, lock from item where lock is not null`.execute(db);
  for (const { id, lock } of locked.rows) {
    const { expiresAt } = JSON.parse(lock) as { readonly expiresAt: number | null };
    if (expiresAt !== null) await sql`update item set lock_expires_at = ${expiresAt} where id = ${id}`.execute(db);
  }
}
