import type { Kysely } from 'kysely';
import { toKey } from '../ids.ts';
import { preparedForKeys } from '../prepared.ts';
import type { Tables } from '../tables.ts';

/** Adds bytes to the sizes of folders. */
export function folderSizeAdder(db: Kysely<Tables>): (folderIds: readonly string[], bytes: number) => Promise<void> {
  const add = preparedForKeys<never, number, [number]>(db, (keys) =>
    db
      .updateTable('item')
      .set((row) => ({ size: row('size', '+', 0) }))
      .where('id', 'in', keys),
  );
  return async (folderIds, bytes) => {
    if (bytes !== 0) await add(folderIds.map(toKey), bytes);
  };
}
