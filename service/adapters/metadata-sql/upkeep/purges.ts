import { type Kysely, sql } from 'kysely';
import type { PurgedFolderRecord, PurgeWrites } from '../../../ports/metadata/upkeep/purges.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import { isLive } from '../items/listing/item-listing.ts';
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
    hasMore: async (folderId) => {
      const { rows } = await sql`
        select 1 from item where parent_id = ${toKey(folderId)} and ${isLive} and not exists (
          select 1 from file_version where file_id = item.id
            and (exists (select 1 from version_hold where version_id = file_version.id)
              or exists (select 1 from version_retention where version_id = file_version.id))) limit 1`.execute(db);
      return rows.length > 0;
    },
    add: async (folders) => {
      const rows = folders.map(({ folderId, ownerId }) => ({ folder_id: toKey(folderId), owner_id: toKey(ownerId) }));
      await inChunks(rows, async (chunk) => {
        const insert = db.insertInto('purged_folder').values(chunk);
        return insert.onConflict((known) => known.column('folder_id').doNothing()).execute();
      });
    },
    done: async (folderId) => {
      await db.deleteFrom('purged_folder').where('folder_id', '=', toKey(folderId)).execute();
    },
  };
}

function fromRow(row: Tables['purged_folder'] | undefined): PurgedFolderRecord | null {
  return row ? { folderId: toId(row.folder_id), ownerId: toId(row.owner_id) } : null;
}
