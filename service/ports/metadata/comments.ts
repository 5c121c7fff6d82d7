/** A comment on a file. Times are in milliseconds since the epoch. */
export interface CommentRecord {
  readonly id: string;
  readonly itemId: string;
  /** The comment that it answers; null for one on the file itself. */
  readonly replyTo: string | null;
  /** As it was written: people who are mentioned stand in it as `@[id:name]` when `isTagged`. */
  readonly message: string;
  readonly isTagged: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** Questions about comments. */
export interface CommentReads {
  get(id: string): Promise<CommentRecord | null>;
  /** How many comments each of the items has; items without any are left out. */
  countOfItems(itemIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Oldest first. */
  list(itemId: string, page: { readonly offset: number; readonly limit: number }): Promise<readonly CommentRecord[]>;
  /** The newest comments of an item, newest first. */
  latest(itemId: string, limit: number): Promise<readonly CommentRecord[]>;
  /** The answers to these comments. */
  listReplies(ids: readonly string[]): Promise<readonly CommentRecord[]>;
}

/** Changes to comments. */
export interface CommentWrites extends CommentReads {
  insert(comment: CommentRecord): Promise<void>;
  update(comment: CommentRecord): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
}
