import { BlobMissing, BlobSpaceExhausted } from '../../ports/blob-store.ts';

/** The system's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** An error of the disk in the words of the port; others pass as they are. */
export function asBlobError(error: unknown, blobId: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BlobMissing(blobId, error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? new BlobSpaceExhausted(error) : error;
}
