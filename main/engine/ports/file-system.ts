import type { Content, Fingerprint } from '../model/entry.ts';
import type { FileIdentity } from '../model/ids.ts';
import type { LocalListing, LocalStat } from '../model/observation.ts';

/**
 * The disk. All paths are absolute. Rejects with `FileSystemError` only. Symbolic links are never followed, also not in the
 * middle of a path below the root that the caller names (edge cases 58 to 60).
 */
export interface FileSystem {
  /** Null only when the path certainly does not exist (ENOENT, ENOTDIR); every other trouble is an error (edge case 72). */
  stat(path: string): Promise<LocalStat | null>;
  /** The complete listing, or an error. Names in the order of their code units. */
  list(directory: string): Promise<LocalListing>;
  /**
   * The listings of a directory and all below it, parents first, read away from the main thread. A directory that cannot be
   * read comes as an error value in its place and the walk goes on (edge case 73). `enter` decides for each directory
   * below `root`, by its path relative to it with `/` between the names, whether to go in.
   */
  walk(root: string, enter: WalkFilter, signal?: AbortSignal): AsyncIterable<WalkResult>;

  openRead(path: string): Promise<FileReader>;

  /** Creates a directory; `exists` when anything has the name. */
  createFolder(path: string): Promise<LocalStat>;
  /** Renames a file or folder within the volume; `exists` when anything has the target name (a change of case only is allowed). */
  move(from: string, to: string): Promise<LocalStat>;
  /** Sets the modification time, milliseconds since the epoch; any value is accepted, 1970 and before included. */
  setModified(path: string, modifiedAtMs: number): Promise<LocalStat>;

  /** A new file in the root's own staging folder (`.tandem/staging`, same volume), never seen by the scanner. Resumes when `name` is there. */
  openStaging(root: string, name: string): Promise<StagingFile>;
  /** Staging files left over, by name (edge case 112). */
  listStaging(root: string): Promise<readonly string[]>;
  removeStaging(root: string, name: string): Promise<void>;
  /**
   * Puts a finished staging file at its place in one step, after a last look: `expect` null = the name must be free (`exists`
   * otherwise), else the target must still be `expect` (`changed` otherwise). Sets the modification time first; keeps the
   * mode of a replaced file, and what else the system lets a program carry over (edge case 63). Nobody ever sees half a file at its name (I7).
   */
  install(
    root: string,
    stagingName: string,
    target: string,
    expect: Fingerprint | null,
    modifiedAtMs: number | null,
  ): Promise<LocalStat>;

  /** Moves a file or a whole folder into a trash folder, to a free name below `trash`; copies over when on another volume. Returns where it went. */
  trash(path: string, trash: string): Promise<string>;

  /** Reads and writes the marker `.tandem/root` that tells this root from any other (edge cases 67 to 71). Null: none there. */
  readMarker(root: string): Promise<string | null>;
  /** After a last look, where something is expected: `changed` when the root is another folder by now, or has another marker or none. */
  writeMarker(root: string, marker: string, expect?: MarkedFolder): Promise<void>;
  /** Removes our own folder `.tandem` with the marker and what is staged in it; nothing of the person is in there. */
  removeMarker(root: string): Promise<void>;
  /** Identity of the volume that holds the path; null when the path does not exist. */
  volumeId(path: string): Promise<string | null>;
  freeBytes(path: string): Promise<number>;
  /** What the disk of this root can tell apart and hold; found out once, without leaving anything behind. */
  traits(root: string): Promise<DiskTraits>;
}

/** The folder that a marker is meant for: by the marker that it has, or by what it is. */
export type MarkedFolder = { readonly marker: string } | { readonly identity: FileIdentity };

export type DiskTraits = {
  readonly caseSensitive: boolean;
  readonly nameLimit: { readonly length: number; readonly unit: 'utf8' | 'utf16' };
  readonly platform: 'posix' | 'windows';
};

/**
 * May the walk go into this directory? `relativePath` uses `/`. Asked on the calling thread, after the listing that
 * names it was used: only the reading happens elsewhere.
 */
export type WalkFilter = (relativePath: string) => boolean;

export type WalkResult =
  | { readonly ok: true; readonly listing: LocalListing }
  | { readonly ok: false; readonly path: string; readonly error: FileSystemError };

export interface FileReader {
  /** Of the open file itself, not of whatever now has its name. */
  stat(): Promise<LocalStat>;
  /** Fills `target` from `offset` as far as the file goes; returns the bytes read, 0 at the end. */
  read(target: Uint8Array, offset: number): Promise<number>;
  close(): Promise<void>;
}

export type StagedContent = Content & { readonly identity: FileIdentity };

export interface StagingFile {
  /** Bytes that are already there (a resumed download). */
  readonly sizeBytes: number;
  append(bytes: Uint8Array): Promise<void>;
  truncate(): Promise<void>;
  /**
   * SHA-1 and size of all that was written, the resumed part included; flushed to the disk before it resolves. With the identity that
   * it keeps when it is installed.
   */
  finish(): Promise<StagedContent>;
  /** Keeps what was written, for a later resume. */
  close(): Promise<void>;
}

export type FileSystemErrorCode =
  | 'not_found'
  | 'exists'
  | 'changed'
  | 'denied'
  | 'busy'
  | 'no_space'
  | 'name_too_long'
  | 'not_supported'
  | 'io';

/** The disk refused. `code` decides what the engine does; `cause` is the system's error. */
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
