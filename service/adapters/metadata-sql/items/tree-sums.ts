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
    bytesIn: (folderIds) =>
      bytesBy(folderIds, async (keys) => {
        const sums = sql<Sum>`select parent_id as key, sum(size) as bytes from item
          where trashed_at is null and parent_id in (${sql.join(keys)}) group by parent_id`;
        return (await sums.execute(db)).rows;
      }),
    versionBytesOf: (ownerIds) =>
      bytesBy(ownerIds, async (keys) => {
        const sums = sql<Sum>`select item.owner_id as key, sum(file_version.size) as bytes
          from item join file_version on file_version.file_id = item.id
          where item.owner_id in (${sql.join(keys)}) group by item.owner_id`;
        return (await sums.execute(db)).rows;
      }),
  };
}

interface Sum {
  readonly key: number;
  readonly bytes: number;
}

async function bytesBy(
  ids: readonly string[],
  query: (keys: readonly number[]) => Promise<readonly Sum[]>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await inChunks(ids.map(toKey), query);
  return new Map(rows.map(({ key, bytes }) => [toId(key), Number(bytes)]));
}
