import type { Kysely } from 'kysely';
import type { FavoriteWrites } from '../../../ports/metadata/items/favorites.ts';
import { toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';
import { fromItemRow } from './item-rows.ts';

/** Favorites in SQL. */
export function sqlFavorites(db: Kysely<Tables>): FavoriteWrites {
  const ofPerson = (userId: string) => db.selectFrom('favorite').where('user_id', '=', toKey(userId));
  return {
    has: async (userId, itemId) => {
      const row = ofPerson(userId).select('item_id').where('item_id', '=', toKey(itemId));
      return (await row.executeTakeFirst()) !== undefined;
    },
    list: async (userId) => {
      const items = ofPerson(userId).innerJoin('item', 'item.id', 'favorite.item_id');
      const live = items.where('item.trashed_at', 'is', null).selectAll('item');
      return (await live.orderBy('favorite.added_at', 'desc').orderBy('item.id', 'desc').execute()).map(fromItemRow);
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
