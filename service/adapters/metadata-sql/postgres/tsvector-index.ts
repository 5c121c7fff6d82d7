import { type SqlBool, sql } from 'kysely';
import { wordsAlone } from '../migrations/changes/notes/0042-words-of-everyone.ts';
import { contentWords } from '../migrations/changes/notes/0047-content-texts.ts';
import { type DocumentQuery, formsOf, type IndexWord, type TextIndex } from '../notes/text-index.ts';

/**
 * The search index in PostgreSQL: a GIN index on the generated tsvector of `search_document`, which has the words of each owner (migration
 * 0021), another one on the words alone (migration 0042), and one on the words of contents (migration 0047).
 */
export const tsvectorIndex: TextIndex = {
  idsOf: async (_db, query) => {
    const vector = query.ownerIds === null ? sql.raw(wordsAlone) : sql.ref('vector');
    // With `offset 0` the order of a page is none of this select's: to have it, PostgreSQL might read all documents by their id.
    return sql`select id from search_document
      where ${vector} @@ cast(${expressionOf(query)} as tsquery) and id < ${query.end} offset 0`;
  },
  contentsWith: (all) => {
    const expression = all.map((word) => `'${word}'`).join(' & ');
    return sql`select id from content_text where ${sql.raw(contentWords)} @@ cast(${expression} as tsquery) offset 0`;
  },
  contains: (text, part) => sql<SqlBool>`strpos(${text}, ${part}) > 0`,
};

function expressionOf({ ownerIds, all, none }: DocumentQuery): string {
  // Words are letters and digits only; within quotes none is an operator.
  const written = ({ text, isPrefix }: IndexWord) => `'${text}'${isPrefix ? ':*' : ''}`;
  const anyOf = (words: readonly IndexWord[]) =>
    `(${words.flatMap((word) => formsOf(word, ownerIds).map(written)).join(' | ')})`;
  return [...all.map(anyOf), ...none.map((words) => `!${anyOf(words)}`)].join(' & ');
}
