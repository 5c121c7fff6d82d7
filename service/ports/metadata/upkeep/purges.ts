/**
 * A permanently deleted folder with content that is still to be deleted. One whose content is kept by legal holds and retentions is not
 * listed; it is listed again when one of them ends.
 */
export interface PurgedFolderRecord {
  readonly folderId: string;
  readonly ownerId: string;
}

/** Queries for purges in progress. */
export interface PurgeReads {
  /** The next folder with content to delete, ordered by id, after `afterId`; null if there is none. */
  next(afterId: string): Promise<PurgedFolderRecord | null>;
  /** Null if its content is deleted or kept. */
  get(folderId: string): Promise<PurgedFolderRecord | null>;
  /** True if a folder contains something that no legal hold and no retention keeps. What was moved to the trash itself is not in it. */
  hasMore(folderId: string): Promise<boolean>;
}

/** Changes to the list of purges in progress. */
export interface PurgeWrites extends PurgeReads {
  add(folders: readonly PurgedFolderRecord[]): Promise<void>;
  /** Marks its content as deleted or kept. */
  done(folderId: string): Promise<void>;
}
