import { type Compilable, type Kysely, sql } from 'kysely';
import type {
  CursorPage,
  ItemCursor,
  ItemReads,
  ItemSort,
  MiniTextPage,
} from '../../../../ports/metadata/items/items.ts';
import { toId, toKey } from '../../ids.ts';
import { prepared } from '../../prepared.ts';
import type { SqlDialect } from '../../sql-database.ts';
import type { Tables } from '../../tables.ts';
import { kindNumbers } from '../item-rows.ts';
import {
  byOrder,
  cursorParameters,
  minisBehind,
  minisByOffset,
  minisOfKindBehind,
  minisOfLaterKinds,
} from './item-listing.ts';

interface TextRow {
  readonly text: string | Uint8Array | null;
}

interface IdRow {
  readonly id: number;
}

/** A page of a folder's mini entries: see `minisByOffset`. */
type MiniPage = ReturnType<typeof minisByOffset>;

/** A page as text. `isInOrder`: rows come from an index in the order of the page. */
type AsText = (page: MiniPage, isInOrder: boolean) => Compilable<TextRow>;

/** The pages behind a cursor in one direction. */
type TextsBehind = (folderId: string, page: CursorPage & { readonly after: ItemCursor }) => Promise<MiniTextPage>;

/**
 * Pages as text that the database puts together: a row for each item costs more than everything else about a long list. The text is
 * that of `presentMini`, which a test compares.
 */
export function miniTexts(db: Kysely<Tables>, dialect: SqlDialect): Pick<ItemReads, 'miniText' | 'miniTextAfter'> {
  const asText = textIn(db, dialect);
  const read = byOrder<TextRow>(db, (page) =>
    // Kinds ascend in a descending order too, and no index is in that order.
    asText(minisByOffset(db, page), page.direction === 'ASC' && indexed.has(page.sort)),
  );
  const readIds = byOrder<IdRow>(db, (page) => idsOf(minisByOffset(db, page)));
  const behind = { ASC: ascending(db, asText), DESC: descending(db, asText) };
  return {
    miniText: async (folderId, page) => joined(await read(folderId, page)),
    miniTextAfter: async (folderId, { after, ...page }) => {
      if (after !== null) return behind[page.direction](folderId, { ...page, after });
      const texts = read(folderId, { ...page, offset: 0 });
      const ends = readIds(folderId, { ...page, ...endOf(page.limit) });
      return pageOf(await Promise.all([texts, ends]));
    },
  };
}

function ascending(db: Kysely<Tables>, asText: AsText): TextsBehind {
  const text = bySort((sort) =>
    prepared<TextRow, Parameters>(db, () => asText(minisBehind(db, sort), indexed.has(sort))),
  );
  const ids = bySort((sort) => prepared<IdRow, Parameters>(db, () => idsOf(minisBehind(db, sort))));
  return async (folderId, { sort, after, limit }) => {
    const from = [toKey(folderId), ...cursorParameters(after, sort)];
    const end = endOf(limit);
    return pageOf(await Promise.all([text(sort)(...from, limit, 0), ids(sort)(...from, end.limit, end.offset)]));
  };
}

/** In two parts, because kinds ascend here too: the rest of the cursor's kind, and the kinds behind it. */
function descending(db: Kysely<Tables>, asText: AsText): TextsBehind {
  const text = bySort((sort) =>
    prepared<TextRow, Parameters>(db, () => asText(minisOfKindBehind(db, sort), indexed.has(sort))),
  );
  const laterText = bySort((sort) =>
    prepared<TextRow, Parameters>(db, () => asText(minisOfLaterKinds(db, sort), false)),
  );
  const ids = bySort((sort) => prepared<IdRow, Parameters>(db, () => idsOf(minisOfKindBehind(db, sort))));
  const laterIds = bySort((sort) => prepared<IdRow, Parameters>(db, () => idsOf(minisOfLaterKinds(db, sort))));
  return async (folderId, { sort, after, limit }) => {
    const from = [toKey(folderId), ...cursorParameters(after, sort)];
    const fromKind = [toKey(folderId), kindNumbers[after.kind]];
    // One more than the page tells whether items follow.
    const rest = await ids(sort)(...from, limit + 1, 0);
    const later = rest.length > limit ? [] : await laterIds(sort)(...fromKind, limit + 1 - rest.length, 0);
    const ofKind = Math.min(rest.length, limit);
    const texts = await Promise.all([text(sort)(...from, ofKind, 0), laterText(sort)(...fromKind, limit - ofKind, 0)]);
    return pageOf([texts.flat(), [...rest, ...later].slice(limit - 1)]);
  };
}

/** Folder, cursor, limit and offset. */
type Parameters = readonly (string | number)[];

/** The place of the last item of a page, and of the one after it if there is one. */
const endOf = (limit: number) => ({ limit: 2, offset: limit - 1 });

function pageOf([texts, [last, next]]: readonly [readonly TextRow[], readonly IdRow[]]): MiniTextPage {
  return { text: joined(texts), lastId: last === undefined || next === undefined ? null : toId(last.id) };
}

/** The texts of the rows, with commas between them. */
function joined(rows: readonly TextRow[]): Uint8Array {
  const [first = Buffer.alloc(0), ...others] = rows.flatMap(({ text }) => (text === null ? [] : [bytesOf(text)]));
  return others.length === 0 ? first : Buffer.concat([first, ...others.flatMap((text) => [comma, text])]);
}

const comma = Buffer.from(',');

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text) : text;
}

/** One query for each sort key, built when it is first needed. */
function bySort<Query>(build: (sort: ItemSort) => Query): (sort: ItemSort) => Query {
  const built = new Map<ItemSort, Query>();
  return (sort) => {
    const query = built.get(sort) ?? build(sort);
    built.set(sort, query);
    return query;
  };
}

const idsOf = (page: MiniPage) => page.clearSelect().select('id');

/** The sort keys of which an index lists the items of one kind. */
const indexed: ReadonlySet<ItemSort> = new Set(['id', 'name']);

/** In order, entries are built where rows are read, which leaves columns of other kinds unread. A sort would build those of the whole folder. */
function textIn(db: Kysely<Tables>, dialect: SqlDialect): AsText {
  const [name, url] = [dialect.jsonString('name'), dialect.jsonString('url')];
  // No column of an item's kind is null. `concat`, which allows for that, takes a third longer in SQLite.
  const entry = sql<string>`'{"id":"' || id || '","etag":"' || etag || '","sequence_id":"' || sequence_id || '","name":' || ${name} ||
    case kind when 0 then ',"type":"folder"}'
      when 1 then ',"type":"file","sha1":"' || sha1 || '","file_version":{"id":"' || version_id || '","type":"file_version","sha1":"' || sha1 || '"}}'
      else ',"type":"web_link","url":' || ${url} || '}' end`;
  const [ready, built] = [
    dialect.inBytes(sql`string_agg(entry, ',')`),
    dialect.inBytes(sql`string_agg(${entry}, ',')`),
  ];
  return (page, isInOrder) => {
    const text = isInOrder
      ? sql<TextRow>`select ${ready} as text from (${page.clearSelect().select(entry.as('entry'))}) as page`
      : sql<TextRow>`select ${built} as text from (${page}) as page`;
    return { compile: () => text.compile(db) };
  };
}
