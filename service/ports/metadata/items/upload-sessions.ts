import type { ItemSnapshot } from '../streams/events.ts';

/** A large upload in progress. Times are in milliseconds since the epoch; sizes in bytes. */
export interface UploadSessionRecord {
  readonly id: string;
  readonly userId: string;
  /** The owner whose quota its parts count against. */
  readonly ownerId: string;
  /** Total bytes of its parts. */
  readonly storedBytes: number;
  /** The result of the commit: a new file in a folder, or a new version of a file. */
  readonly target: UploadTarget;
  readonly fileSizeBytes: number;
  readonly partSizeBytes: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: UploadSessionState;
}

/** `fileName` is the name that the commit gives; null keeps the file's own, which may change until then. */
export type UploadTarget =
  | { readonly kind: 'new_file'; readonly folderId: string; readonly fileName: string }
  | { readonly kind: 'new_version'; readonly fileId: string; readonly fileName: string | null };

/** A committed session keeps its response, so that a repeated commit returns the same entries. */
export type UploadSessionState =
  | { readonly kind: 'open' }
  | { readonly kind: 'committed'; readonly sha1: string; readonly result: ItemSnapshot }
  | { readonly kind: 'aborted' };

/** A stored part, which is immutable. */
export interface PartRecord {
  readonly sessionId: string;
  /** Eight lower-case hexadecimal digits, unique within the session. */
  readonly partId: string;
  readonly offset: number;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha1: string;
  readonly blobId: string;
}

/** Upload session queries. */
export interface UploadSessionReads {
  get(id: string): Promise<UploadSessionRecord | null>;
  countParts(sessionId: string): Promise<number>;
  /** Open sessions that this user created. */
  countOpen(userId: string): Promise<number>;
  /** Their ids. */
  listOpen(userId: string): Promise<readonly string[]>;
  /** Open sessions whose parts count against this owner's quota. */
  listOpenInSpaceOf(ownerId: string): Promise<readonly UploadSessionRecord[]>;
  /** Parts ordered by offset. */
  listParts(
    sessionId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly PartRecord[]>;
  getPartAt(sessionId: string, offset: number): Promise<PartRecord | null>;
  /** Ids of the sessions that expired before this time, regardless of state. */
  listExpiredBefore(time: number, limit: number): Promise<readonly string[]>;
}

/** Changes to upload sessions. */
export interface UploadSessionWrites extends UploadSessionReads {
  insert(session: UploadSessionRecord): Promise<void>;
  setState(id: string, state: UploadSessionState): Promise<void>;
  /** The offset must be free in the session; check first. */
  insertPart(part: PartRecord): Promise<void>;
  /** Removes the parts of a session and returns them, so that their blobs can be deleted. */
  deleteParts(sessionId: string): Promise<readonly PartRecord[]>;
  /** Deletes a session without parts. */
  delete(id: string): Promise<void>;
}
