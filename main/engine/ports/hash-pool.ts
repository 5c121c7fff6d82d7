import type { Content, Fingerprint } from '../model/entry.ts';

/** Hashes files off the main thread. */
export interface HashPool {
  /**
   * SHA-1 and size of a whole file, read once. Rejects with `FileSystemError`; with code `changed` if the file did not match
   * `expect` before or after the read, so that a hash never covers a mix of versions.
   */
  hash(path: string, expect: Fingerprint, signal?: AbortSignal): Promise<Content>;
  close(): Promise<void>;
}
