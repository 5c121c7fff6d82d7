import type { DiskReason } from '../../../preload/words/codes/refusals.ts';
import type { Content, Fingerprint } from '../model/entry.ts';
import type { FileIdentity } from '../model/ids.ts';
import type { LocalListing, LocalStat } from '../model/observation.ts';

/**
 * The disk. All paths are absolute. Rejects only with `FileSystemError`. Symbolic links are never followed, not even in the
 * middle of a path below the root (edge cases 58 to 60).
 */
export interface FileSystem {
  /** Null only if the path certainly does not exist (ENOENT, ENOTDIR); any other failure is an error (edge case 72). */
  stat(path: string): Promise<LocalStat | null>;
  /** The path of the same item without a link in it. */
  realPath(path: string): Promise<string>;
  /** The complete listing, or an error. Names are sorted by code units. */
  list(directory: string): Promise<LocalListing>;
  /**
   * The listings of a directory and everything below, parents first, read off the main thread. An unreadable directory is
   * returned as an error value in its place, and the walk continues (edge case 73). `enter` decides whether to descend into a
   * directory below `root`, given its relative path with `/`.
   */
  walk(root: string, enter: WalkFilter, signal?: AbortSignal): AsyncIterable<WalkResult>;

  openRead(path: string): Promise<FileReader>;

  /** Creates a directory; `exists` if the name is taken. */
  createFolder(path: string): Promise<LocalStat>;
  /** Renames a file or folder within the volume; `exists` if the target name is taken (a change of case is allowed). */
  move(from: string, to: string): Promise<LocalStat>;

  /**
   * Opens a file in the root's staging folder (`.tandem/staging`, same volume), which the scanner never sees. Resumes an existing
   * one.
   */
  openStaging(root: string, name: string): Promise<StagingFile>;
  /** Leftover staging files, by name (edge case 112). */
  listStaging(root: string): Promise<readonly string[]>;
  removeStaging(root: string, name: string): Promise<void>;
  /**
   * Atomically moves a finished staging file to its target after a last check: with `expect` null the name must be free
   * (otherwise `exists`), else the target must still match it (otherwise `changed`). Keeps the mode of a
   * replaced file and whatever else can be copied (edge case 63). The replaced file itself stays in staging under its `replacedName`, if
   * the disk has hard links (SPEC P92). A partial file is never visible under its name (I7).
   */
  install(root: string, stagingName: string, target: string, expect: Fingerprint | null): Promise<LocalStat>;

  /**
   * Moves a file or folder to a free name below `trash`, by copy if that is on another volume. Returns the new path. With `expect`:
   * `changed` if another item has the path now, which stays there. `about` is called with the new path right before the item goes there.
   */
  trash(path: string, trash: string, expect?: FileIdentity, about?: AboutToPlace): Promise<string>;

  /** Reads the marker `.tandem/root`, which identifies this root (edge cases 67 to 71). Null: none. */
  readMarker(root: string): Promise<string | null>;
  /** With `expect`, checks the root first: `changed` if it is another folder now, or has another marker or none. */
  writeMarker(root: string, marker: string, expect?: MarkedFolder): Promise<void>;
  /** Removes our own folder `.tandem` with the marker and the staging files. The trash of the root and replaced files (SPEC P92) in it stay. */
  removeMarker(root: string): Promise<void>;
  /** Identity of the volume that holds the path; null when the path does not exist. */
  volumeId(path: string): Promise<string | null>;
  /** Whether items on the disk of this path keep their identity when they move. Asked once one seems to be another. */
  movesKeepIdentity(path: string): Promise<boolean>;
  freeBytes(path: string): Promise<number>;
  /** The capabilities of this root's disk; probed without leaving files behind. */
  traits(root: string): Promise<DiskTraits>;
}

/** So that a caller that ends before the answer knows where the item went. */
export type AboutToPlace = (place: string) => void;

/** Identifies the folder to mark: by its current marker or by its identity. */
export type MarkedFolder = { readonly marker: string } | { readonly identity: FileIdentity };

export type DiskTraits = {
  readonly caseSensitive: boolean;
  readonly nameLimit: { readonly length: number; readonly unit: 'utf8' | 'utf16' };
  readonly platform: 'posix' | 'windows';
};

/**
 * May the walk descend into this directory? `relativePath` uses `/`. Called on the calling thread, after the caller has used the
 * listing that contains it: only reading happens elsewhere.
 */
export type WalkFilter = (relativePath: string) => boolean;

export type WalkResult =
  | { readonly ok: true; readonly listing: LocalListing }
  | { readonly ok: false; readonly path: string; readonly error: FileSystemError };

export interface FileReader {
  /** Stats the open file itself, not the file that now has its name. */
  stat(): Promise<LocalStat>;
  /** Fills `target` from `offset`, up to the end of the file; returns the bytes read, 0 at the end. */
  read(target: Uint8Array, offset: number): Promise<number>;
  close(): Promise<void>;
}

export type StagedContent = Content & { readonly identity: FileIdentity };

export interface StagingFile {
  /** Bytes already present (a resumed download). */
  readonly sizeBytes: number;
  append(bytes: Uint8Array): Promise<void>;
  truncate(): Promise<void>;
  /**
   * SHA-1 and size of everything written, including the resumed part, flushed to disk first. Includes the identity that it keeps
   * when installed. Sets the modification time, also one before 1970; null: it stays. Rejects with the signal's reason at once if
   * aborted; the bytes stay for a later resume.
   */
  finish(modifiedAtMs: number | null, signal?: AbortSignal): Promise<StagedContent>;
  /** Keeps the bytes written, for a later resume. */
  close(): Promise<void>;
}

/** Each has words in the table of messages. */
export type FileSystemErrorCode = DiskReason;

/** A disk error. `code` decides how the engine reacts; `cause` is the system's error. */
export class FileSystemError extends Error {
  readonly code: FileSystemErrorCode;
  readonly path: string;
  constructor(code: FileSystemErrorCode, path: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FileSystemError';
    this.code = code;
    this.path = path;
  }
}
