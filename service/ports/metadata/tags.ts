/** Questions about the tags of items. */
export interface TagReads {
  /** Those of the names that the service knows already. */
  known(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** How many different tags the service knows. */
  count(): Promise<number>;
  /** The tags that a person has set on anything, in the order of their letters, at most so many. */
  ofPerson(userId: string, limit: number): Promise<readonly string[]>;
}

/** Changes to the tags of items. What an item shows is in its own record; this is what they are counted and found by. */
export interface TagWrites extends TagReads {
  /** Makes these the tags of an item. New ones are the person's; those that it had stay whose they were. */
  set(itemId: string, names: readonly string[], taggedBy: string): Promise<void>;
  /** Forgets the tags that nothing carries any more. */
  forgetUnused(): Promise<void>;
}
