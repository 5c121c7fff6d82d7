import { type Kysely, sql } from 'kysely';
import type { TrashCursor } from '../../../ports/metadata/items/items.ts';
import { toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/** Items or versions that were themselves trashed before a time, oldest first, after a cursor; no files and versions on legal hold. */
export async function trashedBefore(
  db: Kysely<Tables>,
  table: 'item' | 'file_version',
  { time, limit, after }: { readonly time: number; readonly limit: number; readonly after: TrashCursor | null },
): Promise<readonly TrashCursor[]> {
  const trashed = db.selectFrom(table).select(['id', 'trashed_at']).where('trashed_at', '<', time);
  const old = trashed.where(sql<boolean>`not exists (${holdsOn[table]})`);
  const behind = after ? old.where(sql<boolean>`(trashed_at, id) > (${after.trashedAt}, ${toKey(after.id)})`) : old;
  const rows = await behind.orderBy('trashed_at').orderBy('id').limit(limit).execute();
  return rows.map((row) => ({ id: toId(row.id), trashedAt: row.trashed_at ?? time }));
}

/** The holds that keep a row: of an item, those on any of its versions. */
const holdsOn = {
  item: sql`select 1 from file_version join version_hold on version_hold.version_id = file_version.id where file_version.file_id = item.id`,
  file_version: sql`select 1 from version_hold where version_hold.version_id = file_version.id`,
} as const;
