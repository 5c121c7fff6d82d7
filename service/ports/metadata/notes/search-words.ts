/** The field of an item that a word comes from. */
export type WordField = 'name' | 'description' | 'tags' | 'comments';

/** A word of an item: folded, letters and digits only, without spaces. */
export interface ItemWord {
  readonly word: string;
  readonly field: WordField;
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

/** Items of one owner with all words of `all` and none of `none` in the fields. `all` is not empty. */
export interface WordQuery {
  readonly ownerId: string;
  readonly all: readonly WantedWord[];
  readonly none: readonly WantedWord[];
  readonly fields: readonly WordField[];
  readonly limit: number;
}

/** Search word queries. */
export interface SearchWordReads {
  /** Ids of items, each once, trash included. The cost depends on the number of items with the rarest word, not on all items. */
  findItems(query: WordQuery): Promise<readonly string[]>;
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
