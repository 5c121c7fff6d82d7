import type { Fingerprint } from '../../model/entry.ts';
import type { FileSystemErrorCode } from '../../ports/file-system.ts';
import type { Computer } from '../node-file-system/local-stat.ts';

/** Startup data of a hash thread. */
export type HashStart = Computer;

/** Files up to this size are read synchronously, and many of them share one order. */
export const SMALL_FILE_BYTES = 1024 * 1024;

export type FileToHash = { readonly path: string; readonly expect: Fingerprint };

/** Sent to the thread: small files, or one large one. `stop` ends the large one in progress. */
export type HashOrder = { readonly kind: 'hash'; readonly files: readonly FileToHash[] } | { readonly kind: 'stop' };

/** Sent from the thread, once per `hash` order, even after `stop`: one answer per file, in order. */
export type HashAnswers = readonly HashAnswer[];

export type HashAnswer =
  | { readonly kind: 'done'; readonly sha1: string; readonly sizeBytes: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly code: FileSystemErrorCode; readonly message: string };
