import { sameFingerprint } from '../../../model/entry.ts';
import { FileSystemError, type StagingFile } from '../../../ports/file-system.ts';
import type { NearSource } from '../transfer.ts';
import type { TransferParts, TransferRun } from '../transfer-run.ts';

const PIECE_BYTES = 1024 * 1024;

/**
 * Fills an empty staging file from a local file instead of the service. False: that file has changed or is unreadable, and
 * staging is empty again. The caller verifies the hash in either case.
 */
export async function copyNear(
  { fileSystem }: Pick<TransferParts, 'fileSystem'>,
  near: NearSource,
  staging: StagingFile,
  run: TransferRun,
): Promise<boolean> {
  try {
    const file = await fileSystem.openRead(near.path);
    try {
      if (!sameFingerprint((await file.stat()).fingerprint, near.expect)) return false;
      for (let offset = 0; offset < near.expect.sizeBytes; ) {
        await run.gate();
        const piece = new Uint8Array(Math.min(PIECE_BYTES, near.expect.sizeBytes - offset));
        const bytes = await file.read(piece, offset);
        if (bytes === 0) break;
        await staging.append(piece.subarray(0, bytes));
        offset += bytes;
        run.progress(offset);
      }
      if (sameFingerprint((await file.stat()).fingerprint, near.expect)) return true;
    } finally {
      await file.close();
    }
  } catch (error) {
    // These are about the download's own target.
    if (!(error instanceof FileSystemError) || error.code === 'no_space' || error.code === 'too_large') throw error;
  }
  await staging.truncate();
  run.progress(0);
  return false;
}
