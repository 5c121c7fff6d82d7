import type { ItemRecord } from './items.ts';

/** Questions about what people keep in their Favorites. */
export interface FavoriteReads {
  has(userId: string, itemId: string): Promise<boolean>;
  /** How many live items a person keeps there. */
  count(userId: string): Promise<number>;
  /** The live items, the latest addition first. */
  list(userId: string, page: { readonly offset: number; readonly limit: number }): Promise<readonly ItemRecord[]>;
}

/** Changes to what people keep in their Favorites. */
export interface FavoriteWrites extends FavoriteReads {
  /** `addedAt` is in milliseconds since the epoch. Nothing happens when it is there already. */
  add(userId: string, itemId: string, addedAt: number): Promise<void>;
  remove(userId: string, itemId: string): Promise<void>;
}
