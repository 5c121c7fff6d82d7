import type { Fingerprint, Kind } from './entry.ts';

/** The result of one `stat` on disk. Kinds other than file and folder are listed as ignored and never followed. */
export type LocalStat = {
  /**
   * Reported only in listings: `mount`, a directory on another volume than its parent or whatever is mounted there (edge case 61), and `unreadable`,
   * an entry that the system does not let us look at (edge case 73). Both are frozen.
   */
  readonly kind: Kind | 'link' | 'special' | 'mount' | 'unreadable';
  readonly fingerprint: Fingerprint;
  /** Hard links to the same content; above 1, a vanished name does not prove a move (edge case 56). */
  readonly links: number;
};

/** One complete listing of one directory. An incomplete one is an error, never a short listing: no name is left out (edge case 73). */
export type LocalListing = {
  /** Absolute path of the directory. */
  readonly path: string;
  readonly self: LocalStat;
  readonly entries: readonly { readonly name: string; readonly stat: LocalStat }[];
  /** Names that are not valid Unicode, in a printable form: blocked, never touched. */
  readonly undecodable: readonly string[];
};

/** Whether one may be the other after a move on a disk that gives it another identity. */
export const isAlike = (a: LocalStat, b: LocalStat): boolean =>
  a.kind === b.kind &&
  a.fingerprint.sizeBytes === b.fingerprint.sizeBytes &&
  a.fingerprint.mtimeNs === b.fingerprint.mtimeNs;
