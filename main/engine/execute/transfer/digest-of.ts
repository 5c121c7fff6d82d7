import { createHash } from 'node:crypto';
import { type Sha1, sha1 } from '../../model/ids.ts';
import type { FileReader } from '../../ports/file-system.ts';

/** Small enough that hashing one blocks the thread for well under a millisecond. */
export const SLICE_BYTES = 1024 * 1024;

/** The SHA-1 of a whole open file. Rejects with the signal's reason. */
export async function digestOf(file: FileReader, signal: AbortSignal | undefined): Promise<Sha1> {
  const hash = createHash('sha1');
  const buffer = new Uint8Array(SLICE_BYTES);
  for (let offset = 0; ; ) {
    signal?.throwIfAborted();
    const bytes = await file.read(buffer, offset);
    if (bytes === 0) return sha1(hash.digest('hex'));
    hash.update(buffer.subarray(0, bytes));
    offset += bytes;
  }
}
