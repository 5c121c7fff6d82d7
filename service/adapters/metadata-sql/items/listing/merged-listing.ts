import type { Kysely } from 'kysely';
import { nameKey } from '../../../../../contract/rules/names.ts';
import type {
  ChildrenQuery,
  CursorPage,
  ItemSort,
  OffsetPage,
  SortDirection,
} from '../../../../ports/metadata/items/items.ts';
import { inChunks, toKey } from '../../ids.ts';
import type { ItemRow, Tables } from '../../tables.ts';
import { kindNumbers } from '../item-rows.ts';
import { folderCounter, inFolder, pageByCursor, pageByOffset, sortColumns } from './item-listing.ts';

/*
 * Lists a folder that also shows items from elsewhere: a user's root shows the items shared with the user. Those are few, while
 * the folder may hold very many. So the folder is read by its index, no further than the page, and the few are merged in, under the
 * names that they have there.
 */

/** The number of items that a folder shows. */
export function childrenCounter(db: Kysely<Tables>): (query: ChildrenQuery) => Promise<number> {
  const count = folderCounter(db);
  return async (query) => (await count(query.folderId)) + (await fromElsewhere(db, query)).length;
}

/** A page of the items that a folder shows, after a cursor. */
export async function childrenByCursor(
  db: Kysely<Tables>,
  query: ChildrenQuery,
  page: CursorPage,
): Promise<readonly ItemRow[]> {
  const own = await pageByCursor(inFolder(db, query.folderId), page);
  const others = await fromElsewhere(db, query);
  if (others.length === 0) return own;
  const compare = orderOf(page.direction);
  const { after } = page;
  const last = after && { kind: kindNumbers[after.kind], value: after.value, id: toKey(after.id) };
  const behind = last ? others.filter((row) => compare(placeOf(row, page.sort), last) > 0) : others;
  return merged([...own, ...behind], page).slice(0, page.limit);
}

/**
 * A page of the items that a folder shows, by offset. With k items from elsewhere, the page begins at most k places earlier in the
 * folder itself and ends at most k places later.
 */
export async function childrenByOffset(
  db: Kysely<Tables>,
  query: ChildrenQuery,
  page: OffsetPage,
): Promise<readonly ItemRow[]> {
  const others = await fromElsewhere(db, query);
  if (others.length === 0) return pageByOffset(inFolder(db, query.folderId), page);
  const start = Math.max(0, page.offset - others.length);
  const wider = { ...page, offset: start, limit: page.offset - start + page.limit + others.length };
  const own = await pageByOffset(inFolder(db, query.folderId), wider);
  // Everything before `start` comes from the folder itself, so positions in the merged list shift by `start`.
  return merged([...own, ...others], page).slice(page.offset - start, page.offset - start + page.limit);
}

async function fromElsewhere(db: Kysely<Tables>, { folderId, alsoItems }: ChildrenQuery): Promise<ItemRow[]> {
  const names = new Map(alsoItems.map(({ id, name }) => [toKey(id), name]));
  const rows = await inChunks([...names.keys()], (keys) =>
    db.selectFrom('item').selectAll().where('id', 'in', keys).where('trashed_at', 'is', null).execute(),
  );
  const others = rows.filter((row) => row.parent_id !== toKey(folderId));
  return others.map((row) => ({ ...row, ...named(names.get(row.id) ?? row.name) }));
}

const named = (name: string): Pick<ItemRow, 'name' | 'name_key'> => ({ name, name_key: nameKey(name) });

interface Place {
  readonly kind: number;
  readonly value: string | number;
  readonly id: number;
}

function placeOf(row: ItemRow, sort: ItemSort): Place {
  return { kind: row.kind, value: row[sortColumns[sort]], id: row.id };
}

function merged(rows: readonly ItemRow[], { sort, direction }: Pick<OffsetPage, 'sort' | 'direction'>): ItemRow[] {
  const compare = orderOf(direction);
  return [...rows].sort((one, other) => compare(placeOf(one, sort), placeOf(other, sort)));
}

/** The order of listings: kinds first in either direction, text by its bytes as the database sorts it, ties by id. */
function orderOf(direction: SortDirection): (one: Place, other: Place) => number {
  const sign = direction === 'ASC' ? 1 : -1;
  return (one, other) => one.kind - other.kind || sign * (compareValues(one.value, other.value) || one.id - other.id);
}

function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
