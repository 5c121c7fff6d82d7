import { Readable } from 'node:stream';
import type { BlobStore } from './ports/blob-store.ts';

/** Wraps the blob store with a counter of bytes written and read. */
export function countSpent(blobs: BlobStore, spent: (bytes: number) => void): BlobStore {
  return {
    ...blobs,
    write: async (content, options) => blobs.write(counted(content, spent), options),
    writeCopy: async (content, original) => blobs.writeCopy(counted(content, spent), original),
    open: async (blobId, ...more) => {
      const bytes = await blobs.open(blobId, ...more);
      // The caller has to destroy a Node stream, and recognises one by its type.
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
