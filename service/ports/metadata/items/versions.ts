import type { FileRecord, TrashCursor } from './items.ts';

/** A version of a file. Times are in milliseconds since the epoch. */
export interface VersionRecord {
  readonly id: string;
  readonly fileId: string;
  /** From 1, in order of creation. */
  readonly number: number;
  readonly blobId: string;
  /** Lower-case hexadecimal. */
  readonly sha1: string;
  readonly sizeBytes: number;
  /** The file name at the time of this version. */
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

/** Version queries. */
export interface VersionReads {
  get(id: string): Promise<VersionRecord | null>;
  /** Several versions; those that do not exist are missing from the result. */
  getMany(ids: readonly string[]): Promise<readonly VersionRecord[]>;
  /** Past versions of a file, newest first, including trashed ones. */
  countPast(fileId: string, currentVersionId: string): Promise<number>;
  listPast(
    fileId: string,
    currentVersionId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly VersionRecord[]>;
  /** All versions of these files, including trashed ones. */
  listOfFiles(fileIds: readonly string[]): Promise<readonly VersionRecord[]>;
  /** How many versions these files have, including trashed ones. */
  countOfFiles(fileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The oldest versions of a file, including trashed ones. */
  listOldest(fileId: string, limit: number): Promise<readonly VersionRecord[]>;
  /** All versions of the service, ordered by id, after `afterId`, for verification. */
  listAfter(afterId: string, limit: number): Promise<readonly VersionRecord[]>;
  /** Versions that were trashed individually before this time, oldest first, after a cursor; without those that `noteKept` noted. */
  listTrashedBefore(time: number, limit: number, after: TrashCursor | null): Promise<readonly TrashCursor[]>;
  /** Those that it leaves out and that `noteKept` noted before another time, the oldest notes first. */
  listNoted(trashedBefore: number, notedBefore: number, limit: number): Promise<readonly TrashCursor[]>;
}

/** Changes to versions. */
export interface VersionWrites extends VersionReads {
  /** A version of this file. Until the transaction ends, no other transaction can delete it or make its content unreferenced. */
  keep(fileId: string, id: string): Promise<VersionRecord | null>;
  /** Adds a file with its first version. */
  insertFirst(file: FileRecord, nameKey: string, version: VersionRecord): Promise<void>;
  insert(version: VersionRecord): Promise<void>;
  update(version: VersionRecord): Promise<void>;
  /** Gives the current version of a file the content dates of the file, so that copies and later promotions of it have them. */
  setContentDates(file: FileRecord): Promise<void>;
  /** Leaves a trashed version out of `listTrashedBefore` until a legal hold or a retention of its file ends, or it is trashed again. */
  noteKept(id: string, now: number): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
}
