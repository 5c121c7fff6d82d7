/** A form by which people without an account bring files into a folder. Times are in milliseconds since the epoch. */
export interface FileRequestRecord {
  readonly id: string;
  readonly folderId: string;
  /** 32 lower-case hexadecimal digits of chance: the last part of the form's address. */
  readonly token: string;
  readonly title: string;
  readonly description: string | null;
  /** As it was set; a form that is past `expiresAt` is inactive whatever stands here. */
  readonly status: 'active' | 'inactive';
  readonly isEmailRequired: boolean;
  readonly isDescriptionRequired: boolean;
  /** When it stops to take files; null means never. */
  readonly expiresAt: number | null;
  /** Rises by one with each change. */
  readonly etag: number;
  readonly createdBy: string;
  readonly createdAt: number;
  /** Who answers for the form: it takes files while this person may upload to its folder. */
  readonly updatedBy: string;
  readonly updatedAt: number;
  /** What came since somebody last made it active. */
  readonly filesReceived: number;
  readonly bytesReceived: number;
}

/** Which file requests: those of one folder, or those that a person made or that lead into folders of the person. */
export type FileRequestsAmong =
  | { readonly kind: 'folder'; readonly folderId: string }
  | { readonly kind: 'person'; readonly userId: string };

/** Questions about file requests. */
export interface FileRequestReads {
  get(id: string): Promise<FileRequestRecord | null>;
  getByToken(token: string): Promise<FileRequestRecord | null>;
  /** Newest first, from behind the one with the id `beforeId`; null at the start. */
  list(
    among: FileRequestsAmong,
    page: { readonly beforeId: string | null; readonly limit: number },
  ): Promise<readonly FileRequestRecord[]>;
  /** Those that are set active although they expired up to this time, longest ago first. */
  listExpired(time: number, limit: number): Promise<readonly FileRequestRecord[]>;
  /** Active ones that others than the owners of their folders answer for, by their ids, behind `afterId`. */
  listInOthersFolders(afterId: string | null, limit: number): Promise<readonly FileRequestRecord[]>;
}

/** Changes to file requests. */
export interface FileRequestWrites extends FileRequestReads {
  insert(request: FileRequestRecord): Promise<void>;
  update(request: FileRequestRecord): Promise<void>;
  delete(id: string): Promise<void>;
  /** Those that lead into these folders. */
  deleteOfFolders(folderIds: readonly string[]): Promise<void>;
}
