import type { HubItemRecord, HubWrites } from '../../../ports/metadata/surfaces/hubs.ts';
import { toId, toKey } from '../ids.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { HubItemRow } from '../tables/hubs.ts';
import type { Tables } from '../tables.ts';

type Contents = Pick<
  HubWrites,
  | 'listPages'
  | 'listBlocks'
  | 'getBlock'
  | 'listItems'
  | 'getItem'
  | 'insertPage'
  | 'insertBlock'
  | 'addItem'
  | 'removeItem'
>;

/** Pages, blocks and items of hubs in SQL. */
export function hubContents({ db, nextIds }: Pick<SqlWriter, 'db' | 'nextIds'>): Contents {
  const blocks = () => db.selectFrom('hub_block').selectAll();
  return {
    listPages: async (hubId) => {
      const rows = await db
        .selectFrom('hub_page')
        .selectAll()
        .where('hub_id', '=', toKey(hubId))
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ id: toId(row.id), hubId: toId(row.hub_id), title: row.title }));
    },
    listBlocks: async (pageId) => {
      const rows = await blocks().where('page_id', '=', toKey(pageId)).orderBy('id').execute();
      return rows.map(fromBlockRow);
    },
    getBlock: async (id) => {
      const row = await blocks().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromBlockRow(row) : null;
    },
    listItems: async ({ hubId, blockId, after, limit }) => {
      const items = db.selectFrom('hub_item').selectAll().where('position', '>', after);
      const wanted =
        blockId === undefined
          ? items.where('hub_id', '=', toKey(hubId))
          : items.where('block_id', '=', toKey(blockId)).where('hub_id', '=', toKey(hubId));
      return (await wanted.orderBy('position').limit(limit).execute()).map(fromItemRow);
    },
    getItem: async (hubId, itemId) => {
      const item = db.selectFrom('hub_item').selectAll().where('hub_id', '=', toKey(hubId));
      const row = await item.where('item_id', '=', toKey(itemId)).executeTakeFirst();
      return row ? fromItemRow(row) : null;
    },
    insertPage: async ({ id, hubId, title }) => {
      await db
        .insertInto('hub_page')
        .values({ id: toKey(id), hub_id: toKey(hubId), title })
        .execute();
    },
    insertBlock: async ({ id, pageId, hubId, type }) => {
      const row = { id: toKey(id), page_id: toKey(pageId), hub_id: toKey(hubId), type };
      await db.insertInto('hub_block').values(row).execute();
    },
    addItem: async ({ hubId, itemId, blockId }) => {
      const hub_id = toKey(hubId);
      // From the counter of ids, so that the position of a removed item never comes again: a reader of pages may be behind it already.
      const row = { hub_id, item_id: toKey(itemId), block_id: toKey(blockId), position: await nextIds(1) };
      await db.insertInto('hub_item').values(row).execute();
    },
    removeItem: async (hubId, itemId) => {
      const items = db.deleteFrom('hub_item').where('hub_id', '=', toKey(hubId));
      await items.where('item_id', '=', toKey(itemId)).execute();
    },
  };
}

function fromBlockRow(row: Tables['hub_block']) {
  // No other block types are created.
  return { id: toId(row.id), pageId: toId(row.page_id), hubId: toId(row.hub_id), type: 'item_list' as const };
}

function fromItemRow(row: HubItemRow): HubItemRecord {
  return { hubId: toId(row.hub_id), itemId: toId(row.item_id), blockId: toId(row.block_id), position: row.position };
}
