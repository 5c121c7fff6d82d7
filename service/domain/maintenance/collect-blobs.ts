import type { Service } from '../service.ts';

/** How many contents one look into the metadata asks about. */
const batch = 500;

/** A blob that nothing names may belong to an upload that is about to record it: it is left alone for this long. */
const orphanAgeMs = 6 * 3600 * 1000;

/**
 * Deletes the contents that lost their last reference. A reference can only be made from another one or with a blob that
 * is new, so what has none will never have one again. Tells how many were deleted.
 */
export async function collectReleasedBlobs(service: Service): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { ids, referenced } = await service.store.read(async ({ blobs }) => {
      const ids = await blobs.listReleased(batch);
      return { ids, referenced: await blobs.referenced(ids) };
    });
    if (ids.length === 0) return deleted;
    const unnamed = ids.filter((id) => !referenced.has(id));
    for (const id of unnamed) await service.blobs.delete(id);
    deleted += unnamed.length;
    await service.store.transaction(async ({ blobs }) => blobs.forgetReleased(ids));
  }
}

/**
 * Deletes the blobs that no row names and that are too old to be on their way to one: what a crash between the blob and its
 * row left, and what writers left that were killed. It reads the whole store, so it belongs to quiet hours. Tells how many were deleted.
 */
export async function collectOrphanBlobs(service: Service): Promise<number> {
  const before = service.clock.now() - orphanAgeMs;
  let deleted = 0;
  let candidates: string[] = [];
  const collect = async () => {
    const ids = candidates;
    candidates = [];
    const referenced = await service.store.read(async ({ blobs }) => blobs.referenced(ids));
    for (const id of ids.filter((id) => !referenced.has(id))) {
      await service.blobs.delete(id);
      deleted += 1;
    }
  };
  for await (const blob of service.blobs.list()) {
    if (blob.storedAt < before) candidates.push(blob.blobId);
    if (candidates.length === batch) await collect();
  }
  if (candidates.length > 0) await collect();
  return deleted + (await service.blobs.removeAbandoned());
}
