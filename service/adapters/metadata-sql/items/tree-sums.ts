import { type Kysely, sql } from 'kysely';
import type { ItemTreeReads } from '../../../ports/metadata/items/item-trees.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/** What folders contain and owners have, in SQL. */
export function treeSums(db: Kysely<Tables>): Pick<ItemTreeReads, 'countOwned' | 'bytesIn' | 'versionBytesOf'> {
  return {
    countOwned: async (ownerId, limit) => {
      const owned = db.selectFrom('item').select('id').where('owner_id', '=', toKey(ownerId));
      const some = owned.where('parent_id', 'is not', null).limit(limit).as('some');
      const count = db.selectFrom(some).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    bytesIn: async (folderIds) => {
      const rows = await inChunks(folderIds.map(toKey), async (keys) => {
        const sums = sql<{ parent_id: number; bytes: number }>`select parent_id, sum(size) as bytes from item
          where trashed_at is null and parent_id in (${sql.join(keys)}) group by parent_id`;
        return (await sums.execute(db)).rows;
      });
      return new Map(rows.map((row) => [toId(row.parent_id), Number(row.bytes)]));
    },
    versionBytesOf: async (ownerId) => {
      const { rows } = await sql<{ bytes: number }>`select coalesce(sum(file_version.size), 0) as bytes
        from item join file_version on file_version.file_id = item.id
        where item.owner_id = ${toKey(ownerId)}`.execute(db);
      return Number(rows[0]?.bytes ?? 0);
    },
  };
}
