import type { Fingerprint } from '../../model/entry.ts';
import type { FileSystemErrorCode } from '../../ports/file-system.ts';

/** What a hashing thread is told when it starts. */
export type HashStart = { readonly birthTimes: boolean };

/** Sent to the thread. It hashes one file at a time; `stop` ends the one it is at. */
export type HashOrder =
  | { readonly kind: 'hash'; readonly path: string; readonly expect: Fingerprint }
  | { readonly kind: 'stop' };

/** Sent from the thread, once per `hash` order, also after `stop`. */
export type HashAnswer =
  | { readonly kind: 'done'; readonly sha1: string; readonly sizeBytes: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly code: FileSystemErrorCode; readonly message: string };
