import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { AncestorRecord, ItemReads, ItemWrites } from '../../../ports/metadata/items/items.ts';
import { inChunks, toId, toKey, toOptionalId } from '../ids.ts';
import { candidatePage, endOf } from '../notes/candidate-page.ts';
import { prepared, preparedForRow } from '../prepared.ts';
import type { SqlDialect, SqlWriter } from '../sql-database.ts';
import type { ItemRow, Tables } from '../tables.ts';
import { locksExpiredBy } from './expired-locks.ts';
import { folderSizeAdder } from './folder-sizes.ts';
import { fromItemRow, fromMiniRow, limitsOf, toItemRow } from './item-rows.ts';
import {
  countOf,
  cursorOf,
  inFolder,
  miniPages,
  minisInFolder,
  pageByCursor,
  pageByOffset,
  rowsBelow,
  trashOf,
} from './listing/item-listing.ts';
import { childrenByCursor, childrenByOffset, childrenCounter } from './listing/merged-listing.ts';
import { miniTexts } from './listing/mini-text.ts';
import { listNoted, noteKept, trashedBefore } from './trashed-before.ts';

/** Items in SQL. */
export function sqlItems(writer: SqlWriter, dialect: SqlDialect): ItemWrites {
  const { db } = writer;
  const items = () => db.selectFrom('item').selectAll();
  const records = async (rows: Promise<readonly ItemRow[]>) => (await rows).map(fromItemRow);
  const byId = prepared<ItemRow, [number]>(db, () => items().where('id', '=', 0));
  const byName = prepared<ItemRow, [number, string]>(db, () => inFolder(db, '0').where('name_key', '=', ''));
  const path = prepared<AncestorRow, [number, number]>(db, () => pathFrom(db, sql`${0}`));
  const pathAbove = prepared<AncestorRow, [number, number]>(db, () =>
    pathFrom(db, sql`(select parent_id from item where id = ${0})`),
  );
  const pageOfMinis = miniPages(db);
  return {
    get: async (id) => {
      const [row] = await byId(toKey(id));
      return row ? fromItemRow(row) : null;
    },
    getMany: (ids) => records(inChunks(ids.map(toKey), (keys) => items().where('id', 'in', keys).execute())),
    ancestors: async ({ parentId }) => {
      return parentId === null ? [] : (await path(toKey(parentId), depthLimit)).map(fromAncestorRow);
    },
    ancestorsOf: async (id) => (await pathAbove(toKey(id), depthLimit)).map(fromAncestorRow),
    getByName: async (folderId, nameKey) => {
      const [row] = await byName(toKey(folderId), nameKey);
      return row ? fromItemRow(row) : null;
    },
    countChildren: childrenCounter(db),
    listChildren: (query, page) => records(childrenByOffset(db, query, page)),
    listChildrenAfter: (query, page) => records(childrenByCursor(db, query, page)),
    // Merging in shared items needs more than the mini form.
    listMinis: async (query, page) => {
      if (query.alsoItems.length > 0) return records(childrenByOffset(db, query, page));
      return (await pageOfMinis(query.folderId, page)).map(fromMiniRow);
    },
    ...miniTexts(db, dialect),
    listMinisAfter: async (query, page) => {
      if (query.alsoItems.length > 0) return records(childrenByCursor(db, query, page));
      return (await pageByCursor(minisInFolder(db, query.folderId), page)).map(fromMiniRow);
    },
    cursorOf,
    descendants: (folderId) => records(rowsBelow(db, folderId)),
    countTrash: (ownerId) => countOf(trashOf(db, ownerId)),
    listTrash: (ownerId, page) => records(pageByOffset(trashOf(db, ownerId), page)),
    listTrashAfter: (ownerId, page) => records(pageByCursor(trashOf(db, ownerId), page)),
    listLocksExpiredBy: (time, limit, after) => locksExpiredBy(db, time, limit, after),
    findWebLinks: async (query) => {
      const isOwned = query.ownerIds === null ? sql`true` : sql`owner_id in (${sql.join(query.ownerIds.map(toKey))})`;
      // The kind is a literal, so that the database uses the index of web links.
      const links = sql`select id, id as item_id from item where kind = 2 and ${isOwned} and id < ${endOf(query)}`;
      return candidatePage(db, [links], query);
    },
    listBehind: (id, limit) => records(items().where('id', '>', toKey(id)).orderBy('id').limit(limit).execute()),
    listTrashedBefore: (time, limit, after) => trashedBefore(db, 'item', { time, limit, after }),
    listNoted: (time, notedBefore, limit) => listNoted(db, 'item', { trashedBefore: time, notedBefore, limit }),
    ...itemWrites(writer),
  };
}

type OnlyWrites = Omit<ItemWrites, keyof ItemReads>;

function itemWrites({ db, requireTrees }: SqlWriter): OnlyWrites {
  const insertRow = preparedForRow<ItemRow>(db, (row) => db.insertInto('item').values(row));
  const updateRow = preparedForRow<ItemRow>(db, ({ id, ...columns }) =>
    db.updateTable('item').set(columns).where('id', '=', id),
  );
  return {
    insert: async (item, nameKey) => {
      await requireTrees([item.ownerId]);
      await insertRow(toItemRow(item, nameKey));
    },
    update: async (item, nameKey) => {
      await requireTrees([item.ownerId]);
      const { id, ...columns } = toItemRow(item, nameKey);
      // In the order of the statement: the condition comes last.
      await updateRow({ ...columns, id });
    },
    addSize: folderSizeAdder(db),
    noteKept: (id, now) => noteKept(db, 'item', id, now),
    delete: async (ids) => {
      await inChunks(ids.map(toKey), async (keys) => db.deleteFrom('item').where('id', 'in', keys).execute());
    },
  };
}

/** The maximum folder depth, which only keeps a damaged tree from causing an endless query. */
const depthLimit = 10_000;

/** A folder and its ancestors, from the top. Parameters: that of the folder's key, and the depth limit. */
function pathFrom(db: Kysely<Tables>, folder: RawBuilder<unknown>): Compilable<AncestorRow> {
  const query = sql<AncestorRow>`
    with recursive path (id, name, etag, sequence_id, parent_id, trashed_at, folder_settings, depth) as (
      select id, name, etag, sequence_id, parent_id, trashed_at, folder_settings, 0 from item where id = ${folder}
      union all
      select item.id, item.name, item.etag, item.sequence_id, item.parent_id, item.trashed_at, item.folder_settings,
        path.depth + 1
      from item join path on item.id = path.parent_id where path.depth < ${0}
    )
    select id, name, etag, sequence_id, parent_id, trashed_at, folder_settings from path order by depth desc`;
  return { compile: () => query.compile(db) };
}

function fromAncestorRow(row: AncestorRow): AncestorRecord {
  return {
    id: toId(row.id),
    name: row.name,
    etag: row.etag,
    sequenceId: row.sequence_id,
    parentId: toOptionalId(row.parent_id),
    trashedAt: row.trashed_at,
    ...limitsOf(row),
  };
}

type AncestorRow = Pick<
  ItemRow,
  'id' | 'name' | 'etag' | 'sequence_id' | 'parent_id' | 'trashed_at' | 'folder_settings'
>;
