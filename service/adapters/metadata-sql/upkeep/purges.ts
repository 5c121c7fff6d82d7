import type { Kysely } from 'kysely';
import type { PurgedFolderRecord, PurgeWrites } from '../../../ports/metadata/upkeep/purges.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/** Purges in progress, in SQL. */
export function sqlPurges(db: Kysely<Tables>): PurgeWrites {
  const folders = () => db.selectFrom('purged_folder').selectAll();
  return {
    next: async (afterId) => {
      const behind = folders().where('folder_id', '>', toKey(afterId));
      return fromRow(await behind.orderBy('folder_id').limit(1).executeTakeFirst());
    },
    get: async (folderId) => fromRow(await folders().where('folder_id', '=', toKey(folderId)).executeTakeFirst()),
    add: async (folders) => {
      const rows = folders.map(({ folderId, ownerId }) => ({ folder_id: toKey(folderId), owner_id: toKey(ownerId) }));
      await inChunks(rows, async (chunk) => db.insertInto('purged_folder').values(chunk).execute());
    },
    done: async (folderId) => {
      await db.deleteFrom('purged_folder').where('folder_id', '=', toKey(folderId)).execute();
    },
  };
}

function fromRow(row: Tables['purged_folder'] | undefined): PurgedFolderRecord | null {
  return row ? { folderId: toId(row.folder_id), ownerId: toId(row.owner_id) } : null;
}
