import type { ItemSnapshot } from './events.ts';

/** A large upload in progress (service-decisions.md A7). Times are in milliseconds since the epoch; sizes in bytes. */
export interface UploadSessionRecord {
  readonly id: string;
  readonly userId: string;
  /** Whose space its parts count against. */
  readonly ownerId: string;
  /** Bytes of its parts. */
  readonly storedBytes: number;
  /** What the commit will make: a new file in a folder, or a new version of a file. */
  readonly target: UploadTarget;
  readonly fileName: string;
  readonly fileSizeBytes: number;
  readonly partSizeBytes: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: UploadSessionState;
}

export type UploadTarget =
  | { readonly kind: 'new_file'; readonly folderId: string }
  | { readonly kind: 'new_version'; readonly fileId: string };

/** A committed session keeps what the commit answered, so that the same commit repeated gives the same entries. */
export type UploadSessionState =
  | { readonly kind: 'open' }
  | { readonly kind: 'committed'; readonly sha1: string; readonly result: ItemSnapshot }
  | { readonly kind: 'aborted' };

/** A stored part. It never changes. */
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

/** Questions about upload sessions. */
export interface UploadSessionReads {
  get(id: string): Promise<UploadSessionRecord | null>;
  countParts(sessionId: string): Promise<number>;
  /** Open sessions that this person created. */
  countOpen(userId: string): Promise<number>;
  /** Bytes of the parts of all open sessions that count against the space of this person. */
  bytesHeld(ownerId: string): Promise<number>;
  /** Parts in the order of their offsets. */
  listParts(
    sessionId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly PartRecord[]>;
  getPartAt(sessionId: string, offset: number): Promise<PartRecord | null>;
  /** Ids of the sessions that expired before this time, whatever their state. */
  listExpiredBefore(time: number, limit: number): Promise<readonly string[]>;
}

/** Changes to upload sessions. */
export interface UploadSessionWrites extends UploadSessionReads {
  insert(session: UploadSessionRecord): Promise<void>;
  setState(id: string, state: UploadSessionState): Promise<void>;
  /** The offset must be free in the session; look before. */
  insertPart(part: PartRecord): Promise<void>;
  /** Forgets the parts of a session and returns them, so that their blobs can go. */
  deleteParts(sessionId: string): Promise<readonly PartRecord[]>;
  /** Removes a session whose parts are gone. */
  delete(id: string): Promise<void>;
}
