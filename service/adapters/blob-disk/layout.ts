import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diskRoom } from './disk-room.ts';
import { sharedFlushes, syncDirectory } from './sync-directory.ts';

/*
 * On disk:
 *   incoming/<pid>-<random>   contents that are being written, and wholes that are being put together
 *   <xx>/<id>                 a blob; xx are the first two digits of its id, the same for some that come one after the
 *                             other, so that uploads at the same time share the flush of their directory
 *   <xx>/<first 28 digits of the ids>.pack   many small contents that came together: see pack.ts
 *   <xx>/<id>.parts/<offset>  a blob made of others: a directory of hard links to them, named by the offset of each
 *                             (16 decimal digits), so that the directory alone tells what the whole is
 * What has its final name is complete and flushed: it got there by one rename.
 */

/** The places of one blob store. */
export interface BlobLayout {
  readonly root: string;
  readonly incoming: string;
  /** The directory of a blob's final name. */
  shardOf(blobId: string): string;
  fileOf(blobId: string): string;
  partsOf(blobId: string): string;
  /** A new id, which nobody can guess: 30 of its 32 digits are random. */
  newBlobId(): string;
  /** @throws BlobSpaceExhausted when no more contents may go to this disk. */
  requireRoom(): Promise<void>;
  /** Resolves when the entries that the directory had at the call survive a power cut. */
  flushDirectory(directory: string): Promise<void>;
}

/** Blobs that go to one directory before the next one's turn: many share its flush, and all of them fill evenly. */
const blobsPerTurn = 64;

/** The name of work in progress: it tells whose it is, so that a later start knows whether anybody still works on it. */
export function incomingName(blobId: string): string {
  return `${process.pid}-${blobId}`;
}

export const partsSuffix = '.parts';

/** All 256 shards: made once, so that no upload has to make and flush one. */
export const shards: readonly string[] = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/** Makes the directories of a store, or finds them made. */
export async function prepareLayout(root: string): Promise<BlobLayout> {
  const incoming = join(root, 'incoming');
  await mkdir(incoming, { recursive: true });
  for (const shard of shards) await mkdir(join(root, shard), { recursive: true });
  await syncDirectory(root);
  const shardOf = (blobId: string) => join(root, blobId.slice(0, 2));
  const fileOf = (blobId: string) => join(shardOf(blobId), blobId);
  const partsOf = (blobId: string) => fileOf(blobId) + partsSuffix;
  const flushDirectory = sharedFlushes(syncDirectory);
  const requireRoom = diskRoom(root);
  return { root, incoming, shardOf, fileOf, partsOf, newBlobId: blobIdsInTurn(), requireRoom, flushDirectory };
}

/** Ids whose first two digits stay the same for some blobs; where a process begins is left to chance. */
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
