import { statfs } from 'node:fs/promises';
import { BlobSpaceExhausted } from '../../ports/blob-store.ts';

/** The part of a disk that contents leave free, so that the database beside them can always write: 2 %, at most 512 MiB. */
const reserve = { share: 0.02, maxBytes: 512 * 1024 ** 2 };

/** A look at the disk is good for so many milliseconds. */
const lookEveryMs = 500;

/** What the room on a disk is read from. */
export interface DiskLook {
  statfs(directory: string): Promise<{ readonly bavail: number; readonly blocks: number; readonly bsize: number }>;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

const systemLook: DiskLook = { statfs: async (directory) => statfs(directory), now: () => performance.now() };

/**
 * Refuses contents before the disk is full to the last byte, which would stop the database, and with it the deletions that make room.
 * @throws BlobSpaceExhausted
 */
export function diskRoom(directory: string, look: DiskLook = systemLook): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = look.now();
    if (now - lookedAt < lookEveryMs) return;
    const { bavail, blocks, bsize } = await look.statfs(directory);
    const leftFree = Math.min(blocks * bsize * reserve.share, reserve.maxBytes);
    // Not remembered: room that is made is found at once.
    if (bavail * bsize < leftFree) throw new BlobSpaceExhausted(new Error(`${directory} is nearly full.`));
    lookedAt = now;
  };
}
