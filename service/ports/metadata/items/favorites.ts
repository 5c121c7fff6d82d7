import type { AncestorRecord, ItemRecord } from './items.ts';

/** As much of a favorite and of a folder above it as tells whether a person can see the favorite. */
export type FavoriteOutline = Pick<ItemRecord, 'id' | 'parentId' | 'ownerId' | 'trashedAt'>;
export type FolderOutline = Pick<AncestorRecord, 'id' | 'parentId' | 'trashedAt'>;

/** Favorites queries. */
export interface FavoriteReads {
  has(userId: string, itemId: string): Promise<boolean>;
  /** The items that are not in the trash themselves, most recently added first. */
  list(userId: string): Promise<readonly FavoriteOutline[]>;
  /** All folders above these items, each once. */
  foldersAbove(userId: string): Promise<readonly FolderOutline[]>;
}

/** Changes to favorites. */
export interface FavoriteWrites extends FavoriteReads {
  /** `addedAt` is in milliseconds since the epoch. A no-op if the item is already there. */
  add(userId: string, itemId: string, addedAt: number): Promise<void>;
  remove(userId: string, itemId: string): Promise<void>;
}
