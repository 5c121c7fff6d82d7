/** A comment on a file. Times are in milliseconds since the epoch. */
export interface CommentRecord {
  readonly id: string;
  readonly itemId: string;
  /** The first comment of its thread; null for that comment itself. */
  readonly replyTo: string | null;
  /** As written, with mentions as `@[id:name]` if `isTagged`. */
  readonly message: string;
  readonly isTagged: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** Comment queries. */
export interface CommentReads {
  get(id: string): Promise<CommentRecord | null>;
  /** The number of comments per item; items without comments are left out. */
  countOfItems(itemIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Oldest first. */
  list(itemId: string, page: { readonly offset: number; readonly limit: number }): Promise<readonly CommentRecord[]>;
  /** The newest comments of an item, newest first. */
  latest(itemId: string, limit: number): Promise<readonly CommentRecord[]>;
  /** The other comments of the thread that this one begins. */
  listReplies(id: string): Promise<readonly CommentRecord[]>;
}

/** Changes to comments. */
export interface CommentWrites extends CommentReads {
  insert(comment: CommentRecord): Promise<void>;
  update(comment: CommentRecord): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
}
