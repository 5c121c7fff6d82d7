import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SearchWordWrites, WantedWord, WordField, WordQuery } from '../../../ports/metadata/notes/search-words.ts';
import { toId, toKey } from '../ids.ts';
import { prepared, preparedForRow } from '../prepared.ts';
import type { SearchDocumentRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';
import { hasOneOf, type IndexWord, type TextIndex } from './text-index.ts';

/** The letter in front of each word of a field. */
const fieldLetters = { name: 'n', description: 'd', tags: 't', comments: 'c' } as const satisfies Record<
  WordField,
  string
>;

/** Maximum rows per insert: databases limit the number of parameters. */
const rowsPerInsert = 100;

/** Search words in SQL: a document for each source, with a full-text index that each database has its own form of. */
export function sqlSearchWords(db: Kysely<Tables>, index: TextIndex): SearchWordWrites {
  const insertOf = (rows: SearchDocumentRow | readonly SearchDocumentRow[]) =>
    db
      .insertInto('search_document')
      .values(rows)
      .onConflict((same) => same.column('id').doUpdateSet((row) => ({ words: row.ref('excluded.words') })));
  const insertRow = preparedForRow<SearchDocumentRow>(db, insertOf);
  const removeRow = prepared<never, [number]>(db, () => db.deleteFrom('search_document').where('id', '=', 0));
  return {
    findItems: (query) => findItems(db, index, query),
    add: async (entries) => {
      const rows = entries.map(rowOf);
      const [first] = rows;
      if (first && rows.length === 1) await insertRow(first);
      else
        for (let start = 0; start < rows.length; start += rowsPerInsert)
          await insertOf(rows.slice(start, start + rowsPerInsert)).execute();
    },
    replace: async (entry) => void (await insertRow(rowOf(entry))),
    remove: async ({ itemId, commentId }) => void (await removeRow(toKey(commentId ?? itemId))),
  };
}

/** Items and comments take their ids from one counter. */
function rowOf({ source, words }: Parameters<SearchWordWrites['replace']>[0]): SearchDocumentRow {
  return {
    id: toKey(source.commentId ?? source.itemId),
    item_id: toKey(source.itemId),
    owner_id: toKey(source.ownerId),
    // A space on either side of each word, so that a part of the text can be a whole word.
    words: ` ${words.map(({ word, field }) => `${fieldLetters[field]}${word} `).join('')}`,
  };
}

/** The database and index that a part of a search runs on. */
interface Searched {
  readonly db: Kysely<Tables>;
  readonly index: TextIndex;
}

/** Most items have all words in their own document; only with comments can the words be in several documents. */
async function findItems(
  db: Kysely<Tables>,
  index: TextIndex,
  { fields, ...query }: WordQuery,
): Promise<readonly string[]> {
  if (query.all.length === 0) return [];
  const own = fields.filter((field) => field !== 'comments');
  const hasComments = own.length < fields.length;
  const parts = [
    ...(own.length > 0 ? [byOwnWords({ db, index }, { ...query, fields: own }, hasComments)] : []),
    ...(hasComments ? [byComments({ db, index }, { ...query, fields })] : []),
  ];
  // Sent together: one round trip.
  const found = await Promise.all(
    parts.map(async (part) => (await sql<{ item_id: number }>`${await part} limit ${query.limit}`.execute(db)).rows),
  );
  return [...new Set(found.flat().map((row) => toId(row.item_id)))].slice(0, query.limit);
}

/** A select of the items with all words in name, description and tags. */
async function byOwnWords(
  { db, index }: Searched,
  { ownerId, all, none, fields }: WordQuery,
  hasComments: boolean,
): Promise<RawBuilder<unknown>> {
  const wanted = { ownerId: toKey(ownerId), all: all.map(inFields(fields)), none: none.map(inFields(fields)) };
  const found = sql`select found.id as item_id from (${await index.idsOf(db, wanted)}) as found`;
  if (!hasComments || none.length === 0) return found;
  const isUnwanted = hasOneOf(index, 'other', none.flatMap(inFields(['comments'])));
  return sql`${found} where not exists
    (select 1 from search_document as other where other.item_id = found.id and other.id <> found.id and ${isUnwanted})`;
}

/** A select of the items with one of the words in a comment, and every word in any of their documents. */
async function byComments(
  { db, index }: Searched,
  { ownerId, all, none, fields }: WordQuery,
): Promise<RawBuilder<unknown>> {
  const said = all.flatMap(inFields(['comments']));
  const conditions = [
    ...all.map((wanted) => isInItem(index, inFields(fields)(wanted))),
    ...none.map((unwanted) => sql`not ${isInItem(index, inFields(fields)(unwanted))}`),
  ];
  const hits = await index.idsOf(db, { ownerId: toKey(ownerId), all: [said], none: [] });
  return sql`select distinct found.item_id from (${hits}) as hit join search_document as found on found.id = hit.id
    where ${sql.join(conditions, sql` and `)}`;
}

/** A prefix is enough in names only. */
function inFields(fields: readonly WordField[]) {
  return ({ word, isPrefix }: WantedWord): readonly IndexWord[] =>
    fields.map((field) => ({ text: fieldLetters[field] + word, isPrefix: isPrefix && field === 'name' }));
}

/** True if the document `found` or another one of its item has one of the words. */
function isInItem(index: TextIndex, words: readonly IndexWord[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${hasOneOf(index, 'found', words)} or exists (select 1 from search_document as other
    where other.item_id = found.item_id and other.id <> found.id and ${hasOneOf(index, 'other', words)}))`;
}
