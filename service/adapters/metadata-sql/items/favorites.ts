import { type Kysely, sql } from 'kysely';
import type { FavoriteWrites, FolderOutline } from '../../../ports/metadata/items/favorites.ts';
import { toId, toKey, toOptionalId } from '../ids.ts';
import type { ItemRow, Tables } from '../tables.ts';

/** Favorites in SQL. */
export function sqlFavorites(db: Kysely<Tables>): FavoriteWrites {
  const ofPerson = (userId: string) => db.selectFrom('favorite').where('user_id', '=', toKey(userId));
  const liveOf = (userId: string) =>
    ofPerson(userId).innerJoin('item', 'item.id', 'favorite.item_id').where('item.trashed_at', 'is', null);
  return {
    has: async (userId, itemId) => {
      const row = ofPerson(userId).select('item_id').where('item_id', '=', toKey(itemId));
      return (await row.executeTakeFirst()) !== undefined;
    },
    list: async (userId) => {
      const live = liveOf(userId).select(['item.id', 'item.parent_id', 'item.owner_id', 'item.trashed_at']);
      const rows = await live.orderBy('favorite.added_at', 'desc').orderBy('item.id', 'desc').execute();
      return rows.map((row) => ({ ...outlineOf(row), ownerId: toId(row.owner_id) }));
    },
    foldersAbove: async (userId) => {
      const { rows } = await sql<OutlineRow>`
        with recursive above (id, parent_id, trashed_at) as (
          select id, parent_id, trashed_at from item where id in (${liveOf(userId).select('item.parent_id')})
          union
          select item.id, item.parent_id, item.trashed_at from above join item on item.id = above.parent_id)
        select id, parent_id, trashed_at from above`.execute(db);
      return rows.map(outlineOf);
    },
    add: async (userId, itemId, addedAt) => {
      const row = { user_id: toKey(userId), item_id: toKey(itemId), added_at: addedAt };
      const insert = db.insertInto('favorite').values(row);
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
    },
    remove: async (userId, itemId) => {
      const row = db.deleteFrom('favorite').where('user_id', '=', toKey(userId));
      await row.where('item_id', '=', toKey(itemId)).execute();
    },
  };
}

type OutlineRow = Pick<ItemRow, 'id' | 'parent_id' | 'trashed_at'>;

function outlineOf({ id, parent_id, trashed_at }: OutlineRow): FolderOutline {
  return { id: toId(id), parentId: toOptionalId(parent_id), trashedAt: trashed_at };
}
