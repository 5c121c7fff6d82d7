import type { Fingerprint } from '../../model/entry.ts';
import type { FileSystemErrorCode } from '../../ports/file-system.ts';

/** What a hashing thread is told when it starts. */
export type HashStart = { readonly birthTimes: boolean };

/** Up to this size files are read without giving way, and many of them travel in one order. */
export const SMALL_FILE_BYTES = 1024 * 1024;

export type FileToHash = { readonly path: string; readonly expect: Fingerprint };

/** Sent to the thread: small files, or one large one. `stop` ends the large one that it is at. */
export type HashOrder = { readonly kind: 'hash'; readonly files: readonly FileToHash[] } | { readonly kind: 'stop' };

/** Sent from the thread, once per `hash` order, also after `stop`: one answer for each file, in their order. */
export type HashAnswers = readonly HashAnswer[];

export type HashAnswer =
  | { readonly kind: 'done'; readonly sha1: string; readonly sizeBytes: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly code: FileSystemErrorCode; readonly message: string };
