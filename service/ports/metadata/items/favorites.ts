import type { ItemRecord } from './items.ts';

/** Favorites queries. */
export interface FavoriteReads {
  has(userId: string, itemId: string): Promise<boolean>;
  /** The items that are not in the trash themselves, most recently added first. */
  list(userId: string): Promise<readonly ItemRecord[]>;
}

/** Changes to favorites. */
export interface FavoriteWrites extends FavoriteReads {
  /** `addedAt` is in milliseconds since the epoch. A no-op if the item is already there. */
  add(userId: string, itemId: string, addedAt: number): Promise<void>;
  remove(userId: string, itemId: string): Promise<void>;
}
