import type { Service } from '../service.ts';
import { removeForGood } from '../trash/purge-item.ts';

/** How many things one transaction removes at most, so that people need not wait long for theirs. */
const batch = 100;

/** How long events are kept, in milliseconds (service-decisions.md B 4.4: the longest of the three streams). */
const eventLifeMs = 31 * 24 * 3600 * 1000;

/** Removes for good what has been in the trash for longer than the trash keeps it. Tells how many items. */
export async function purgeExpiredTrash(service: Service): Promise<number> {
  const time = service.clock.now() - service.settings.trashLifeMs;
  return inBatches(async () =>
    service.store.transaction(async (tx) => {
      const ids = await tx.items.listTrashedBefore(time, batch);
      for (const id of ids) {
        const item = await tx.items.get(id);
        if (item) await removeForGood(tx, item);
      }
      return ids.length;
    }),
  );
}

/** Removes for good the versions that were trashed on their own, likewise. Tells how many. */
export async function purgeExpiredVersions(service: Service): Promise<number> {
  const time = service.clock.now() - service.settings.trashLifeMs;
  return inBatches(async () =>
    service.store.transaction(async (tx) => {
      const ids = await tx.versions.listTrashedBefore(time, batch);
      for (const id of ids) {
        const version = await tx.versions.get(id);
        const file = version ? await tx.items.get(version.fileId) : null;
        if (!version || !file) continue;
        await tx.versions.delete([version.id]);
        await tx.users.addSpaceUsed(file.ownerId, -version.sizeBytes);
        await tx.blobs.release([version.blobId]);
      }
      return ids.length;
    }),
  );
}

/** Forgets upload sessions that have expired, with the parts that they hold. Tells how many. */
export async function dropExpiredSessions(service: Service): Promise<number> {
  const now = service.clock.now();
  return inBatches(async () =>
    service.store.transaction(async (tx) => {
      const ids = await tx.sessions.listExpiredBefore(now, batch);
      for (const id of ids) {
        const parts = await tx.sessions.deleteParts(id);
        await tx.blobs.release(parts.map((part) => part.blobId));
        await tx.sessions.delete(id);
        service.assemblies.forget(id);
      }
      return ids.length;
    }),
  );
}

/** Forgets events and access tokens that are past their time. Tells how many. */
export async function dropExpiredRecords(service: Service): Promise<number> {
  const now = service.clock.now();
  return service.store.transaction(async ({ events, tokens, signIn }) => {
    const sessions = await signIn.deleteBrowserSessionsExpiredBefore(now);
    return sessions + (await events.deleteBefore('people', now - eventLifeMs)) + (await tokens.deleteExpiredBefore(now));
  });
}

async function inBatches(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await step();
    total += count;
    if (count < batch) return total;
  }
}
