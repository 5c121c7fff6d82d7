import { type Kysely, sql } from 'kysely';
import type { LockCursor } from '../../../ports/metadata/items/items.ts';
import { toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/** Files whose lock expired at or before a time, earliest first, after a cursor. */
export async function locksExpiredBy(
  db: Kysely<Tables>,
  time: number,
  limit: number,
  after: LockCursor | null,
): Promise<readonly LockCursor[]> {
  const locked = db.selectFrom('item').select(['id', 'lock_expires_at']).where('lock', 'is not', null);
  const expired = locked.where('lock_expires_at', '<=', time);
  const behind = after
    ? expired.where(sql<boolean>`(lock_expires_at, id) > (${after.expiresAt}, ${toKey(after.id)})`)
    : expired;
  const rows = await behind.orderBy('lock_expires_at').orderBy('id').limit(limit).execute();
  return rows.map((row) => ({ id: toId(row.id), expiresAt: row.lock_expires_at ?? time }));
}
