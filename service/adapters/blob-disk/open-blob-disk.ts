import { constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BlobMissing,
  type BlobStore,
  BlobStoreUnavailable,
  BlobUnreadable,
  isBlobId,
  type ListedBlob,
} from '../../ports/blob-store.ts';
import { composeBlob } from './compose-blob.ts';
import { blobDeletion } from './delete-blobs.ts';
import { asReadError } from './disk-errors.ts';
import { gatherSmallWrites } from './gather-small.ts';
import { type BlobLayout, partsSuffix, prepareLayout, shards } from './layout.ts';
import { removeLeftovers } from './leftovers.ts';
import { readOwner, writeOwner } from './owner.ts';
import { listPack, packSuffix, writePack } from './pack.ts';
import { isReachable, storeFault } from './reachable.ts';
import { digestBlob, feedBlob, measureBlob, openBlob } from './read-blob.ts';
import { writeCopy } from './write-blob.ts';

/** `alone`: no other process writes to the store. */
export type Access = 'alone' | 'shared';

/** Opens the blob store in a directory, creating it if necessary. Alone, it removes the unfinished files of killed writers. */
export async function openBlobDisk(directory: string, writers: Access = 'shared'): Promise<BlobStore> {
  const layout = await prepareLayout(directory);
  if (writers === 'alone') await removeLeftovers(layout, 'all');
  const known = (blobId: string) => {
    if (!isBlobId(blobId)) throw new BlobMissing(blobId);
    return blobId;
  };
  const deleteMany = blobDeletion(layout);
  return {
    write: gatherSmallWrites(layout),
    writeCopy: async (content, original) => writeCopy(layout, content, { ...original, blobId: known(original.blobId) }),
    writeMany: async (contents) => writePack(layout, contents),
    compose: async (partIds) => composeBlob(layout, partIds.map(known)),
    open: async (blobId, range, sizeBytes) => openBlob(layout, known(blobId), range, sizeBytes),
    signedUrl: async () => null,
    feed: async (blobId, take) => feedBlob(layout, known(blobId), take),
    digest: async (blobId) => digestBlob(layout, known(blobId)),
    delete: async (blobId) => {
      for (const cause of (await deleteMany([blobId])).values()) throw cause;
    },
    deleteMany,
    list: (onSkipped) => listBlobs(layout, onSkipped),
    removeAbandoned: async () => removeLeftovers(layout, 'stale'),
    owner: async () => readOwner(layout),
    setOwner: async (id) => writeOwner(layout, id),
    isAvailable: async () => isReachable(layout, constants.R_OK | constants.W_OK),
  };
}

async function* listBlobs(
  layout: BlobLayout,
  onSkipped: (error: BlobUnreadable) => void = () => undefined,
): AsyncGenerator<ListedBlob> {
  for (let first = 0; first < shards.length; first += shardsAtATime) {
    const some = shards.slice(first, first + shardsAtATime);
    const listed = await Promise.all(some.map(async (shard) => namesIn(layout, shard)));
    for (const name of listed.flat()) yield* await blobsIn(layout, name, onSkipped);
  }
}

/** As many directories as Node reads at a time: an empty store, which a new service looks through, is read four times as fast. */
const shardsAtATime = 4;

async function namesIn(layout: BlobLayout, shard: string): Promise<readonly string[]> {
  return readdir(join(layout.root, shard)).catch(async (error: unknown) => {
    const known = await storeFault(layout, asReadError(error, shard));
    throw known instanceof BlobStoreUnavailable ? known : error;
  });
}

/** The blobs of a file or folder; none if they were deleted since the directory was read, or cannot be read. */
async function blobsIn(
  layout: BlobLayout,
  name: string,
  onSkipped: (error: BlobUnreadable) => void,
): Promise<readonly ListedBlob[]> {
  try {
    if (name.endsWith(packSuffix)) return await listPack(layout, name);
    const blobId = name.endsWith(partsSuffix) ? name.slice(0, -partsSuffix.length) : name;
    return isBlobId(blobId) ? [{ blobId, ...(await measureBlob(layout, blobId)) }] : [];
  } catch (error) {
    const known = asReadError(error, name);
    if (known instanceof BlobUnreadable) onSkipped(known);
    else if (!(known instanceof BlobMissing)) throw known;
    return [];
  }
}
