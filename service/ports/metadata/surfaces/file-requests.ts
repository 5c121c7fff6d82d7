/** A form through which people without an account upload files to a folder. Times are in milliseconds since the epoch. */
export interface FileRequestRecord {
  readonly id: string;
  readonly folderId: string;
  /** 32 random lower-case hexadecimal digits: the last part of the form's URL. */
  readonly token: string;
  readonly title: string;
  readonly description: string | null;
  /** The stored status; after `expiresAt` a form is inactive regardless of it. */
  readonly status: 'active' | 'inactive';
  readonly isEmailRequired: boolean;
  readonly isDescriptionRequired: boolean;
  /** When it stops accepting files; null means never. */
  readonly expiresAt: number | null;
  /** Incremented with each change. */
  readonly etag: number;
  readonly createdBy: string;
  readonly createdAt: number;
  /** The responsible user: the form accepts files while this user may upload to its folder. */
  readonly updatedBy: string;
  readonly updatedAt: number;
  /** Files received since it was last activated. */
  readonly filesReceived: number;
  readonly bytesReceived: number;
}

/** A selection of file requests: those of a folder, or those that a user created or that upload to the user's folders. */
export type FileRequestsAmong =
  | { readonly kind: 'folder'; readonly folderId: string }
  | { readonly kind: 'person'; readonly userId: string };

/** File request queries. */
export interface FileRequestReads {
  get(id: string): Promise<FileRequestRecord | null>;
  getByToken(token: string): Promise<FileRequestRecord | null>;
  /** Newest first, before the one with the id `beforeId`; null at the start. */
  list(
    among: FileRequestsAmong,
    page: { readonly beforeId: string | null; readonly limit: number },
  ): Promise<readonly FileRequestRecord[]>;
  /** Active ones that expired at or before this time, earliest first. */
  listExpired(time: number, limit: number): Promise<readonly FileRequestRecord[]>;
  /** Active ones whose responsible user does not own the folder, by id, after `afterId`. */
  listInOthersFolders(afterId: string | null, limit: number): Promise<readonly FileRequestRecord[]>;
}

/** Changes to file requests. */
export interface FileRequestWrites extends FileRequestReads {
  insert(request: FileRequestRecord): Promise<void>;
  update(request: FileRequestRecord): Promise<void>;
  delete(id: string): Promise<void>;
  /** Deletes those that upload to these folders. */
  deleteOfFolders(folderIds: readonly string[]): Promise<void>;
}
