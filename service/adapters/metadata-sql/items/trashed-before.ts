import { type Kysely, sql } from 'kysely';
import type { TrashCursor } from '../../../ports/metadata/items/items.ts';
import { toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/** Items or versions that were themselves trashed before a time, oldest first, after a cursor. */
export async function trashedBefore(
  db: Kysely<Tables>,
  table: 'item' | 'file_version',
  { time, limit, after }: { readonly time: number; readonly limit: number; readonly after: TrashCursor | null },
): Promise<readonly TrashCursor[]> {
  const old = db.selectFrom(table).select(['id', 'trashed_at']).where('trashed_at', '<', time);
  const behind = after ? old.where(sql<boolean>`(trashed_at, id) > (${after.trashedAt}, ${toKey(after.id)})`) : old;
  const rows = await behind.orderBy('trashed_at').orderBy('id').limit(limit).execute();
  return rows.map((row) => ({ id: toId(row.id), trashedAt: row.trashed_at ?? time }));
}
