import type { Content, Fingerprint } from '../model/entry.ts';

/** Hashes files away from the thread that answers people. */
export interface HashPool {
  /**
   * SHA-1 and size of a whole file, read once. Rejects with `FileSystemError`; with code `changed` when the file was not
   * `expect` before or after the read, so that a digest never belongs to a mixture.
   */
  hash(path: string, expect: Fingerprint, signal?: AbortSignal): Promise<Content>;
  close(): Promise<void>;
}
