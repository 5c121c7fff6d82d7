import type { Kysely } from 'kysely';
import type { ShownName, ShownNameWrites } from '../../../ports/metadata/people/shown-names.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { ShownNameRow } from '../tables/people.ts';
import type { Tables } from '../tables.ts';

/** Aliases of shared items in SQL. */
export function sqlShownNames(db: Kysely<Tables>): ShownNameWrites {
  const ofUser = (userId: string) => db.selectFrom('shown_name').selectAll().where('user_id', '=', toKey(userId));
  return {
    ofUser: async (userId) => (await ofUser(userId).execute()).map(fromRow),
    get: async (userId, itemId) => {
      const row = await ofUser(userId).where('item_id', '=', toKey(itemId)).executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    put: async ({ userId, itemId, itemName, name }) => {
      const row = { user_id: toKey(userId), item_id: toKey(itemId), item_name: itemName, name };
      const replace = { item_name: itemName, name };
      const insert = db.insertInto('shown_name').values(row);
      await insert.onConflict((conflict) => conflict.columns(['user_id', 'item_id']).doUpdateSet(replace)).execute();
    },
    delete: async (userIds, itemId) => {
      await inChunks(userIds.map(toKey), async (keys) => {
        const rows = db.deleteFrom('shown_name').where('user_id', 'in', keys);
        return rows.where('item_id', '=', toKey(itemId)).execute();
      });
    },
    deleteOfItems: async (itemIds) => {
      await inChunks(itemIds.map(toKey), async (keys) => {
        return db.deleteFrom('shown_name').where('item_id', 'in', keys).execute();
      });
    },
  };
}

function fromRow(row: ShownNameRow): ShownName {
  return { userId: toId(row.user_id), itemId: toId(row.item_id), itemName: row.item_name, name: row.name };
}
