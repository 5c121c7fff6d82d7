/** Tag queries. */
export interface TagReads {
  /** Those of the names that already exist in the service. */
  known(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** The number of distinct tags in the service. */
  count(): Promise<number>;
  /** The tags that a user has set on any item, in alphabetical order, up to `limit`. */
  ofPerson(userId: string, limit: number): Promise<readonly string[]>;
}

/** Changes to item tags. The item record holds the tags it shows; this copy is for counting and searching. */
export interface TagWrites extends TagReads {
  /** Sets the tags of an item. New tags belong to this user; existing ones keep theirs. */
  set(itemId: string, names: readonly string[], taggedBy: string): Promise<void>;
  /** Removes tags that are no longer in use. */
  forgetUnused(): Promise<void>;
}
