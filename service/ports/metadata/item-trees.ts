import type { ItemRecord } from './items.ts';

/** Questions about a folder with all below it, without what was itself moved to the trash. */
export interface ItemTreeReads {
  /** How many items there are, the folder among them, and the bytes of their current contents; counted no further than `limit`. */
  measure(folderId: string, limit?: number): Promise<{ readonly items: number; readonly bytes: number }>;
  /**
   * Versions of an item, or of files below it, that a legal hold or a retention names, also one that is over; in the order of their ids.
   * As a rule they are few, however much there is below.
   */
  governedVersions(
    itemId: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly fileId: string }[]>;
  /** The files that have a lock, also one that has expired. */
  lockedFiles(folderId: string): Promise<readonly ItemRecord[]>;
}

/** A copy of a folder. `createdAt` is in milliseconds since the epoch. */
export interface TreeCopy {
  readonly folderId: string;
  readonly parentId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly uploaderDisplayName: string;
}

/** Changes to whole trees. Each is a few statements, however much there is below. */
export interface ItemTreeWrites extends ItemTreeReads {
  /**
   * Copies a folder with all below it: files with one version each, which shares its content with the original, tags, and the words
   * of all but the folder itself. Locks are not copied. Tells the ids of the copies by those of the originals.
   */
  copy(copy: TreeCopy): Promise<ReadonlyMap<string, string>>;
  /** Gives an item with all below it another owner, with the words and the metadata that they are found by, and tells the bytes of all versions that went along. */
  passOn(itemId: string, ownerId: string): Promise<number>;
  /** Puts all that is in a root, what was trashed from there too, into a folder of another person, who becomes its owner. */
  passOnAll(
    from: { readonly rootId: string; readonly ownerId: string },
    to: { readonly folderId: string; readonly ownerId: string },
  ): Promise<void>;
}
