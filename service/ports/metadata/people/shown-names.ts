/**
 * The alias of a shared item in one user's root, needed because the root contains another item with the same name. Everyone else
 * sees the item's own name.
 */
export interface ShownName {
  readonly userId: string;
  readonly itemId: string;
  /** The item's own name when the alias was chosen. Once the item is renamed, the alias is void. */
  readonly itemName: string;
  readonly name: string;
}

/** Alias queries. */
export interface ShownNameReads {
  ofUser(userId: string): Promise<readonly ShownName[]>;
  get(userId: string, itemId: string): Promise<ShownName | null>;
}

/** Changes to aliases. */
export interface ShownNameWrites extends ShownNameReads {
  put(shown: ShownName): Promise<void>;
  delete(userIds: readonly string[], itemId: string): Promise<void>;
  deleteOfItems(itemIds: readonly string[]): Promise<void>;
}
