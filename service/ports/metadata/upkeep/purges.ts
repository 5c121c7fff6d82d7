/** A permanently deleted folder with content that is still to be deleted. */
export interface PurgedFolderRecord {
  readonly folderId: string;
  readonly ownerId: string;
}

/** Queries for purges in progress. */
export interface PurgeReads {
  /** The next folder with content to delete, ordered by id, after `afterId`; null if there is none. */
  next(afterId: string): Promise<PurgedFolderRecord | null>;
  /** Null if its content is deleted. */
  get(folderId: string): Promise<PurgedFolderRecord | null>;
}

/** Changes to the list of purges in progress. */
export interface PurgeWrites extends PurgeReads {
  add(folders: readonly PurgedFolderRecord[]): Promise<void>;
  /** Marks its content as deleted. */
  done(folderId: string): Promise<void>;
}
