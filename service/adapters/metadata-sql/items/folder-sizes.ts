import type { Kysely } from 'kysely';
import { toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/** Adds bytes to the sizes of folders. */
export async function addToSizes(db: Kysely<Tables>, folderIds: readonly string[], bytes: number): Promise<void> {
  if (folderIds.length === 0 || bytes === 0) return;
  const more = db.updateTable('item').set((row) => ({ size: row('size', '+', bytes) }));
  await more.where('id', 'in', folderIds.map(toKey)).execute();
}
