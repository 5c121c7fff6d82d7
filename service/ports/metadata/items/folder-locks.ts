/** A lock that prevents everyone from moving or deleting a folder. Times are in milliseconds since the epoch. */
export interface FolderLockRecord {
  readonly id: string;
  readonly folderId: string;
  readonly createdBy: string;
  readonly createdAt: number;
}

/** Folder lock queries. */
export interface FolderLockReads {
  get(id: string): Promise<FolderLockRecord | null>;
  ofFolder(folderId: string): Promise<FolderLockRecord | null>;
  /** The locks on an owner's folders. */
  listOfOwner(ownerId: string): Promise<readonly FolderLockRecord[]>;
}

/** Changes to folder locks. */
export interface FolderLockWrites extends FolderLockReads {
  /** The folder must not be locked yet. */
  insert(lock: FolderLockRecord): Promise<void>;
  delete(id: string): Promise<void>;
}
