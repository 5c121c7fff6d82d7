import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type DocumentQuery, formsOf, hasOneOf, type IndexWord, type TextIndex } from '../notes/text-index.ts';
import type { Tables } from '../tables.ts';

/** A word of fewer documents is rare: its documents are read rather than those of the other words. */
const rareDocuments = 2000;

/** The search indexes in SQLite: FTS5 tables that triggers on `search_document` and `content_text` fill (migrations 0021, 0042, 0047). */
export const fts5Index: TextIndex = {
  // FTS5 reads all documents with a prefix before it returns the first, so a frequent prefix costs more than the documents of a rare word.
  idsOf: async (db, query) => {
    const rare = query.all.length === 1 ? null : await rareWord(db, query);
    return rare
      ? amongRare(query, rare)
      : sql`select rowid as id from search_index where ${matches(query)} and rowid < ${query.end}`;
  },
  contentsWith: (all) =>
    sql`select rowid as id from content_index where content_index match ${all.map((word) => `"${word}"`).join(' AND ')}`,
  contains: (text, part) => sql<SqlBool>`instr(${text}, ${part}) > 0`,
};

/** The first rare word, longer ones first: they are usually rarer. */
async function rareWord(db: Kysely<Tables>, { ownerIds, all }: DocumentQuery): Promise<readonly IndexWord[] | null> {
  for (const anyOf of all.toSorted((one, other) => (other[0]?.text.length ?? 0) - (one[0]?.text.length ?? 0))) {
    const whole = anyOf.map(({ text }) => ({ text, isPrefix: false }));
    if ((await isRare(db, ownerIds, whole)) && (await isRare(db, ownerIds, anyOf))) return anyOf;
  }
  return null;
}

async function isRare(
  db: Kysely<Tables>,
  ownerIds: DocumentQuery['ownerIds'],
  anyOf: readonly IndexWord[],
): Promise<boolean> {
  const isMatch = matches({ ownerIds, all: [anyOf], none: [] });
  const { rows } = await sql<{ documents: number }>`select count(*) as documents from
    (select 1 from search_index where ${isMatch} limit ${rareDocuments})`.execute(db);
  return (rows[0]?.documents ?? 0) < rareDocuments;
}

/** The cross join makes SQLite start with the index. */
function amongRare({ ownerIds, end, all, none }: DocumentQuery, rare: readonly IndexWord[]): RawBuilder<unknown> {
  const conditions = [
    matches({ ownerIds, all: [rare], none: [] }),
    sql`search_index.rowid < ${end}`,
    ...all.filter((words) => words !== rare).map((words) => hasOneOf(fts5Index, 'found', words)),
    ...none.map((words) => sql<SqlBool>`not ${hasOneOf(fts5Index, 'found', words)}`),
  ];
  return sql`select search_index.rowid as id from search_index cross join search_document as found on found.id = search_index.rowid
    where ${sql.join(conditions, sql` and `)}`;
}

function matches({ ownerIds, all, none }: Omit<DocumentQuery, 'end'>): RawBuilder<SqlBool> {
  // Words are letters and digits only; within quotes none is an operator.
  const written = ({ text, isPrefix }: IndexWord) => `"${text}"${isPrefix ? '*' : ''}`;
  const anyOf = (words: readonly IndexWord[]) =>
    `(${words.flatMap((word) => formsOf(word, ownerIds).map(written)).join(' OR ')})`;
  const expression = [all.map(anyOf).join(' AND '), ...none.map(anyOf)].join(' NOT ');
  return sql<SqlBool>`search_index match ${expression}`;
}
