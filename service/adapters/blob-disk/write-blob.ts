import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobMissing, BlobTooLarge, isBlobId, type StoredBlob, type WriteOptions } from '../../ports/blob-store.ts';
import { asBlobError } from './disk-errors.ts';
import { type BlobLayout, incomingName } from './layout.ts';

/** Bytes written to disk per call. The network delivers small pieces, and one call for each would cost more than the write. */
const blockBytes = 512 * 1024;

/** Writes a blob under a temporary name, flushes it, renames it and flushes the directory. */
export async function writeBlob(
  layout: BlobLayout,
  content: AsyncIterable<Uint8Array>,
  { maxBytes, blobId = layout.newBlobId() }: WriteOptions,
): Promise<StoredBlob> {
  if (!isBlobId(blobId)) throw new BlobMissing(blobId);
  const temporary = join(layout.incoming, incomingName(blobId));
  try {
    await layout.requireRoom();
    const written = await writeFlushed(layout, temporary, content, maxBytes);
    await rename(temporary, layout.fileOf(blobId));
    await layout.flushDirectory(layout.shardOf(blobId));
    return { blobId, ...written };
  } catch (error) {
    await rm(temporary, { force: true });
    // The id has not been handed out yet, so the blob can be removed even if only the last flush failed.
    await rm(layout.fileOf(blobId), { force: true });
    throw asBlobError(error, blobId);
  }
}

async function writeFlushed(
  { requireRoom }: BlobLayout,
  file: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
) {
  const hash = createHash('sha1');
  const handle = await open(file, 'wx');
  try {
    let sizeBytes = 0;
    const pieces: Uint8Array[] = [];
    let gathered = 0;
    for await (const chunk of content) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      pieces.push(chunk);
      gathered += chunk.length;
      if (gathered < blockBytes) continue;
      await requireRoom();
      await writeAll(handle, pieces.splice(0));
      gathered = 0;
    }
    await writeAll(handle, pieces);
    await handle.sync();
    return { sha1: hash.digest('hex'), sizeBytes };
  } finally {
    await handle.close();
  }
}

/** A single write may take fewer bytes than it was given. */
async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const wanted = pieces.reduce((sum, { length }) => sum + length, 0);
  if (wanted === 0) return;
  const { bytesWritten } = await handle.writev([...pieces]);
  if (bytesWritten < wanted) await handle.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
}
