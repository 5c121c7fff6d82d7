import { BlobDamaged, BlobMissing, BlobSpaceExhausted, BlobUnreadable } from '../../ports/blob-store.ts';
import { diskFaultOf } from '../../ports/disk-fault.ts';

/** The system's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Maps a disk error to the port's error types; other errors pass through. */
export function asBlobError(error: unknown, blobId: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BlobMissing(blobId, error);
  return diskFaultOf(error) === 'full' ? new BlobSpaceExhausted(error) : error;
}

/** The bytes on the disk differ from those written. */
export class DamagedOnDisk extends Error {}

/** Codes of the system for one unreadable file. Others, such as too many open files, affect every read. */
const unreadableCodes: ReadonlySet<string> = new Set(['EIO', 'EUCLEAN', 'EBADMSG', 'EACCES', 'EPERM', 'EISDIR']);

/** Maps an error of reading a blob to the port's error types; other errors pass through. */
export function asReadError(error: unknown, blobId: string): unknown {
  if (error instanceof DamagedOnDisk) return new BlobDamaged(blobId, error);
  return unreadableCodes.has(codeOf(error) ?? '') ? new BlobUnreadable(blobId, error) : asBlobError(error, blobId);
}
