import type { Kysely } from 'kysely';
import type { FolderLockRecord, FolderLockWrites } from '../../../ports/metadata/items/folder-locks.ts';
import { toId, toKey } from '../ids.ts';
import type { FolderLockRow } from '../tables/items.ts';
import type { Tables } from '../tables.ts';

/** Locks on folders in SQL. */
export function sqlFolderLocks(db: Kysely<Tables>): FolderLockWrites {
  const locks = () => db.selectFrom('folder_lock').selectAll();
  return {
    get: async (id) => fromRow(await locks().where('id', '=', toKey(id)).executeTakeFirst()),
    ofFolder: async (folderId) => fromRow(await locks().where('folder_id', '=', toKey(folderId)).executeTakeFirst()),
    listOfOwner: async (ownerId) => {
      const rows = await db
        .selectFrom('folder_lock')
        // A cross join fixes the order: from the few locks to their folders, not from all items of the owner to their locks.
        .crossJoin('item')
        .selectAll('folder_lock')
        .whereRef('item.id', '=', 'folder_lock.folder_id')
        .where('item.owner_id', '=', toKey(ownerId))
        .execute();
      return rows.map(toRecord);
    },
    insert: async ({ id, folderId, createdBy, createdAt }) => {
      const row = { id: toKey(id), folder_id: toKey(folderId), created_by: toKey(createdBy), created_at: createdAt };
      await db.insertInto('folder_lock').values(row).execute();
    },
    delete: async (id) => void (await db.deleteFrom('folder_lock').where('id', '=', toKey(id)).execute()),
  };
}

function fromRow(row: FolderLockRow | undefined): FolderLockRecord | null {
  return row ? toRecord(row) : null;
}

function toRecord(row: FolderLockRow): FolderLockRecord {
  return {
    id: toId(row.id),
    folderId: toId(row.folder_id),
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
  };
}
