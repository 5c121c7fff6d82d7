import { type Kysely, type SqlBool, sql } from 'kysely';
import type { SearchWordWrites, WantedWord, WordField, WordQuery } from '../../../ports/metadata/notes/search-words.ts';
import { toId, toKey } from '../ids.ts';
import { prepared, preparedInsert } from '../prepared.ts';
import type { SearchWordRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';

const fieldNumbers = { name: 1, description: 2, tags: 3, comments: 4 } as const satisfies Record<WordField, number>;

/** The source id of words that belong to the item itself. */
const itemItself = 0;

/** Maximum rows per insert: databases limit the number of parameters. */
const rowsPerInsert = 100;

/** Up to this many rows are inserted one by one with a prepared statement: the words of a name. */
const fewRows = 4;

/** Sorts after every word with the same prefix: no word contains this code point. */
const behindAll = '\u{10ffff}';

/** The search index in SQL. Text is compared by code point in every database. */
export function sqlSearchWords(db: Kysely<Tables>): SearchWordWrites {
  const insertRow = preparedInsert<SearchWordRow>(db, (row) => {
    return db
      .insertInto('search_word')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
  });
  const removeRows = prepared<never, [number, number]>(db, () =>
    db.deleteFrom('search_word').where('item_id', '=', 0).where('source_id', '=', 0),
  );
  const remove: SearchWordWrites['remove'] = async ({ itemId, commentId }) => {
    await removeRows(toKey(itemId), commentId === null ? itemItself : toKey(commentId));
  };
  const insertMany = async (rows: readonly SearchWordRow[]) => {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      const insert = db.insertInto('search_word').values(rows.slice(start, start + rowsPerInsert));
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
    }
  };
  return {
    findItems: (query) => findItems(db, query),
    add: async (entries) => {
      const rows = entries.flatMap(rowsOf);
      // Few are sent together: one round trip.
      await (rows.length <= fewRows ? Promise.all(rows.map(insertRow)) : insertMany(rows));
    },
    replace: async (entry) => {
      const rows = rowsOf(entry);
      if (rows.length <= fewRows) {
        // Sent together, in this order.
        await Promise.all([remove(entry.source), ...rows.map(insertRow)]);
        return;
      }
      await remove(entry.source);
      await insertMany(rows);
    },
    remove,
  };
}

function rowsOf({ source, words }: Parameters<SearchWordWrites['replace']>[0]): readonly SearchWordRow[] {
  return words.map(({ word, field }) => ({
    owner_id: toKey(source.ownerId),
    word,
    item_id: toKey(source.itemId),
    field: fieldNumbers[field],
    source_id: source.commentId === null ? itemItself : toKey(source.commentId),
  }));
}

/** The index leads from the rarest word to items, and from each item to the other words. */
async function findItems(db: Kysely<Tables>, query: WordQuery): Promise<readonly string[]> {
  if (query.all.length === 0 || query.fields.length === 0) return [];
  const fields = query.fields.map((field) => fieldNumbers[field]);
  const [first, ...others] = await rarestFirst(db, query, fields);
  if (!first) return [];
  const ofOneItem = (wanted: WantedWord) =>
    db
      .selectFrom('search_word as other')
      .select('other.item_id')
      .where(sql<SqlBool>`${sql.ref('other.item_id')} = ${sql.ref('search_word.item_id')}`)
      .where(isWord('other', wanted, fields));
  let found = db
    .selectFrom('search_word')
    .select('search_word.item_id')
    .distinct()
    .where('search_word.owner_id', '=', toKey(query.ownerId))
    .where(isWord('search_word', first, fields));
  for (const wanted of others) found = found.where(({ exists }) => exists(ofOneItem(wanted)));
  for (const unwanted of query.none) found = found.where(({ exists, not }) => not(exists(ofOneItem(unwanted))));
  const rows = await found.limit(query.limit).execute();
  return rows.map((row) => toId(row.item_id));
}

/** Maximum rows counted per word; above it, words are considered equally frequent. */
const countedRows = 2000;

/** The words of a query, rarest first. */
async function rarestFirst(
  db: Kysely<Tables>,
  { ownerId, all }: WordQuery,
  fields: readonly number[],
): Promise<readonly WantedWord[]> {
  if (all.length === 1) return all;
  const counted: { readonly wanted: WantedWord; readonly rows: number }[] = [];
  for (const wanted of all) {
    const some = db
      .selectFrom('search_word')
      .select('search_word.item_id')
      .where('search_word.owner_id', '=', toKey(ownerId))
      .where(isWord('search_word', wanted, fields))
      .limit(countedRows);
    const count = db.selectFrom(some.as('some')).select(({ fn }) => fn.countAll<number>().as('count'));
    counted.push({ wanted, rows: Number((await count.executeTakeFirstOrThrow()).count) });
  }
  return counted.sort((one, other) => one.rows - other.rows).map(({ wanted }) => wanted);
}

/** Matches a row with the word, or in a name with any word that starts with it. Either way the index serves the range. */
function isWord(table: 'search_word' | 'other', { word, isPrefix }: WantedWord, fields: readonly number[]) {
  const column = (name: 'word' | 'field') => sql.ref(`${table}.${name}`);
  const isIn = sql`${column('field')} in (${sql.join(fields)})`;
  if (!isPrefix) return sql<SqlBool>`(${column('word')} = ${word} and ${isIn})`;
  const isName = sql`${column('field')} = ${fieldNumbers.name}`;
  const begins = sql`${column('word')} >= ${word} and ${column('word')} < ${word + behindAll}`;
  return sql<SqlBool>`(${begins} and ${isIn} and (${isName} or ${column('word')} = ${word}))`;
}
