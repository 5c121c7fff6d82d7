import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** A word as documents have it: a letter for its field (see `search-words.ts`), then the word; with `isPrefix`, every word that starts so. */
export interface IndexWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Documents of an owner that have one word of each list of `all`, which is not empty, and no word of any list of `none`. */
export interface DocumentQuery {
  readonly ownerId: number;
  readonly all: readonly (readonly IndexWord[])[];
  readonly none: readonly (readonly IndexWord[])[];
}

/**
 * The full-text index of a database on `search_document`. The database updates it in the transaction that changes a row. Its words carry
 * the owner in front, so a search reads only the entries of one owner, however many owners there are.
 */
export interface TextIndex {
  /** A select of the `id` of each document that matches. */
  idsOf(db: Kysely<Tables>, query: DocumentQuery): Promise<RawBuilder<unknown>>;
  /** True if a text contains another one. */
  contains(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>;
}

/** True if a document has one of the words, by its text rather than the index. */
export function hasOneOf(
  { contains }: Pick<TextIndex, 'contains'>,
  document: 'found' | 'other',
  words: readonly IndexWord[],
): RawBuilder<SqlBool> {
  const text = sql.ref(`${document}.words`);
  const conditions = words.map((word) => contains(text, ` ${word.text}${word.isPrefix ? '' : ' '}`));
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
