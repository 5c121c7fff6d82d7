import type { ItemRecord } from './items.ts';

/** Favorites queries. */
export interface FavoriteReads {
  has(userId: string, itemId: string): Promise<boolean>;
  /** The number of live items in a user's Favorites. */
  count(userId: string): Promise<number>;
  /** The live items, most recently added first. */
  list(userId: string, page: { readonly offset: number; readonly limit: number }): Promise<readonly ItemRecord[]>;
}

/** Changes to favorites. */
export interface FavoriteWrites extends FavoriteReads {
  /** `addedAt` is in milliseconds since the epoch. A no-op if the item is already there. */
  add(userId: string, itemId: string, addedAt: number): Promise<void>;
  remove(userId: string, itemId: string): Promise<void>;
}
