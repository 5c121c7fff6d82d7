/** A version whose content the search has not read yet. */
export interface UnreadVersion {
  readonly versionId: string;
  readonly blobId: string;
  readonly sizeBytes: number;
  /** False for a past version, which no search finds. */
  readonly isCurrent: boolean;
  /** True if another version with the same content has been read. */
  readonly isRead: boolean;
}

/** Queries for the words of contents. Versions with the same blob share a content, so copies of a file do. */
export interface ContentTextReads {
  /** The newest first. */
  listUnread(limit: number): Promise<readonly UnreadVersion[]>;
  /** The terms, each some words in sequence, that the current contents of these files have, by file and the term's place in the list. */
  termsIn(
    fileIds: readonly string[],
    terms: readonly (readonly string[])[],
  ): Promise<ReadonlyMap<string, ReadonlySet<number>>>;
}

/** Changes to them. They are deleted with their blob: see `BlobReferenceWrites.forgetReleased`. */
export interface ContentTextWrites extends ContentTextReads {
  /** Stores the words of a content in their order, and counts it as read. Nothing is stored of a content that nothing refers to. */
  put(content: { readonly blobId: string; readonly words: readonly string[] }): Promise<void>;
  /** Removes versions from `listUnread`. A past version becomes current again only as a new version, which is unread. */
  settle(versions: readonly Pick<UnreadVersion, 'versionId' | 'isRead'>[]): Promise<void>;
}
