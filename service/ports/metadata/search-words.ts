/** Where a word of an item stands. */
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

/** A word that is looked for. In names, the beginning of a word is enough when `isPrefix`. */
export interface WantedWord {
  readonly word: string;
  readonly isPrefix: boolean;
}

/** Items of one owner that have all of `all` and none of `none` in the fields. `all` is not empty. */
export interface WordQuery {
  readonly ownerId: string;
  readonly all: readonly WantedWord[];
  readonly none: readonly WantedWord[];
  readonly fields: readonly WordField[];
  readonly limit: number;
}

/** Questions about the words of items. */
export interface SearchWordReads {
  /** Ids of items, each once; items in the trash too. The cost grows with the rarest word's items, not with all items. */
  findItems(query: WordQuery): Promise<readonly string[]>;
}

/** Changes to the words of items. */
export interface SearchWordWrites extends SearchWordReads {
  /** Words of sources that had none before. */
  add(entries: readonly { readonly source: WordSource; readonly words: readonly ItemWord[] }[]): Promise<void>;
  /** Takes the words of a source away. */
  remove(source: Pick<WordSource, 'itemId' | 'commentId'>): Promise<void>;
}
