import { type SqlBool, sql } from 'kysely';
import type { DocumentQuery, IndexWord, TextIndex } from '../notes/text-index.ts';

/** The search index in PostgreSQL: a GIN index on the generated tsvector of `search_document` (migration 0021). */
export const tsvectorIndex: TextIndex = {
  idsOf: async (_db, query) =>
    sql`select id from search_document where vector @@ cast(${expressionOf(query)} as tsquery)`,
  contains: (text, part) => sql<SqlBool>`strpos(${text}, ${part}) > 0`,
};

function expressionOf({ ownerId, all, none }: DocumentQuery): string {
  // Words are letters and digits only; within quotes none is an operator.
  const wordOf = ({ text, isPrefix }: IndexWord) => `'${ownerId}${text}'${isPrefix ? ':*' : ''}`;
  const anyOf = (words: readonly IndexWord[]) => `(${words.map(wordOf).join(' | ')})`;
  return [...all.map(anyOf), ...none.map((words) => `!${anyOf(words)}`)].join(' & ');
}
