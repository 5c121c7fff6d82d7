import { BlobMissing, BlobSpaceExhausted } from '../../ports/blob-store.ts';

/** The system's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Maps a disk error to the port's error types; other errors pass through. */
export function asBlobError(error: unknown, blobId: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BlobMissing(blobId, error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? new BlobSpaceExhausted(error) : error;
}
