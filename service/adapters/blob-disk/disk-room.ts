import { statfs } from 'node:fs/promises';
import { BlobSpaceExhausted } from '../../ports/blob-store.ts';

/** Space that blobs must leave free so that the database on the same disk can always write: 2 %, at most 512 MiB. */
const reserve = { share: 0.02, maxBytes: 512 * 1024 ** 2 };

/** How long one reading of the free space is valid, in milliseconds. */
const lookEveryMs = 500;

/** The sources of a disk space reading. */
export interface DiskLook {
  statfs(directory: string): Promise<{ readonly bavail: number; readonly blocks: number; readonly bsize: number }>;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

const systemLook: DiskLook = { statfs: async (directory) => statfs(directory), now: () => performance.now() };

/**
 * Refuses new blobs before the disk is completely full. A full disk would stop the database, including the deletions that free
 * space.
 * @throws BlobSpaceExhausted
 */
export function diskRoom(directory: string, look: DiskLook = systemLook): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = look.now();
    if (now - lookedAt < lookEveryMs) return;
    const { bavail, blocks, bsize } = await look.statfs(directory);
    const leftFree = Math.min(blocks * bsize * reserve.share, reserve.maxBytes);
    // Failures are not cached, so that freed space is noticed at once.
    if (bavail * bsize < leftFree) throw new BlobSpaceExhausted(new Error(`${directory} is nearly full.`));
    lookedAt = now;
  };
}
