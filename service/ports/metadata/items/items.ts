import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import type { CandidatePage, CandidateQuery } from '../notes/search-candidates.ts';

/** Fields common to all items. Times are in milliseconds since the epoch; sizes in bytes. */
export interface ItemFields {
  readonly id: string;
  readonly ownerId: string;
  /**
   * The parent folder, or for an item in the trash the former one, which may have been permanently deleted. Null only for a user's
   * root.
   */
  readonly parentId: string | null;
  readonly name: string;
  readonly description: string;
  /** Incremented with each change of the item; "0" on the wire initially. */
  readonly etag: number;
  /** Incremented with each event of the item; never decreases. */
  readonly sequenceId: number;
  /** The size of a file's current content, or of all files below a folder, excluding trashed items. */
  readonly sizeBytes: number;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly contentCreatedAt: number;
  readonly contentModifiedAt: number;
  readonly createdBy: string;
  readonly modifiedBy: string;
  /** Set on items that were trashed themselves, never on those below them. */
  readonly trashedAt: number | null;
  readonly trashedBy: string | null;
}

/** The settings of a folder that limit the collaborators of everything below it. */
export interface FolderLimits {
  readonly canNonOwnersInvite: boolean;
  readonly canNonOwnersViewCollaborators: boolean;
  readonly isCollaborationRestrictedToEnterprise: boolean;
}

/** A folder, or a user's root if `parentId` is null. */
export interface FolderRecord extends ItemFields, FolderLimits {
  readonly kind: 'folder';
  readonly syncState: SyncState;
}

/** A file. Its content fields are those of its current version. */
export interface FileRecord extends ItemFields {
  readonly kind: 'file';
  readonly versionId: string;
  /** The number of versions ever created, from 1. */
  readonly versionNumber: number;
  /** Lower-case hexadecimal. */
  readonly sha1: string;
  /**
   * The uploader of the current version, as shown to users: a name, an email address, or a note that it came through a file
   * request.
   */
  readonly uploaderDisplayName: string;
  /** The lock that prevents others from changing the file; an expired one stays until it is removed. */
  readonly lock: FileLockRecord | null;
}

/** A lock on a file. Times are in milliseconds since the epoch. */
export interface FileLockRecord {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: number;
  /** Null: until it is removed. */
  readonly expiresAt: number | null;
  readonly isDownloadPrevented: boolean;
}

/** A bookmark: an item with a URL instead of content. Its size is 0. */
export interface WebLinkRecord extends ItemFields {
  readonly kind: 'web_link';
  /** Absolute, http or https. */
  readonly url: string;
}

export type SyncState = NonNullable<FullFolder['sync_state']>;

/** All item kinds with their records; generic types derive from this table. */
export interface ItemRecords {
  readonly folder: FolderRecord;
  readonly file: FileRecord;
  readonly web_link: WebLinkRecord;
}

export type ItemKind = keyof ItemRecords;
export type ItemRecord = ItemRecords[ItemKind];

type OfMini = 'id' | 'kind' | 'name' | 'etag' | 'sequenceId';

/** The fields of an item's mini form: listings of many items read nothing else. */
export type MiniRecord =
  | Pick<FolderRecord, OfMini>
  | Pick<FileRecord, OfMini | 'versionId' | 'sha1'>
  | Pick<WebLinkRecord, OfMini | 'url'>;

/**
 * The fields of a parent folder that a path, a conflict, a permission or an event needs. The settings may be absent if they limit nothing, as in
 * events of earlier versions.
 */
export interface AncestorRecord extends Partial<FolderLimits> {
  readonly id: string;
  readonly name: string;
  readonly etag: number;
  readonly sequenceId: number;
  readonly parentId: string | null;
  readonly trashedAt: number | null;
}

/** Sort keys of a folder listing; folders always come before files, and files before web links. Ties are broken by id. */
export type ItemSort = 'id' | 'name' | 'date' | 'size';
export type SortDirection = 'ASC' | 'DESC';

/** Selects the items of a listing. */
export interface ChildrenQuery {
  readonly folderId: string;
  /** Shared items that also appear in this folder, which is the user's root, with the names that they have there. */
  readonly alsoItems: readonly { readonly id: string; readonly name: string }[];
}

/** The position at which a keyset page ended: the sort values of its last entry. It stays valid while the listing changes. */
export interface ItemCursor {
  readonly kind: ItemRecord['kind'];
  readonly value: string | number;
  readonly id: string;
}

/** One page by offset. */
export interface OffsetPage {
  readonly sort: ItemSort;
  readonly direction: SortDirection;
  readonly offset: number;
  readonly limit: number;
}

/** One page after a cursor; null for the first page. */
export interface CursorPage {
  readonly sort: ItemSort;
  readonly direction: SortDirection;
  readonly after: ItemCursor | null;
  readonly limit: number;
}

/** A page as JSON. `lastId`: the last item of the page if more items follow, otherwise null. */
export interface MiniTextPage {
  readonly text: Uint8Array;
  readonly lastId: string | null;
}

/** A position in a list of trashed items, by time. */
export interface TrashCursor {
  readonly id: string;
  readonly trashedAt: number;
}

/** A position in a list of locked files, by expiry. */
export interface LockCursor {
  readonly id: string;
  readonly expiresAt: number;
}

/** Item queries. Listings exclude trashed items; `get` and `lineage` do not. */
export interface ItemReads {
  get(id: string): Promise<ItemRecord | null>;
  getMany(ids: readonly string[]): Promise<readonly ItemRecord[]>;
  /** The parent folders of an item, from the owner's root down; empty for a root, or if the parent no longer exists. */
  ancestors(item: Pick<ItemRecord, 'parentId'>): Promise<readonly AncestorRecord[]>;
  /** The same for an item that is read at the same time. */
  ancestorsOf(id: string): Promise<readonly AncestorRecord[]>;
  /** The live item with this name in a folder; `nameKey` is the folded form of the name. */
  getByName(folderId: string, nameKey: string): Promise<ItemRecord | null>;
  countChildren(query: ChildrenQuery): Promise<number>;
  listChildren(query: ChildrenQuery, page: OffsetPage): Promise<readonly ItemRecord[]>;
  listChildrenAfter(query: ChildrenQuery, page: CursorPage): Promise<readonly ItemRecord[]>;
  /** The same pages in mini form. */
  listMinis(query: ChildrenQuery, page: OffsetPage): Promise<readonly MiniRecord[]>;
  listMinisAfter(query: ChildrenQuery, page: CursorPage): Promise<readonly MiniRecord[]>;
  /** The page of `listMinis` as JSON in UTF-8, in the form of the contract: entries with commas between them. Only items of the folder itself. */
  miniText(folderId: string, page: OffsetPage): Promise<Uint8Array>;
  /** The same for the page of `listMinisAfter`. */
  miniTextAfter(folderId: string, page: CursorPage): Promise<MiniTextPage>;
  /** The cursor after an item in a listing with this order. */
  cursorOf(item: ItemRecord, sort: ItemSort): ItemCursor;
  /** Everything below a folder, parents before children, excluding items that were trashed themselves. */
  descendants(folderId: string): Promise<readonly ItemRecord[]>;
  /** Trashed items of a user, regardless of who trashed them. */
  countTrash(ownerId: string): Promise<number>;
  listTrash(ownerId: string, page: OffsetPage): Promise<readonly ItemRecord[]>;
  listTrashAfter(ownerId: string, page: CursorPage): Promise<readonly ItemRecord[]>;
  /** Files whose lock expired at or before this time, earliest first, after a cursor. */
  listLocksExpiredBy(time: number, limit: number, after: LockCursor | null): Promise<readonly LockCursor[]>;
  findWebLinks(query: CandidateQuery): Promise<CandidatePage>;
  /** All items with a higher id, trash included, ordered by id. */
  listBehind(id: string, limit: number): Promise<readonly ItemRecord[]>;
  /** Items that were themselves trashed before this time, oldest first, after a cursor; without those that `noteKept` noted. */
  listTrashedBefore(time: number, limit: number, after: TrashCursor | null): Promise<readonly TrashCursor[]>;
  /** Those that it leaves out and that `noteKept` noted before another time, the oldest notes first. */
  listNoted(trashedBefore: number, notedBefore: number, limit: number): Promise<readonly TrashCursor[]>;
}

/** Changes to items. The adapter only writes; etags, names, events and sizes are up to the domain. */
export interface ItemWrites extends ItemReads {
  /** `nameKey` is the folded form of the name; it must be free among the live items of the folder. */
  insert(item: ItemRecord, nameKey: string): Promise<void>;
  /** Replaces all fields of the item with this id. */
  update(item: ItemRecord, nameKey: string): Promise<void>;
  /** Adds to the size of these folders; negative numbers subtract. */
  addSize(folderIds: readonly string[], bytes: number): Promise<void>;
  /** Leaves a trashed item out of `listTrashedBefore` until a legal hold or a retention in it ends, or it is trashed again. */
  noteKept(id: string, now: number): Promise<void>;
  /**
   * Deletes rows permanently. Referencing rows must be deleted first, children before or with their parents. Notes on the items
   * (metadata, comments, tasks, search words, recent use) are deleted with them.
   */
  delete(ids: readonly string[]): Promise<void>;
}
