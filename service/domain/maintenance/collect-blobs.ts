import type { Service } from '../service.ts';

/** How many contents one look into the metadata asks about. */
const batch = 500;

/** A blob that nothing names may belong to an upload that is about to record it: it is left alone for this long. */
const orphanAgeMs = 6 * 3600 * 1000;

/** Some contents could not be deleted; the others were. Their turn comes again with the next run. */
class ContentsKept extends Error {
  readonly code = 'contents_kept';
  constructor(count: number, cause: unknown) {
    super(`${count} contents could not be deleted, which the next run tries again. The first cause: ${String(cause)}`, {
      cause,
    });
  }
}

/**
 * Deletes the contents that lost their last reference. A reference can only be made from another one or with a blob that
 * is new, so what has none will never have one again. Tells how many were deleted.
 * @throws ContentsKept at the end, when some could not be deleted.
 */
export async function collectReleasedBlobs(service: Service): Promise<number> {
  const deletion = deletionIn(service);
  for (let after = ''; ; ) {
    const page = { after, limit: batch };
    const { ids, referenced } = await service.store.read(async ({ blobs }) => {
      const ids = await blobs.listReleased(page);
      return { ids, referenced: await blobs.referenced(ids) };
    });
    const last = ids.at(-1);
    if (last === undefined) return deletion.end();
    const kept = await deletion.of(ids.filter((id) => !referenced.has(id)));
    await service.store.transaction(async ({ blobs }) => blobs.forgetReleased(ids.filter((id) => !kept.has(id))));
    after = last;
  }
}

/**
 * Deletes the blobs that no row names and that are too old to be on their way to one: what a crash between the blob and its
 * row left, and what writers left that were killed. It reads the whole store, so it belongs to quiet hours. Tells how many were deleted.
 * @throws ContentsKept at the end, when some could not be deleted.
 */
export async function collectOrphanBlobs(service: Service): Promise<number> {
  const before = service.clock.now() - orphanAgeMs;
  const deletion = deletionIn(service);
  let candidates: string[] = [];
  const collect = async () => {
    const ids = candidates;
    candidates = [];
    const referenced = await service.store.read(async ({ blobs }) => blobs.referenced(ids));
    await deletion.of(ids.filter((id) => !referenced.has(id)));
  };
  for await (const blob of service.blobs.list()) {
    if (blob.storedAt < before) candidates.push(blob.blobId);
    if (candidates.length === batch) await collect();
  }
  if (candidates.length > 0) await collect();
  const abandoned = await service.blobs.removeAbandoned();
  return deletion.end() + abandoned;
}

/** Deletes contents one by one; one that cannot be deleted stops no other. */
function deletionIn({ blobs }: Service) {
  const causes: unknown[] = [];
  let deleted = 0;
  return {
    /** Gives those that could not be deleted. */
    async of(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const kept = new Set<string>();
      for (const id of ids) {
        try {
          await blobs.delete(id);
          deleted += 1;
        } catch (cause) {
          causes.push(cause);
          kept.add(id);
        }
      }
      return kept;
    },
    end(): number {
      if (causes.length > 0) throw new ContentsKept(causes.length, causes[0]);
      return deleted;
    },
  };
}
