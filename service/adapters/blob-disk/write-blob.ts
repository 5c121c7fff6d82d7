import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobMissing, BlobTooLarge, isBlobId, type StoredBlob, type WriteOptions } from '../../ports/blob-store.ts';
import { asBlobError } from './disk-errors.ts';
import { type BlobLayout, incomingName } from './layout.ts';

/** Writes a content under a temporary name, flushes it, gives it its name and flushes that. */
export async function writeBlob(
  layout: BlobLayout,
  content: AsyncIterable<Uint8Array>,
  { maxBytes, blobId = layout.newBlobId() }: WriteOptions,
): Promise<StoredBlob> {
  if (!isBlobId(blobId)) throw new BlobMissing(blobId);
  const temporary = join(layout.incoming, incomingName(blobId));
  try {
    const written = await writeFlushed(temporary, content, maxBytes);
    await rename(temporary, layout.fileOf(blobId));
    await layout.flushDirectory(layout.shardOf(blobId));
    return { blobId, ...written };
  } catch (error) {
    await rm(temporary, { force: true });
    // Nobody knows the id yet: if only the last flush failed, the blob goes again.
    await rm(layout.fileOf(blobId), { force: true });
    throw asBlobError(error, blobId);
  }
}

async function writeFlushed(file: string, content: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha1');
  const handle = await open(file, 'wx');
  try {
    let sizeBytes = 0;
    for await (const chunk of content) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      await writeAll(handle, chunk);
    }
    await handle.sync();
    return { sha1: hash.digest('hex'), sizeBytes };
  } finally {
    await handle.close();
  }
}

/** One write may take less than it was given. */
async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let start = 0; start < chunk.length; ) {
    start += (await handle.write(chunk, start, chunk.length - start)).bytesWritten;
  }
}
