import { Readable } from 'node:stream';
import type { BlobStore } from './ports/blob-store.ts';

/** Puts a counter of the bytes that are written and read, piece by piece, before the store of contents. */
export function countSpent(blobs: BlobStore, spent: (bytes: number) => void): BlobStore {
  return {
    ...blobs,
    write: async (content, options) => blobs.write(counted(content, spent), options),
    open: async (blobId, range) => {
      const bytes = await blobs.open(blobId, range);
      // Somebody has to destroy a Node stream, and sees by its kind that it is one.
      return bytes instanceof Readable ? bytes : counted(bytes, spent);
    },
  };
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  spent: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    yield piece;
    spent(piece.length);
  }
}
