import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** A word as documents have it: a letter for its field (see `search-words.ts`), then the word; with `isPrefix`, every word that starts so. */
export interface IndexWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Documents that have one word of each list of `all`, which is not empty, and no word of any list of `none`. */
export interface DocumentQuery {
  /** Null: the documents of everyone. */
  readonly ownerIds: readonly number[] | null;
  /** Only documents with a lower id. */
  readonly end: number;
  readonly all: readonly (readonly IndexWord[])[];
  readonly none: readonly (readonly IndexWord[])[];
}

/**
 * The full-text indexes of a database on `search_document` and `content_text`. The database updates them in the transaction that changes a row.
 * That on documents has each word
 * twice: with the owner in front, so that a search of some owners reads only their entries, and alone, for a search of everyone.
 */
export interface TextIndex {
  /** A select of the `id` of each document that matches. */
  idsOf(db: Kysely<Tables>, query: DocumentQuery): Promise<RawBuilder<unknown>>;
  /** A select of the `id` of each row of `content_text` that has all of the words, which are without a letter for a field. */
  contentsWith(all: readonly string[]): RawBuilder<unknown>;
  /** True if a text contains another one. */
  contains(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>;
}

/** The forms in which the index has a word: one for each owner, or without owners the word alone. */
export function formsOf({ text, isPrefix }: IndexWord, ownerIds: DocumentQuery['ownerIds']): readonly IndexWord[] {
  return ownerIds === null ? [{ text, isPrefix }] : ownerIds.map((owner) => ({ text: `${owner}${text}`, isPrefix }));
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
