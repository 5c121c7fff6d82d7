import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobId } from '../../ports/blob-store.ts';
import { deletePacked } from './delete-packed.ts';
import { codeOf } from './disk-errors.ts';
import { type BlobLayout, incomingName } from './layout.ts';
import { packIdOf } from './pack.ts';

/**
 * Deletes blobs of a store: those of one pack together, and with one flush for each directory. Returns those that could not be deleted,
 * with the reason.
 */
export function blobDeletion(
  layout: BlobLayout,
): (blobIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>> {
  const inTurn = turnsOf();
  return async (blobIds) => {
    const failed = new Map<string, unknown>();
    const attempt = async (ids: readonly string[], work: () => Promise<unknown>) => {
      await work().catch((cause: unknown) => {
        for (const id of ids) failed.set(id, cause);
      });
    };
    const known = blobIds.filter(isBlobId);
    for (const [packId, ids] of Map.groupBy(known, packIdOf)) {
      await attempt(ids, async () => {
        // Two deletions side by side would not see each other's when they write the pack again.
        const isPack = await inTurn(packId, () => deletePacked(layout, packId, ids));
        if (!isPack) for (const id of ids) await deleteFiles(layout, id);
      });
    }
    const directories = Map.groupBy(known, layout.shardOf);
    await Promise.all(
      Array.from(directories, ([directory, ids]) => attempt(ids, () => layout.flushDirectory(directory))),
    );
    return failed;
  };
}

/** Runs work with the same key one after the other. */
function turnsOf(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

async function deleteFiles(layout: BlobLayout, blobId: string): Promise<void> {
  await rm(layout.fileOf(blobId), { force: true });
  await removeParts(layout, blobId);
}

/** Takes a composed blob away in one step, so that a killed process leaves nothing of it under its name. */
async function removeParts(layout: BlobLayout, blobId: string): Promise<void> {
  const away = join(layout.incoming, incomingName(blobId));
  try {
    await rename(layout.partsOf(blobId), away);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await rm(away, { recursive: true, force: true });
}
