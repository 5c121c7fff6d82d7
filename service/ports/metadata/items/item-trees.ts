import type { ItemWord } from '../notes/search-words.ts';
import type { ItemRecord } from './items.ts';

/** The ids of a folder and everything below it, ascending, and the bytes of their current content. */
export interface TreeOutline {
  readonly ids: readonly string[];
  readonly bytes: number;
}

/** Queries for a folder and everything below it, excluding items that were trashed themselves. */
export interface ItemTreeReads {
  /** The number of items, including the folder, and the bytes of their current content; stops counting at `limit`. */
  measure(folderId: string, limit?: number): Promise<{ readonly items: number; readonly bytes: number }>;
  /** The number of items that a user owns, trash included, without the root; stops counting at `limit`. */
  countOwned(ownerId: string, limit: number): Promise<number>;
  /** The outline of a folder; stops at `limit` items. */
  outline(folderId: string, limit: number): Promise<TreeOutline>;
  /** The items directly in these folders with ids above `afterId`, ordered by folder and id. So a large tree is walked in short statements. */
  listIn(folderIds: readonly string[], afterId: string, limit: number): Promise<readonly TreeItem[]>;
  /** Versions of these files that a legal hold or a retention refers to, even an expired one. */
  governedVersions(fileIds: readonly string[]): Promise<readonly { readonly id: string; readonly fileId: string }[]>;
  /**
   * The files below each of these folders with versions that a legal hold or a retention refers to; folders without any are missing. Null if
   * the service has more than `limit` such references of either kind.
   */
  governedBelow(folderIds: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly string[]> | null>;
  /** The bytes of all versions of a file, or of all files below a folder. */
  versionBytes(itemId: string): Promise<number>;
  /** The bytes of the items directly in these folders, excluding trashed ones; folders without any are missing. */
  bytesIn(folderIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The bytes of all versions of the files that a user owns, trash included. */
  versionBytesOf(ownerId: string): Promise<number>;
  /** The bytes of all parts of unfinished uploads to an item or below it. */
  uploadBytes(itemId: string): Promise<number>;
  /** The files with a lock, including expired locks. */
  lockedFiles(folderId: string): Promise<readonly ItemRecord[]>;
}

/** An item in a folder. */
export interface TreeItem {
  readonly folderId: string;
  readonly id: string;
  readonly kind: ItemRecord['kind'];
}

/** A copy of a folder. Times are in milliseconds since the epoch. */
export interface TreeCopy {
  readonly folderId: string;
  /** The result of `numberCopies` for everything in the folder. */
  readonly copies: ReadonlyMap<string, string>;
  readonly parentId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly nameKey: string;
  /** The search words of the copied folder itself, which may have another name. */
  readonly words: readonly ItemWord[];
  /** The folders above the copy, which grow by these bytes. The original may be among them: its copy keeps the earlier size. */
  readonly above: { readonly folderIds: readonly string[]; readonly bytes: number };
  readonly createdBy: string;
  readonly createdAt: number;
  /** When the versions were created: their retentions start here. */
  readonly versionsCreatedAt: number;
  readonly uploaderDisplayName: string;
}

/** Changes to whole trees. Each takes a few statements, regardless of the size of the tree. */
export interface ItemTreeWrites extends ItemTreeReads {
  /** Takes ids for the copies of these items. Returns them by the ids of the originals, which have to be in ascending order. */
  numberCopies(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Copies a folder and everything below it: files with one version each, which shares its content with the original, tags, and search
   * words. Locks are not copied.
   */
  copy(copy: TreeCopy): Promise<void>;
  /**
   * Changes the owner of an item and everything below it, including search words, metadata, shared links, file requests and
   * unfinished uploads. The new owner is no longer a collaborator of any of it, and has no aliases for it. Items that were trashed
   * from it stay with their owner, in whose root they belong.
   */
  passOn(itemId: string, from: string, to: string): Promise<void>;
  /**
   * Moves everything in a root, including items trashed from it and unfinished uploads below it, into a folder of another user,
   * who becomes the owner, is no longer a collaborator of any of it, and has no aliases for it. The folder itself never moves.
   */
  passOnAll(
    from: { readonly rootId: string; readonly ownerId: string },
    to: { readonly folderId: string; readonly ownerId: string },
  ): Promise<void>;
}
