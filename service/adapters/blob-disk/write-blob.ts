import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobOriginal, StoredBlob, WriteOptions } from '../../ports/blob-store.ts';
import { type ContentCheck, sameAs, upTo } from '../../ports/content-check.ts';
import { asBlobError } from './disk-errors.ts';
import { type BlobLayout, incomingName } from './layout.ts';
import { storeFault } from './reachable.ts';

/** Bytes written to disk per call. The network delivers small pieces, and one call for each would cost more than the write. */
const blockBytes = 512 * 1024;

/** Writes a blob with a new id. */
export async function writeBlob(
  layout: BlobLayout,
  content: AsyncIterable<Uint8Array>,
  { maxBytes }: WriteOptions,
): Promise<StoredBlob> {
  const blobId = layout.newBlobId();
  try {
    return { blobId, ...(await putFile(layout, blobId, content, upTo(maxBytes))) };
  } catch (error) {
    // The id has not been handed out yet, so the blob can be removed even if only the last flush failed.
    await rm(layout.fileOf(blobId), { force: true });
    throw error;
  }
}

/** Writes a copy of a blob of another store, which replaces an earlier copy. */
export async function writeCopy(
  layout: BlobLayout,
  content: AsyncIterable<Uint8Array>,
  original: BlobOriginal,
): Promise<void> {
  await putFile(layout, original.blobId, content, sameAs(original));
}

/** Writes a file under a temporary name, flushes it, renames it and flushes the directory. */
async function putFile(layout: BlobLayout, blobId: string, content: AsyncIterable<Uint8Array>, check: ContentCheck) {
  const temporary = join(layout.incoming, incomingName(blobId));
  try {
    await layout.requireRoom();
    const written = await writeFlushed(layout, temporary, content, check);
    await rename(temporary, layout.fileOf(blobId));
    await layout.flushDirectory(layout.shardOf(blobId));
    return written;
  } catch (error) {
    await rm(temporary, { force: true });
    throw await storeFault(layout, asBlobError(error, blobId));
  }
}

async function writeFlushed(
  { requireRoom }: BlobLayout,
  file: string,
  content: AsyncIterable<Uint8Array>,
  check: ContentCheck,
) {
  const hash = createHash('sha1');
  const handle = await open(file, 'wx');
  try {
    let sizeBytes = 0;
    const pieces: Uint8Array[] = [];
    let gathered = 0;
    for await (const chunk of content) {
      sizeBytes += chunk.length;
      check.soFar(sizeBytes);
      hash.update(chunk);
      pieces.push(chunk);
      gathered += chunk.length;
      if (gathered < blockBytes) continue;
      await requireRoom();
      await writeAll(handle, pieces.splice(0));
      gathered = 0;
    }
    await writeAll(handle, pieces);
    const written = { sha1: hash.digest('hex'), sizeBytes };
    check.atEnd(written);
    await handle.sync();
    return written;
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
