import { limits } from '../../../contract/limits.ts';
import type { EventLog } from '../../ports/metadata/events.ts';
import type { TrashCursor } from '../../ports/metadata/items.ts';
import type { MetadataReads, MetadataStore, MetadataWrites } from '../../ports/metadata-store.ts';
import { logLifeMs } from '../events/streams.ts';
import type { Service } from '../service.ts';
import { removeUnlessKept, removeVersionUnlessKept } from '../trash/purge-item.ts';

/** How many things one transaction removes at most, so that people need not wait long for theirs. */
const batch = 100;

/** How long the messages of webhooks can be looked at, in milliseconds. */
const deliveryLifeMs = 14 * 24 * 3600 * 1000;

/**
 * Removes for good what has been in the trash for longer than the trash keeps it, but what is held or retained: that goes when
 * nothing keeps it any more. Tells how many items.
 */
export async function purgeExpiredTrash(service: Service): Promise<number> {
  return purgeTrashed(
    service,
    ({ items }, time, after) => items.listTrashedBefore(time, batch, after),
    async (tx, id) => {
      const item = await tx.items.get(id);
      return item !== null && removeUnlessKept({ service, tx, now: service.clock.now() }, item);
    },
  );
}

/** Removes for good the versions that were trashed on their own, likewise. Tells how many. */
export async function purgeExpiredVersions(service: Service): Promise<number> {
  return purgeTrashed(
    service,
    ({ versions }, time, after) => versions.listTrashedBefore(time, batch, after),
    async (tx, id) => {
      const version = await tx.versions.get(id);
      const file = version ? await tx.items.get(version.fileId) : null;
      if (!version || !file) return false;
      return removeVersionUnlessKept({ service, tx, now: service.clock.now() }, { version, ownerId: file.ownerId });
    },
  );
}

/** Goes through all that was trashed long ago, once: what stays must not keep what is behind it from going. */
async function purgeTrashed(
  service: Service,
  list: (reads: MetadataReads, time: number, after: TrashCursor | null) => Promise<readonly TrashCursor[]>,
  remove: (tx: MetadataWrites, id: string) => Promise<boolean>,
): Promise<number> {
  const time = service.clock.now() - service.settings.trashLifeMs;
  let after: TrashCursor | null = null;
  let total = 0;
  for (;;) {
    const old: readonly TrashCursor[] = await service.store.read((reads) => list(reads, time, after));
    // Each in a transaction of its own: a folder may hold a thousand items.
    for (const { id } of old) total += (await service.store.transaction((tx) => remove(tx, id))) ? 1 : 0;
    after = old.at(-1) ?? null;
    if (old.length < batch) return total;
  }
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

/** Forgets stored answers that nobody can ask for any more. Tells how many. */
export async function dropOldAnswers({ store, clock }: Service): Promise<number> {
  const before = clock.now() - limits.idempotencyKeyLifeMs;
  return inBatches(async () => store.transaction(({ idempotencyKeys }) => idempotencyKeys.deleteBefore(before, batch)));
}

/** Forgets events, access tokens and the like that are past their time. Tells how many. */
export async function dropExpiredRecords({ store, clock }: Service): Promise<number> {
  const now = clock.now();
  const forgotten = [
    await untilNone(() => store.transaction(({ signIn }) => signIn.deleteBrowserSessionsExpiredBefore(now, batch))),
    await untilNone(() => store.transaction(({ guesses }) => guesses.deleteEndedBefore(now, batch))),
    await untilNone(() => store.transaction(({ tokens }) => tokens.deleteExpiredBefore(now, batch))),
    await untilNone(() =>
      store.transaction(({ webhooks }) => webhooks.deleteDeliveriesBefore(now - deliveryLifeMs, batch)),
    ),
    await dropEvents(store, 'people', now),
    await dropEvents(store, 'admins', now),
  ];
  return forgotten.reduce((sum, count) => sum + count, 0);
}

/** A log is kept for as long as the stream of it that remembers longest. */
async function dropEvents(store: MetadataStore, log: EventLog, now: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const step = await store.transaction(({ events }) => events.deleteBefore(log, now - logLifeMs(log), batch));
    deleted += step.deleted;
    if (step.isDone) return deleted;
  }
}

async function untilNone(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let count = await step(); count > 0; count = await step()) total += count;
  return total;
}

async function inBatches(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await step();
    total += count;
    if (count < batch) return total;
  }
}
