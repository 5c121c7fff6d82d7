/** Questions about which contents are still named by a version or a part. */
export interface BlobReferenceReads {
  /** Those of the ids that a version or a part names. */
  referenced(blobIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Contents that lost their last reference and wait to be deleted, by id, behind the one that is given. */
  listReleased(page: { readonly after: string; readonly limit: number }): Promise<readonly string[]>;
}

/** Changes to the list of contents that wait to be deleted. */
export interface BlobReferenceWrites extends BlobReferenceReads {
  /** Notes, within the transaction that removed references, the contents that may have lost their last one. */
  release(blobIds: readonly string[]): Promise<void>;
  /** Takes contents off the list again: they were deleted, or are referenced after all. */
  forgetReleased(blobIds: readonly string[]): Promise<void>;
}
