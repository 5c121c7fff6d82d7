import type { FullFolder } from '../../../contract/resources/folder.ts';

/** What is common to all that a folder can hold. Times are in milliseconds since the epoch; sizes in bytes. */
export interface ItemFields {
  readonly id: string;
  readonly ownerId: string;
  /**
   * The folder it is in, or was in when it was moved to the trash; that folder may be gone for good meanwhile. Null only
   * for the root of a person.
   */
  readonly parentId: string | null;
  readonly name: string;
  readonly description: string;
  /** Rises by one with each change of the item; "0" on the wire at first. */
  readonly etag: number;
  /** Rises by one with each event of the item and never goes back. */
  readonly sequenceId: number;
  /** A file's current content, or all files below a folder, without what was moved to the trash. */
  readonly sizeBytes: number;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly contentCreatedAt: number;
  readonly contentModifiedAt: number;
  readonly createdBy: string;
  readonly modifiedBy: string;
  /** Set on what was itself moved to the trash, never on what merely lies below it. */
  readonly trashedAt: number | null;
  readonly trashedBy: string | null;
}

/** A folder, or the root of a person when `parentId` is null. */
export interface FolderRecord extends ItemFields {
  readonly kind: 'folder';
  readonly syncState: SyncState;
  readonly canNonOwnersInvite: boolean;
  readonly canNonOwnersViewCollaborators: boolean;
  readonly isCollaborationRestrictedToEnterprise: boolean;
}

/** A file. Its content fields are those of its current version. */
export interface FileRecord extends ItemFields {
  readonly kind: 'file';
  readonly versionId: string;
  /** Counts the versions ever made, from 1. */
  readonly versionNumber: number;
  /** Lower-case hexadecimal. */
  readonly sha1: string;
  /** Who brought the current version, as people are told: a name, an address, or that it came by a file request. */
  readonly uploaderDisplayName: string;
  /** Who keeps others from changing it; one that has expired stays until somebody takes it away. */
  readonly lock: FileLockRecord | null;
}

/** A lock on a file. Times are in milliseconds since the epoch. */
export interface FileLockRecord {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: number;
  /** Null: until it is taken away. */
  readonly expiresAt: number | null;
  readonly isDownloadPrevented: boolean;
}

/** A bookmark: an item that has an address instead of a content. Its size is 0. */
export interface WebLinkRecord extends ItemFields {
  readonly kind: 'web_link';
  /** Absolute, http or https. */
  readonly url: string;
}

export type SyncState = NonNullable<FullFolder['sync_state']>;

/** All kinds of items with their records; what can be said of a kind in general is said by this table. */
export interface ItemRecords {
  readonly folder: FolderRecord;
  readonly file: FileRecord;
  readonly web_link: WebLinkRecord;
}

export type ItemKind = keyof ItemRecords;
export type ItemRecord = ItemRecords[ItemKind];

type OfMini = 'id' | 'kind' | 'name' | 'etag' | 'sequenceId';

/** What the mini form of an item says, and no more: a listing of many items reads nothing else. */
export type MiniRecord =
  | Pick<FolderRecord, OfMini>
  | Pick<FileRecord, OfMini | 'versionId' | 'sha1'>
  | Pick<WebLinkRecord, OfMini | 'url'>;

/** What a path, a conflict or an event needs to know of a folder above an item. */
export interface AncestorRecord {
  readonly id: string;
  readonly name: string;
  readonly etag: number;
  readonly sequenceId: number;
  readonly parentId: string | null;
  readonly trashedAt: number | null;
}

/** Sort keys of a folder's listing; folders always come before files, and files before web links. Ties are broken by id. */
export type ItemSort = 'id' | 'name' | 'date' | 'size';
export type SortDirection = 'ASC' | 'DESC';

/** Which items a listing shows. */
export interface ChildrenQuery {
  readonly folderId: string;
  /** Items from elsewhere that appear in this folder too: what others share with a person, in the person's root. */
  readonly alsoItemIds: readonly string[];
}

/** Where a keyset page ended: the sort values of its last entry. It stays valid while the listing changes. */
export interface ItemCursor {
  readonly kind: ItemRecord['kind'];
  readonly value: string | number;
  readonly id: string;
}

/** One page by position. */
export interface OffsetPage {
  readonly sort: ItemSort;
  readonly direction: SortDirection;
  readonly offset: number;
  readonly limit: number;
}

/** One page by what came last; null for the first page. */
export interface CursorPage {
  readonly sort: ItemSort;
  readonly direction: SortDirection;
  readonly after: ItemCursor | null;
  readonly limit: number;
}

/** A place in the list of what was trashed, by time. */
export interface TrashCursor {
  readonly id: string;
  readonly trashedAt: number;
}

/** Questions about items. Listings leave out what was moved to the trash; `get` and `lineage` do not. */
export interface ItemReads {
  get(id: string): Promise<ItemRecord | null>;
  getMany(ids: readonly string[]): Promise<readonly ItemRecord[]>;
  /** The folders above an item, from the root of its owner down to its parent; empty for a root, or if the parent is gone. */
  ancestors(item: Pick<ItemRecord, 'parentId'>): Promise<readonly AncestorRecord[]>;
  /** The live item with this name in a folder; `nameKey` is the folded form of the name. */
  getByName(folderId: string, nameKey: string): Promise<ItemRecord | null>;
  countChildren(query: ChildrenQuery): Promise<number>;
  listChildren(query: ChildrenQuery, page: OffsetPage): Promise<readonly ItemRecord[]>;
  listChildrenAfter(query: ChildrenQuery, page: CursorPage): Promise<readonly ItemRecord[]>;
  /** The same pages, for the mini form. */
  listMinis(query: ChildrenQuery, page: OffsetPage): Promise<readonly MiniRecord[]>;
  listMinisAfter(query: ChildrenQuery, page: CursorPage): Promise<readonly MiniRecord[]>;
  /** The cursor that stands behind an item in a listing of this order. */
  cursorOf(item: ItemRecord, sort: ItemSort): ItemCursor;
  /** All that lies below a folder, parents before children, without what was itself moved to the trash. */
  descendants(folderId: string): Promise<readonly ItemRecord[]>;
  /** What was moved to the trash of a person's items, whoever did it. */
  countTrash(ownerId: string): Promise<number>;
  listTrash(ownerId: string, page: OffsetPage): Promise<readonly ItemRecord[]>;
  listTrashAfter(ownerId: string, page: CursorPage): Promise<readonly ItemRecord[]>;
  /** Files that carry a lock, in the order of their ids, behind `afterId`. */
  listLocked(afterId: string, limit: number): Promise<readonly FileRecord[]>;
  /** Ids of a person's web links, those in the trash too, the newest first. */
  webLinkIds(ownerId: string, limit: number): Promise<readonly string[]>;
  /** All items with an id behind this one, those in the trash too, in the order of their ids. */
  listBehind(id: string, limit: number): Promise<readonly ItemRecord[]>;
  /** What was itself trashed before this time, oldest first, behind a cursor. */
  listTrashedBefore(time: number, limit: number, after: TrashCursor | null): Promise<readonly TrashCursor[]>;
}

/** Changes to items. The adapter writes what it is told; etags, names, events and sizes are the domain's affair. */
export interface ItemWrites extends ItemReads {
  /** `nameKey` is the folded form of the name; it must be free among the live items of the folder. */
  insert(item: ItemRecord, nameKey: string): Promise<void>;
  /** Several at once, parents first. */
  insertMany(items: readonly { readonly item: ItemRecord; readonly nameKey: string }[]): Promise<void>;
  /** Replaces all fields of the item with this id. */
  update(item: ItemRecord, nameKey: string): Promise<void>;
  /** Adds to the size of these folders; a negative number takes away. */
  addSize(folderIds: readonly string[], bytes: number): Promise<void>;
  /** Gives items to another owner, and with them the words and the metadata by which they are found. */
  setOwner(ids: readonly string[], ownerId: string): Promise<void>;
  /**
   * Removes rows for good. Rows that refer to them must be gone before, children before or with parents; what is noted about
   * them (metadata, comments, tasks, words, recent use) goes with them.
   */
  delete(ids: readonly string[]): Promise<void>;
}
