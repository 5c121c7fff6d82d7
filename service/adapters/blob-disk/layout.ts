import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diskRoom } from './disk-room.ts';
import { sharedFlushes, syncDirectory } from './sync-directory.ts';

/*
 * On disk:
 *   incoming/<id>.<random>    blobs that are being written or composed, and composed ones that are being deleted
 *   owner                     the id of the database whose contents these are
 *   <xx>/<id>                 a blob; xx are the first two digits of its id, shared by several consecutive ids, so
 *                             that concurrent uploads share the flush of their directory
 *   <xx>/<first 28 digits of the ids>.pack   many small blobs stored together: see pack.ts
 *   <xx>/<id>.parts/<offset>  a composed blob: a directory of hard links to its parts, each named by its offset
 *                             (16 decimal digits), so that the directory alone describes the whole
 * A file under its final name is complete and flushed: a single rename puts it there.
 */

/** The paths of one blob store. */
export interface BlobLayout {
  readonly root: string;
  readonly incoming: string;
  /** The directory that holds a blob under its final name. */
  shardOf(blobId: string): string;
  fileOf(blobId: string): string;
  partsOf(blobId: string): string;
  /** A new id that cannot be guessed: 30 of its 32 digits are random. */
  newBlobId(): string;
  /** @throws BlobSpaceExhausted when the disk accepts no more blobs. */
  requireRoom(): Promise<void>;
  /** Resolves when the entries that the directory had at the time of the call survive a power cut. */
  flushDirectory(directory: string): Promise<void>;
}

/** Blobs written to one directory before moving to the next: they share its flush, and all directories fill evenly. */
const blobsPerTurn = 64;

/** A new name for work in progress: another process may be writing the same content, or may have left it. */
export function incomingName(blobId: string): string {
  return `${blobId}.${randomBytes(4).toString('hex')}`;
}

export const partsSuffix = '.parts';

/** All 256 shards, created once so that no upload has to create and flush one. */
export const shards: readonly string[] = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Creates the directories of a store unless they exist. */
export async function prepareLayout(root: string): Promise<BlobLayout> {
  const incoming = join(root, 'incoming');
  await makeFolder(root);
  await Promise.all([incoming, ...shards.map((shard) => join(root, shard))].map(makeFolder));
  await syncDirectory(root);
  const shardOf = (blobId: string) => join(root, blobId.slice(0, 2));
  const fileOf = (blobId: string) => join(shardOf(blobId), blobId);
  const partsOf = (blobId: string) => fileOf(blobId) + partsSuffix;
  const flushDirectory = sharedFlushes(syncDirectory);
  const requireRoom = diskRoom(root);
  return { root, incoming, shardOf, fileOf, partsOf, newBlobId: blobIdsInTurn(), requireRoom, flushDirectory };
}

/** Ids that share their first two digits for a number of blobs. The first prefix is random. */
function blobIdsInTurn(): () => string {
  let made = randomBytes(1).readUInt8() * blobsPerTurn;
  return () => {
    const shard = shards[Math.floor(made / blobsPerTurn) % shards.length] ?? '00';
    made += 1;
    return shard + randomBytes(15).toString('hex');
  };
}

/** The name of a part within a whole. */
export function partName(offset: number): string {
  return String(offset).padStart(16, '0');
}
