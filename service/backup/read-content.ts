import { BlobMissing, type BlobStore, BlobStoreUnavailable, BlobUnreadable } from '../ports/blob-store.ts';
import { networkCodes } from '../ports/network-codes.ts';

/**
 * Reads a content to copy it. Every failure to read it is an error of the port, which distinguishes it from a target that cannot be written.
 * @throws BlobMissing, BlobUnreadable, BlobStoreUnavailable; also later, by the stream.
 */
export async function readContent(blobs: BlobStore, blobId: string): Promise<AsyncIterable<Uint8Array>> {
  return piecesOf(await blobs.open(blobId), blobId);
}

async function* piecesOf(content: AsyncIterable<Uint8Array>, blobId: string): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw asBlobError(error, blobId);
  }
}

/** The stream of an adapter fails with the underlying error. */
function asBlobError(error: unknown, blobId: string): unknown {
  if (error instanceof BlobMissing || error instanceof BlobUnreadable || error instanceof BlobStoreUnavailable)
    return error;
  const isNetwork = error instanceof Error && 'code' in error && networkCodes.has(String(error.code));
  return isNetwork ? new BlobStoreUnavailable(error) : new BlobUnreadable(blobId, error);
}
