import type { CandidatePage, CandidateQuery } from './search-candidates.ts';

/** The field of an item that a word comes from. `content`: what its current content says. */
export type WordField = DocumentField | 'content';

/** The fields whose words belong to an item, rather than to a content. */
export type DocumentField = 'name' | 'description' | 'tags' | 'comments';

/** A word of an item: folded, letters and digits only, without spaces. */
export interface ItemWord {
  readonly word: string;
  readonly field: DocumentField;
}

/** Words of one source: an item itself, or one comment on it. */
export interface WordSource {
  readonly itemId: string;
  readonly ownerId: string;
  /** Null for the item itself. */
  readonly commentId: string | null;
}

/** A search word. In names a prefix is enough if `isPrefix`. */
export interface WantedWord {
  readonly word: string;
  readonly isPrefix: boolean;
}

/** Words that an item must all have, which is not empty, and words that it must not have: none if the fields include comments. */
export interface WordCombination {
  readonly all: readonly WantedWord[];
  readonly none: readonly WantedWord[];
}

/** Items that match one of the combinations in the fields. */
export interface WordQuery extends CandidateQuery {
  readonly anyOf: readonly WordCombination[];
  readonly fields: readonly WordField[];
}

/** Search word queries. */
export interface SearchWordReads {
  /**
   * The cost depends on the number of items with the rarest word, not on all items. In contents, it depends on the number of those of everyone with
   * all words, and for more than one word on the number of items of the owners with any of them.
   */
  findItems(query: WordQuery): Promise<CandidatePage>;
}

/** Changes to search words. */
export interface SearchWordWrites extends SearchWordReads {
  /** Adds words of sources that have none yet. */
  add(entries: readonly { readonly source: WordSource; readonly words: readonly ItemWord[] }[]): Promise<void>;
  /** Gives a source other words. */
  replace(entry: { readonly source: WordSource; readonly words: readonly ItemWord[] }): Promise<void>;
  /** Removes the words of a source. */
  remove(source: Pick<WordSource, 'itemId' | 'commentId'>): Promise<void>;
}
