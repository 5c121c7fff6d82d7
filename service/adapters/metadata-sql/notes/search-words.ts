import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CandidatePage } from '../../../ports/metadata/notes/search-candidates.ts';
import type {
  DocumentField,
  SearchWordWrites,
  WantedWord,
  WordCombination,
  WordQuery,
} from '../../../ports/metadata/notes/search-words.ts';
import { toKey } from '../ids.ts';
import { prepared, preparedForRow } from '../prepared.ts';
import type { SearchDocumentRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';
import { candidatePage, endOf } from './candidate-page.ts';
import { type DocumentQuery, hasOneOf, type IndexWord, type TextIndex } from './text-index.ts';

/** The letter in front of each word of a field. */
const fieldLetters = { name: 'n', description: 'd', tags: 't', comments: 'c' } as const satisfies Record<
  DocumentField,
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

/** Owners whose words one part of a query names. */
const ownersPerPart = 50;

/**
 * SQLite takes 500 selects in one query, and a part has up to four. With more parts, a query reads the words of everyone, and the page leaves
 * out the items of others.
 */
const maxParts = 100;

/** Most items have all words in their own document; only with comments and contents can the words be in several places. */
async function findItems(db: Kysely<Tables>, index: TextIndex, query: WordQuery): Promise<CandidatePage> {
  const { anyOf, fields } = query;
  const inDocuments = fields.filter((field) => field !== 'content');
  const own = inDocuments.filter((field) => field !== 'comments');
  const hasComments = own.length < inDocuments.length;
  const hasContents = inDocuments.length < fields.length;
  const end = endOf(query);
  const owners = ownerParts(query);
  const parts = anyOf.flatMap((words) =>
    owners.flatMap((ownerIds) => [
      ...(own.length > 0 ? [byOwnWords({ db, index }, { ownerIds, end, ...words, fields: own })] : []),
      ...(hasComments ? [byComments({ db, index }, { ownerIds, end, ...words, fields: inDocuments })] : []),
      ...(hasContents ? [Promise.resolve(byContents(index, { ownerIds, end, ...words }))] : []),
      ...(hasContents && inDocuments.length > 0 && words.all.length > 1
        ? [byDocumentsAndContents({ db, index }, { ownerIds, end, ...words, fields: inDocuments })]
        : []),
    ]),
  );
  return candidatePage(db, await Promise.all(parts), query);
}

/** The owners of each part of a query; null: everyone. */
function ownerParts({ ownerIds, anyOf }: WordQuery): readonly DocumentQuery['ownerIds'][] {
  if (ownerIds === null) return [null];
  const count = Math.ceil(ownerIds.length / ownersPerPart);
  if (count * anyOf.length > maxParts) return [null];
  return Array.from({ length: count }, (_, part) =>
    ownerIds.slice(part * ownersPerPart, (part + 1) * ownersPerPart).map(toKey),
  );
}

/** One combination of words in some documents. */
interface PartQuery extends WordCombination, Pick<DocumentQuery, 'ownerIds' | 'end'> {
  readonly fields: readonly DocumentField[];
}

/** A select of the items with all words in name, description and tags, and with none of the others there. */
async function byOwnWords(
  { db, index }: Searched,
  { ownerIds, end, all, none, fields }: PartQuery,
): Promise<RawBuilder<unknown>> {
  const wanted = { ownerIds, end, all: all.map(inFields(fields)), none: none.map(inFields(fields)) };
  return sql`select found.id as id, found.id as item_id from (${await index.idsOf(db, wanted)}) as found`;
}

/** A select of the comments with one of the words whose items have every word in any of their documents. */
async function byComments(
  { db, index }: Searched,
  { ownerIds, end, all, fields }: PartQuery,
): Promise<RawBuilder<unknown>> {
  const said = all.flatMap(inFields(['comments']));
  const conditions = all.map((wanted) => isInItem(index, inFields(fields)(wanted)));
  const hits = await index.idsOf(db, { ownerIds, end, all: [said], none: [] });
  // The cross join makes SQLite start with the index and keep its order.
  return sql`select hit.id as id, found.item_id from (${hits}) as hit cross join search_document as found
    where found.id = hit.id and ${sql.join(conditions, sql` and `)}`;
}

/**
 * A select of the files with all words in their current content. Words that it must not have are left to the search, since not everyone may see
 * the content.
 */
function byContents(index: TextIndex, { ownerIds, end, all }: Omit<PartQuery, 'fields'>): RawBuilder<unknown> {
  const conditions = [
    sql`content_text.id = hit.id and file_version.blob_id = content_text.blob_id`,
    sql`item.id = file_version.file_id and item.version_id = file_version.id and item.id < ${end}`,
    ...(ownerIds === null ? [] : [sql`item.owner_id in (${sql.join(ownerIds)})`]),
  ];
  // As above. The item comes last, since its versions have the content.
  return sql`select item.id as id, item.id as item_id from (${index.contentsWith(all.map(({ word }) => word))}) as hit
    cross join content_text cross join file_version cross join item where ${sql.join(conditions, sql` and `)}`;
}

/**
 * A select of the documents with one of the words whose files have every word in any of their documents or in their current content. Without
 * the index of contents: it would find those of everyone with a frequent word.
 */
async function byDocumentsAndContents(
  { db, index }: Searched,
  { ownerIds, end, all, fields }: PartQuery,
): Promise<RawBuilder<unknown>> {
  const said = all.flatMap(inFields(fields));
  const hits = await index.idsOf(db, { ownerIds, end, all: [said], none: [] });
  const text = sql.ref('content_text.words');
  const conditions = all.map((wanted) => {
    const isInContent = index.contains(text, ` ${wanted.word} `);
    return sql`(${isInItem(index, inFields(fields)(wanted))} or ${isInContent})`;
  });
  // As above. Most files have no text, or are left out by a word before their content is read.
  return sql`select hit.id as id, found.item_id from (${hits}) as hit
    cross join search_document as found cross join item cross join file_version cross join content_text
    where found.id = hit.id and item.id = found.item_id and file_version.id = item.version_id
      and content_text.blob_id = file_version.blob_id and ${sql.join(conditions, sql` and `)}`;
}

/** A prefix is enough in names only. */
function inFields(fields: readonly DocumentField[]) {
  return ({ word, isPrefix }: WantedWord): readonly IndexWord[] =>
    fields.map((field) => ({ text: fieldLetters[field] + word, isPrefix: isPrefix && field === 'name' }));
}

/** True if the document `found` or another one of its item has one of the words. */
function isInItem(index: TextIndex, words: readonly IndexWord[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${hasOneOf(index, 'found', words)} or exists (select 1 from search_document as other
    where other.item_id = found.item_id and other.id <> found.id and ${hasOneOf(index, 'other', words)}))`;
}
