/** A folder that is gone for good while some of its content is still to go. */
export interface PurgedFolderRecord {
  readonly folderId: string;
  readonly ownerId: string;
}

/** Questions about purges that are under way. */
export interface PurgeReads {
  /** The next folder whose content is to go, in the order of their ids, behind `afterId`; null when there is none. */
  next(afterId: string): Promise<PurgedFolderRecord | null>;
}

/** Changes to the list of purges that are under way. */
export interface PurgeWrites extends PurgeReads {
  add(folders: readonly PurgedFolderRecord[]): Promise<void>;
  /** Its content is gone. */
  done(folderId: string): Promise<void>;
}
