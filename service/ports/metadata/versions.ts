import type { TrashCursor } from './items.ts';

/** One content of a file. Times are in milliseconds since the epoch. */
export interface VersionRecord {
  readonly id: string;
  readonly fileId: string;
  /** From 1, in the order in which the versions of a file were made. */
  readonly number: number;
  readonly blobId: string;
  /** Lower-case hexadecimal. */
  readonly sha1: string;
  readonly sizeBytes: number;
  /** The name of the file when this version was made. */
  readonly name: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly modifiedBy: string;
  readonly contentCreatedAt: number;
  readonly contentModifiedAt: number;
  readonly uploaderDisplayName: string;
  readonly trashedAt: number | null;
  readonly trashedBy: string | null;
  readonly restoredAt: number | null;
  readonly restoredBy: string | null;
}

/** Questions about versions. */
export interface VersionReads {
  get(id: string): Promise<VersionRecord | null>;
  /** Several at once; those that do not exist are missing from the answer. */
  getMany(ids: readonly string[]): Promise<readonly VersionRecord[]>;
  /** Versions of a file other than the current one, newest first, without the trashed ones. */
  countPast(fileId: string, currentVersionId: string): Promise<number>;
  listPast(
    fileId: string,
    currentVersionId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly VersionRecord[]>;
  /** All versions of these files, the trashed ones included. */
  listOfFiles(fileIds: readonly string[]): Promise<readonly VersionRecord[]>;
  /** All versions of the service in the order of their ids, behind `afterId`: for verification. */
  listAfter(afterId: string, limit: number): Promise<readonly VersionRecord[]>;
  /** Versions that were trashed on their own before this time, oldest first, behind a cursor. */
  listTrashedBefore(time: number, limit: number, after: TrashCursor | null): Promise<readonly TrashCursor[]>;
}

/** Changes to versions. */
export interface VersionWrites extends VersionReads {
  insert(version: VersionRecord): Promise<void>;
  insertMany(versions: readonly VersionRecord[]): Promise<void>;
  update(version: VersionRecord): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
}
