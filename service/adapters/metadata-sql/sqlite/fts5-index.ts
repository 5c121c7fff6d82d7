import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type DocumentQuery, hasOneOf, type IndexWord, type TextIndex } from '../notes/text-index.ts';
import type { Tables } from '../tables.ts';

/** A word of fewer documents is rare: its documents are read rather than those of the other words. */
const rareDocuments = 2000;

/** The search index in SQLite: an FTS5 table that triggers on `search_document` fill (migration 0021). */
export const fts5Index: TextIndex = {
  // FTS5 reads all documents with a prefix before it returns the first, so a frequent prefix costs more than the documents of a rare word.
  idsOf: async (db, query) => {
    const rare = query.all.length === 1 ? null : await rareWord(db, query);
    return rare ? amongRare(query, rare) : sql`select rowid as id from search_index where ${matches(query)}`;
  },
  contains: (text, part) => sql<SqlBool>`instr(${text}, ${part}) > 0`,
};

/** The first rare word, longer ones first: they are usually rarer. */
async function rareWord(db: Kysely<Tables>, { ownerId, all }: DocumentQuery): Promise<readonly IndexWord[] | null> {
  for (const anyOf of all.toSorted((one, other) => (other[0]?.text.length ?? 0) - (one[0]?.text.length ?? 0))) {
    const whole = anyOf.map(({ text }) => ({ text, isPrefix: false }));
    if ((await isRare(db, ownerId, whole)) && (await isRare(db, ownerId, anyOf))) return anyOf;
  }
  return null;
}

async function isRare(db: Kysely<Tables>, ownerId: number, anyOf: readonly IndexWord[]): Promise<boolean> {
  const { rows } = await sql<{ documents: number }>`select count(*) as documents from
    (select 1 from search_index where ${matches({ ownerId, all: [anyOf], none: [] })} limit ${rareDocuments})`.execute(
    db,
  );
  return (rows[0]?.documents ?? 0) < rareDocuments;
}

/** The cross join makes SQLite start with the index. */
function amongRare({ ownerId, all, none }: DocumentQuery, rare: readonly IndexWord[]): RawBuilder<unknown> {
  const conditions = [
    matches({ ownerId, all: [rare], none: [] }),
    ...all.filter((words) => words !== rare).map((words) => hasOneOf(fts5Index, 'found', words)),
    ...none.map((words) => sql<SqlBool>`not ${hasOneOf(fts5Index, 'found', words)}`),
  ];
  return sql`select found.id from search_index cross join search_document as found on found.id = search_index.rowid
    where ${sql.join(conditions, sql` and `)}`;
}

function matches({ ownerId, all, none }: DocumentQuery): RawBuilder<SqlBool> {
  // Words are letters and digits only; within quotes none is an operator.
  const wordOf = ({ text, isPrefix }: IndexWord) => `"${ownerId}${text}"${isPrefix ? '*' : ''}`;
  const anyOf = (words: readonly IndexWord[]) => `(${words.map(wordOf).join(' OR ')})`;
  const expression = [all.map(anyOf).join(' AND '), ...none.map(anyOf)].join(' NOT ');
  return sql<SqlBool>`search_index match ${expression}`;
}
