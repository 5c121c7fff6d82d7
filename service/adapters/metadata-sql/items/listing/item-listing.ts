import { type Compilable, type Kysely, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import { nameKey } from '../../../../../contract/rules/names.ts';
import type {
  CursorPage,
  ItemCursor,
  ItemRecord,
  ItemSort,
  OffsetPage,
} from '../../../../ports/metadata/items/items.ts';
import { inChunks, toKey } from '../../ids.ts';
import { prepared } from '../../prepared.ts';
import type { ItemRow, Tables } from '../../tables.ts';
import { kindNumbers, type MiniRow, miniColumns } from '../item-rows.ts';

type ItemQuery<Row = ItemRow> = SelectQueryBuilder<Tables, 'item', Row>;

export const sortColumns = { id: 'id', name: 'name_key', date: 'modified_at', size: 'size' } as const satisfies Record<
  ItemSort,
  keyof ItemRow
>;

/** The live items of a folder. */
export function inFolder(db: Kysely<Tables>, folderId: string): ItemQuery {
  return liveIn(db, folderId).selectAll();
}

/** The same, with only the columns of the mini form. */
export function minisInFolder(db: Kysely<Tables>, folderId: string): ItemQuery<MiniRow> {
  return liveIn(db, folderId).select(miniColumns);
}

/** Whether an item is in its folder: one that was moved to the trash itself is not, and stays when its folder is permanently deleted. */
export const isLive = sql<boolean>`item.trashed_at is null`;

function liveIn(db: Kysely<Tables>, folderId: string) {
  return db.selectFrom('item').where(isLive).where('parent_id', '=', toKey(folderId));
}

/** Items of a user that were moved to the trash themselves. */
export function trashOf(db: Kysely<Tables>, ownerId: string): ItemQuery {
  return db.selectFrom('item').selectAll().where('trashed_at', 'is not', null).where('owner_id', '=', toKey(ownerId));
}

/**
 * Counts the items. The condition on `kind`, which is always true, selects the index of the listing. It covers the query; other
 * indexes on the folder or owner would visit each row.
 */
export async function countOf(query: ItemQuery): Promise<number> {
  return Number((await countIn(query).executeTakeFirstOrThrow()).count);
}

function countIn(query: ItemQuery) {
  return query
    .where('kind', '>=', 0)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'));
}

/** Counts the live items of a folder. The query is built once. */
export function folderCounter(db: Kysely<Tables>): (folderId: string) => Promise<number> {
  const count = prepared<{ readonly count: number }, [number, number]>(db, () => countIn(inFolder(db, '0')));
  return async (folderId) => Number((await count(toKey(folderId), 0))[0]?.count ?? 0);
}

/** Pages of a folder's live items in mini form, by offset. */
export function miniPages(db: Kysely<Tables>): (folderId: string, page: OffsetPage) => Promise<readonly MiniRow[]> {
  return byOrder(db, (page) => minisByOffset(db, page));
}

/** One page of a folder for any folder, limit and offset: see `byOrder`. */
export function minisByOffset(db: Kysely<Tables>, page: Pick<OffsetPage, 'sort' | 'direction'>) {
  return ordered(minisInFolder(db, '0'), page).limit(0).offset(0);
}

/**
 * One page of a folder in ascending order behind a cursor, for any folder, cursor, limit and offset. One comparison of rows, which finds the
 * start in the index; `pageByCursor` takes two queries, because kinds ascend in a descending order too.
 */
export function minisBehind(db: Kysely<Tables>, sort: ItemSort) {
  const columns = ['kind', sortColumns[sort], ...(sort === 'id' ? [] : ['id'])].map((column) => sql.ref(column));
  const values = sql.join(columns.map(() => sql`${0}`));
  const behindCursor = minisInFolder(db, '0').where(sql<boolean>`(${sql.join(columns)}) > (${values})`);
  return ordered(behindCursor, { sort, direction: 'ASC' }).limit(0).offset(0);
}

/** The same in descending order, up to the end of the cursor's kind. */
export function minisOfKindBehind(db: Kysely<Tables>, sort: ItemSort) {
  const placeholder = { kind: 'folder', value: 0, id: '0' } as const;
  const behindCursor = behind(minisInFolder(db, '0').where('kind', '=', 0), sort, 'DESC', placeholder);
  return ordered(behindCursor, { sort, direction: 'DESC' }).limit(0).offset(0);
}

/** The kinds behind a kind in descending order, for any folder, kind, limit and offset. */
export function minisOfLaterKinds(db: Kysely<Tables>, sort: ItemSort) {
  return ordered(minisInFolder(db, '0').where('kind', '>', 0), { sort, direction: 'DESC' })
    .limit(0)
    .offset(0);
}

/** The parameters of a cursor in `minisBehind` and `minisOfKindBehind`. */
export function cursorParameters({ kind, value, id }: ItemCursor, sort: ItemSort): readonly (string | number)[] {
  return [kindNumbers[kind], ...(sort === 'id' ? [] : [value]), toKey(id)];
}

/** Runs a query of a page of a folder, which is built once for each order. */
export function byOrder<Row>(
  db: Kysely<Tables>,
  build: (page: OffsetPage) => Compilable<Row>,
): (folderId: string, page: OffsetPage) => Promise<readonly Row[]> {
  const built = new Map<string, (...parameters: [number, number, number]) => Promise<readonly Row[]>>();
  return async (folderId, page) => {
    const order = `${page.sort} ${page.direction}`;
    const known = built.get(order) ?? prepared<Row, [number, number, number]>(db, () => build(page));
    built.set(order, known);
    return known(toKey(folderId), page.limit, page.offset);
  };
}

/** A page by offset. Kinds come first in either direction. */
export async function pageByOffset<Row>(query: ItemQuery<Row>, page: OffsetPage): Promise<Simplify<Row>[]> {
  return ordered(query, page).offset(page.offset).limit(page.limit).execute();
}

/** A page after a cursor. The condition uses the columns of the sort order, so that the index finds it directly. */
export async function pageByCursor<Row>(query: ItemQuery<Row>, page: CursorPage): Promise<Simplify<Row>[]> {
  const { after, sort, direction, limit } = page;
  if (!after) return ordered(query, page).limit(limit).execute();
  const kind = kindNumbers[after.kind];
  const sameKind = behind(query.where('kind', '=', kind), sort, direction, after);
  const rows = await ordered(sameKind, page).limit(limit).execute();
  if (rows.length === limit) return rows;
  const others = await ordered(query.where('kind', '>', kind), page)
    .limit(limit - rows.length)
    .execute();
  return [...rows, ...others];
}

/** The cursor after an item. */
export function cursorOf(item: ItemRecord, sort: ItemSort): ItemCursor {
  const values = { id: toKey(item.id), name: nameKey(item.name), date: item.modifiedAt, size: item.sizeBytes };
  return { kind: item.kind, value: values[sort], id: item.id };
}

function ordered<Row>(query: ItemQuery<Row>, { sort, direction }: Pick<OffsetPage, 'sort' | 'direction'>) {
  const way = direction === 'ASC' ? 'asc' : 'desc';
  const byKey = query.orderBy('kind').orderBy(sortColumns[sort], way);
  return sort === 'id' ? byKey : byKey.orderBy('id', way);
}

function behind<Row>(
  query: ItemQuery<Row>,
  sort: ItemSort,
  direction: OffsetPage['direction'],
  after: ItemCursor,
): ItemQuery<Row> {
  const operator = direction === 'ASC' ? sql`>` : sql`<`;
  const id = toKey(after.id);
  if (sort === 'id') return query.where(sql<boolean>`id ${operator} ${id}`);
  return query.where(sql<boolean>`(${sql.ref(sortColumns[sort])}, id) ${operator} (${after.value}, ${id})`);
}

/** Everything below a folder that was not trashed itself, level by level, parents before children. */
export async function rowsBelow(db: Kysely<Tables>, folderId: string): Promise<ItemRow[]> {
  const rows: ItemRow[] = [];
  let level = [toKey(folderId)];
  while (level.length > 0) {
    const children = await inChunks(level, (keys) =>
      db.selectFrom('item').selectAll().where('parent_id', 'in', keys).where('trashed_at', 'is', null).execute(),
    );
    rows.push(...children);
    level = children.filter((row) => row.kind === kindNumbers.folder).map((row) => row.id);
  }
  return rows;
}
