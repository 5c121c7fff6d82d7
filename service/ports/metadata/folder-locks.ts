/** A lock that keeps a folder from being moved and deleted, by anybody. Times are in milliseconds since the epoch. */
export interface FolderLockRecord {
  readonly id: string;
  readonly folderId: string;
  readonly createdBy: string;
  readonly createdAt: number;
}

/** Questions about locks on folders. */
export interface FolderLockReads {
  get(id: string): Promise<FolderLockRecord | null>;
  ofFolder(folderId: string): Promise<FolderLockRecord | null>;
  /** The locks on folders of an owner. */
  listOfOwner(ownerId: string): Promise<readonly FolderLockRecord[]>;
}

/** Changes to locks on folders. */
export interface FolderLockWrites extends FolderLockReads {
  /** The folder must not be locked yet. */
  insert(lock: FolderLockRecord): Promise<void>;
  delete(id: string): Promise<void>;
}
