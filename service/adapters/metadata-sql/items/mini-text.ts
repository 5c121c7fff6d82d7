import { type Compilable, type Kysely, sql } from 'kysely';
import type { ItemReads } from '../../../ports/metadata/items/items.ts';
import type { SqlDialect } from '../sql-database.ts';
import type { Tables } from '../tables.ts';
import { byOrder, minisByOffset } from './item-listing.ts';

interface TextRow {
  readonly text: string | null;
}

/**
 * Pages as text that the database puts together: a row for each item costs more than everything else about a long list. The text is
 * that of `presentMini`, which a test compares.
 */
export function miniTexts(db: Kysely<Tables>, dialect: SqlDialect): ItemReads['miniText'] {
  const [name, url] = [dialect.jsonString('name'), dialect.jsonString('url')];
  const entry = sql<string>`concat('{"id":"', id, '","etag":"', etag, '","sequence_id":"', sequence_id, '","name":', ${name},
    case kind when 0 then ',"type":"folder"}'
      when 1 then concat(',"type":"file","sha1":"', sha1, '","file_version":{"id":"', version_id,
        '","type":"file_version","sha1":"', sha1, '"}}')
      else concat(',"type":"web_link","url":', ${url}, '}') end)`;
  const read = byOrder<TextRow>(db, (page): Compilable<TextRow> => {
    const text = sql<TextRow>`select string_agg(${entry}, ',') as text from (${minisByOffset(db, page)}) as page`;
    return { compile: () => text.compile(db) };
  });
  return async (folderId, page) => (await read(folderId, page))[0]?.text ?? '';
}
