/** Queries for blobs that a version or a part refers to. */
export interface BlobReferenceReads {
  /** The ids among these that a version or a part refers to. */
  referenced(blobIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Blobs that wait for deletion, by id, after the given one, and were last released by a time. */
  listReleased(page: {
    readonly after: string;
    readonly limit: number;
    readonly releasedBy: number;
  }): Promise<readonly string[]>;
}

/** Changes to the list of blobs that wait for deletion. */
export interface BlobReferenceWrites extends BlobReferenceReads {
  /** Records blobs that may have lost their last reference, in the transaction that removed the references. */
  release(blobIds: readonly string[]): Promise<void>;
  /** Removes blobs that were deleted from the list, with what the search knows of their contents. */
  forgetReleased(blobIds: readonly string[]): Promise<void>;
  /** Removes those from the list that something still refers to. Blobs that another transaction is releasing stay. */
  forgetReferenced(blobIds: readonly string[]): Promise<void>;
}
