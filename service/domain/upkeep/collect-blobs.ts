import { inBatches } from '../kernel/work/in-batches.ts';
import type { Service } from '../service.ts';
import { requireOwnContents } from './own-contents.ts';

/** Blobs per metadata query. */
const batch = 500;

/** An unreferenced blob may belong to an upload that is about to record it, so it is kept for this long. */
const orphanAgeMs = 6 * 3600 * 1000;

/** A released blob stays for this long, for downloads that began before. */
const releasedAgeMs = 60_000;

/** Some blobs could not be read or deleted; the others were. The next run retries them. */
class ContentsKept extends Error {
  readonly code = 'contents_kept';
  constructor(count: number, cause: unknown) {
    super(
      `Blobs that could not be read or deleted: ${count}. The next run retries them. First cause: ${String(cause)}`,
      {
        cause,
      },
    );
  }
}

/**
 * Deletes blobs that lost their last reference some time ago. References are created only from other references, which cannot be
 * removed until the new one is committed, or together with a new blob. So an unreferenced blob stays unreferenced. Returns how many were
 * deleted.
 * @throws ContentsKept at the end if some could not be deleted; ContentsOfAnother.
 */
export async function collectReleasedBlobs(service: Service, ageMs = releasedAgeMs): Promise<number> {
  const deletion = deletionIn(service);
  const releasedBy = service.clock.now() - ageMs;
  for (let after = ''; ; ) {
    const page = { after, limit: batch, releasedBy };
    const { ids, referenced } = await service.store.read(async ({ blobs }) => {
      const ids = await blobs.listReleased(page);
      return { ids, referenced: await blobs.referenced(ids) };
    });
    const last = ids.at(-1);
    if (last === undefined) return deletion.end();
    if (after === '') await requireOwnContents(service);
    const kept = await deletion.of(ids.filter((id) => !referenced.has(id)));
    await service.store.transaction(async ({ blobs }) => {
      await blobs.forgetReleased(ids.filter((id) => !referenced.has(id) && !kept.has(id)));
      await blobs.forgetReferenced([...referenced]);
    }, 'apart');
    after = last;
  }
}

/**
 * Deletes unreferenced blobs that are too old to belong to an upload in progress: left by a crash between the blob and its row, or
 * by killed writers. It reads the whole store, so run it at a quiet time. Returns how many were deleted.
 * @throws ContentsKept at the end if some could not be deleted; ContentsOfAnother.
 */
export async function collectOrphanBlobs(service: Service): Promise<number> {
  // At the start the blob store may have been unreachable.
  await requireOwnContents(service);
  const before = service.clock.now() - orphanAgeMs;
  const deletion = deletionIn(service);
  for await (const listed of inBatches(service.blobs.list(deletion.skip), batch)) {
    const ids = listed.filter(({ storedAt }) => storedAt < before).map(({ blobId }) => blobId);
    const referenced = await service.store.read(async ({ blobs }) => blobs.referenced(ids));
    await deletion.of(ids.filter((id) => !referenced.has(id)));
  }
  const abandoned = await service.blobs.removeAbandoned();
  return deletion.end() + abandoned;
}

/** Deletes blobs; a failure does not stop the others. */
function deletionIn({ blobs }: Service) {
  const causes: unknown[] = [];
  let deleted = 0;
  return {
    /** Returns the ids that could not be deleted. */
    async of(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const kept = await blobs.deleteMany(ids);
      causes.push(...kept.values());
      deleted += ids.length - kept.size;
      return new Set(kept.keys());
    },
    /** What is damaged stays. */
    skip: (cause: unknown): void => void causes.push(cause),
    end(): number {
      if (causes.length > 0) throw new ContentsKept(causes.length, causes[0]);
      return deleted;
    },
  };
}
