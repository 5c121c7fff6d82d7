import { constants, copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asBlobError, codeOf } from './disk-errors.ts';
import { type BlobLayout, incomingName, partName } from './layout.ts';
import { readPacked } from './pack.ts';
import { segmentsOf } from './read-blob.ts';
import { syncDirectory } from './sync-directory.ts';
import { writeFlushed } from './write-flushed.ts';

/**
 * Composes a blob from others by linking to their bytes: one link per part, whatever the size. The parts' own names may be removed
 * afterwards; the bytes remain as long as one name refers to them.
 */
export async function composeBlob(
  layout: BlobLayout,
  partIds: readonly string[],
): Promise<{ readonly blobId: string; readonly sizeBytes: number }> {
  const blobId = layout.newBlobId();
  const temporary = join(layout.incoming, incomingName(blobId));
  try {
    await mkdir(temporary);
    let sizeBytes = 0;
    for (const partId of partIds) sizeBytes += await addPart(layout, partId, join(temporary, partName(sizeBytes)));
    await syncDirectory(temporary);
    await rename(temporary, layout.partsOf(blobId));
    await layout.flushDirectory(layout.shardOf(blobId));
    await requireWhole(layout, blobId, sizeBytes);
    return { blobId, sizeBytes };
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    await rm(layout.partsOf(blobId), { recursive: true, force: true });
    throw asBlobError(error, blobId);
  }
}

/** Another program may have removed a part while the folder still had its temporary name. */
async function requireWhole(layout: BlobLayout, blobId: string, sizeBytes: number): Promise<void> {
  const segments = await segmentsOf(layout, blobId);
  const found = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  if (found !== sizeBytes) throw new Error(`Blob ${blobId} has ${found} bytes instead of ${sizeBytes}.`);
}

async function addPart(layout: BlobLayout, partId: string, target: string): Promise<number> {
  const source = layout.fileOf(partId);
  try {
    await link(source, target);
  } catch (error) {
    // A packed blob has no file of its own to link to.
    const packed = codeOf(error) === 'ENOENT' ? await readPacked(layout, partId) : null;
    if (packed !== null) {
      await writeFlushed(target, packed);
      return packed.length;
    }
    // Some file systems (FAT, some network shares) do not support links. The system copies the bytes instead.
    if (!noLinks.has(codeOf(error) ?? '')) throw asBlobError(error, partId);
    await copyFlushed(source, target);
  }
  return (await stat(target)).size;
}

const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

async function copyFlushed(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const handle = await open(target, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
