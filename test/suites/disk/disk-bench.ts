import type { FileSystem } from '../../../main/engine/ports/file-system.ts';

/** A disk to try the port on, with the means to arrange things behind the port's back. All paths are absolute. */
export type DiskBench = {
  readonly fileSystem: FileSystem;
  /** An empty sync root. */
  readonly root: string;
  /** An empty folder outside of it, on the same volume. */
  readonly outside: string;
  /** False: a move changes the identity, and the item keeps kind, size and time. */
  readonly movesKeepIdentity?: boolean;
  /** False: a file has one name. */
  readonly hasHardLinks?: boolean;
  write(path: string, text: string): Promise<void>;
  /** Null when nothing, or no file, is there. */
  read(path: string): Promise<string | null>;
  /** With the missing folders above it. */
  folder(path: string): Promise<void>;
  link(path: string, target: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A second name of the same file. */
  hardLink(from: string, to: string): Promise<void>;
  /** Sets the modification time of a file. */
  date(path: string, modifiedAtMs: number): Promise<void>;
  dispose(): Promise<void>;
};
