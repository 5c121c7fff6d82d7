import { type Compilable, type Kysely, sql } from 'kysely';
import type { ItemReads, ItemSort } from '../../../ports/metadata/items/items.ts';
import { toId, toKey } from '../ids.ts';
import { prepared } from '../prepared.ts';
import type { SqlDialect } from '../sql-database.ts';
import type { Tables } from '../tables.ts';
import { byOrder, cursorParameters, minisBehind, minisByOffset } from './item-listing.ts';

interface TextRow {
  readonly text: string | null;
}

/**
 * Pages as text that the database puts together: a row for each item costs more than everything else about a long list. The text is
 * that of `presentMini`, which a test compares.
 */
export function miniTexts(db: Kysely<Tables>, dialect: SqlDialect): Pick<ItemReads, 'miniText' | 'miniTextAfter'> {
  const asText = (page: PageOfMinis, sort: ItemSort) => textOf(db, dialect, page, sort);
  const read = byOrder<TextRow>(db, (page) => asText(minisByOffset(db, page), page.sort));
  const readEnd = byOrder<EndRow>(db, (page) => minisByOffset(db, page).clearSelect().select('id'));
  const behind = bySort((sort) => prepared<TextRow, PageParameters>(db, () => asText(minisBehind(db, sort), sort)));
  const behindEnd = bySort((sort) =>
    prepared<EndRow, PageParameters>(db, () => minisBehind(db, sort).clearSelect().select('id')),
  );
  return {
    miniText: async (folderId, page) => (await read(folderId, page))[0]?.text ?? '',
    miniTextAfter: async (folderId, { sort, after, limit }) => {
      // The last item of the page, and the one after it if there is one.
      const end = { limit: 2, offset: limit - 1 };
      const inOrder = { sort, direction: 'ASC' } as const;
      const from = after === null ? null : [toKey(folderId), ...cursorParameters(after, sort)];
      const [texts, ends] = await Promise.all(
        from === null
          ? [read(folderId, { ...inOrder, limit, offset: 0 }), readEnd(folderId, { ...inOrder, ...end })]
          : [behind(sort)(...from, limit, 0), behindEnd(sort)(...from, end.limit, end.offset)],
      );
      const [last, next] = ends;
      return { text: texts[0]?.text ?? '', lastId: last === undefined || next === undefined ? null : toId(last.id) };
    },
  };
}

/** Folder, cursor, limit and offset. */
type PageParameters = readonly (string | number)[];

interface EndRow {
  readonly id: number;
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

type PageOfMinis = ReturnType<typeof minisByOffset>;

/** The orders in which an index lists a folder. */
const indexed: ReadonlySet<ItemSort> = new Set(['id', 'name']);

/**
 * In the order of an index, entries are built where rows are read, which leaves columns of other kinds unread. Any other order has to sort, and
 * would build the entries of the whole folder.
 */
function textOf(db: Kysely<Tables>, dialect: SqlDialect, page: PageOfMinis, sort: ItemSort): Compilable<TextRow> {
  const [name, url] = [dialect.jsonString('name'), dialect.jsonString('url')];
  const entry = sql<string>`concat('{"id":"', id, '","etag":"', etag, '","sequence_id":"', sequence_id, '","name":', ${name},
    case kind when 0 then ',"type":"folder"}'
      when 1 then concat(',"type":"file","sha1":"', sha1, '","file_version":{"id":"', version_id,
        '","type":"file_version","sha1":"', sha1, '"}}')
      else concat(',"type":"web_link","url":', ${url}, '}') end)`;
  const text = indexed.has(sort)
    ? sql<TextRow>`select string_agg(entry, ',') as text from (${page.clearSelect().select(entry.as('entry'))}) as page`
    : sql<TextRow>`select string_agg(${entry}, ',') as text from (${page}) as page`;
  return { compile: () => text.compile(db) };
}
