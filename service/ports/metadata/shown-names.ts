/**
 * The name that a shared item goes by in one person's root, because the root has another item of its own name. To everybody
 * else the item has its own name.
 */
export interface ShownName {
  readonly userId: string;
  readonly itemId: string;
  /** The item's own name when this one was chosen: once the item is called otherwise, it is void. */
  readonly itemName: string;
  readonly name: string;
}

/** Questions about the names that shared items go by. */
export interface ShownNameReads {
  ofUser(userId: string): Promise<readonly ShownName[]>;
  get(userId: string, itemId: string): Promise<ShownName | null>;
}

/** Changes to the names that shared items go by. */
export interface ShownNameWrites extends ShownNameReads {
  put(shown: ShownName): Promise<void>;
  delete(userId: string, itemId: string): Promise<void>;
  deleteOfItems(itemIds: readonly string[]): Promise<void>;
}
