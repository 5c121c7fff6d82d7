import { limits } from '../../../contract/rules/limits.ts';
import type { ItemReads, TrashCursor } from '../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../ports/metadata/items/versions.ts';
import type { EventLog } from '../../ports/metadata/streams/events.ts';
import type { MetadataReads, MetadataWrites, TreesScope } from '../../ports/metadata-store.ts';
import { ownedBy } from '../change/scope.ts';
import { goesOnWithinMs } from '../kernel/use-log.ts';
import { oneByOne } from '../kernel/work/one-by-one.ts';
import { untilNone } from '../kernel/work/until-none.ts';
import type { Service } from '../service.ts';
import { completeAdminLog } from '../streams/events/complete-admin-log.ts';
import { logLifeMs } from '../streams/events/streams.ts';
import { removeUnlessKept, removeVersionUnlessKept } from '../tree/trash/purge-item.ts';

/** Maximum items removed per transaction, so that other changes need not wait long. */
const batch = 100;

/** How long a note that something keeps an item is not looked at, in milliseconds. */
const noteLifeMs = 24 * 3600 * 1000;

/** How long webhook deliveries are kept, in milliseconds. */
const deliveryLifeMs = 14 * 24 * 3600 * 1000;

/**
 * Permanently deletes items whose time in the trash has expired. Held or retained items stay until nothing keeps them. They are noted and
 * looked at again when that ends. A process of the version before may have ended it without clearing the notes, so each run also looks at a
 * batch of the oldest ones. Returns how many were deleted.
 */
export async function purgeExpiredTrash(service: Service): Promise<number> {
  return purgeTrashed(
    service,
    ({ items }) => items,
    async (id) => ({ items: [id], owners: [] }),
    async (tx, id, time) => {
      const item = await tx.items.get(id);
      if (item === null || !isTrashedBefore(item, time)) return false;
      if (await removeUnlessKept({ service, tx, now: service.clock.now() }, item)) return true;
      await tx.items.noteKept(id, service.clock.now());
      return false;
    },
  );
}

/** Permanently deletes individually trashed versions, likewise. Returns how many. */
export async function purgeExpiredVersions(service: Service): Promise<number> {
  return purgeTrashed(
    service,
    ({ versions }) => versions,
    async (id) => {
      const version = await service.store.read(({ versions }) => versions.get(id));
      return { items: version ? [version.fileId] : [], owners: [] };
    },
    async (tx, id, time) => {
      const version = await tx.versions.get(id);
      const file = version ? await tx.items.get(version.fileId) : null;
      if (!version || !file || !isTrashedBefore(version, time)) return false;
      if (await removeVersionUnlessKept({ service, tx, now: service.clock.now() }, { version, file })) return true;
      await tx.versions.noteKept(id, service.clock.now());
      return false;
    },
  );
}

/** Visits everything that was trashed long ago once, so that one that fails does not block the ones after it. */
async function purgeTrashed(
  service: Service,
  trashIn: (reads: MetadataReads) => Pick<ItemReads, 'listTrashedBefore' | 'listNoted'>,
  treesOf: (id: string) => Promise<TreesScope>,
  remove: (tx: MetadataWrites, id: string, time: number) => Promise<boolean>,
): Promise<number> {
  const time = service.trust.surelyNow() - service.settings.trashLifeMs;
  const notedBefore = service.clock.now() - noteLifeMs;
  const removals = oneByOne();
  // One transaction per folder, since a folder may contain a thousand items.
  const visit = async (old: readonly TrashCursor[]) => {
    for (const { id } of old) {
      await removals.attempt(async () => service.store.transaction((tx) => remove(tx, id, time), await treesOf(id)));
    }
  };
  await visit(await service.store.read((reads) => trashIn(reads).listNoted(time, notedBefore, batch)));
  for (let after: TrashCursor | null = null; ; ) {
    const old: readonly TrashCursor[] = await service.store.read((reads) => {
      return trashIn(reads).listTrashedBefore(time, batch, after);
    });
    await visit(old);
    after = old.at(-1) ?? null;
    if (old.length < batch) return removals.end();
  }
}

/** Checked again within the transaction: it may have been restored in the meantime. */
function isTrashedBefore({ trashedAt }: Pick<VersionRecord, 'trashedAt'>, time: number): boolean {
  return trashedAt !== null && trashedAt < time;
}

/** Deletes expired upload sessions and their parts. Returns how many. */
export async function dropExpiredSessions(service: Service): Promise<number> {
  const now = service.clock.now();
  const drops = oneByOne();
  const tried = new Set<string>();
  for (;;) {
    const old = await service.store.read(({ sessions }) => sessions.listExpiredBefore(now, batch));
    // Those that failed are still in front.
    const ids = old.filter((id) => !tried.has(id));
    if (ids.length === 0) return drops.end();
    for (const id of ids) {
      tried.add(id);
      await drops.attempt(() => dropSession(service, id));
    }
  }
}

async function dropSession(service: Service, id: string): Promise<boolean> {
  const known = await service.store.read(({ sessions }) => sessions.get(id));
  if (known === null) return false;
  const isDropped = await service.store.transaction(async (tx) => {
    const session = await tx.sessions.get(id);
    if (session === null) return false;
    await tx.requireTrees([session.ownerId]);
    const parts = await tx.sessions.deleteParts(id);
    await tx.blobs.release(parts.map((part) => part.blobId));
    await tx.sessions.delete(id);
    return true;
  }, ownedBy(known.ownerId));
  service.assemblies.forget(id);
  return isDropped;
}

/** Deletes stored answers whose keys have expired. Returns how many. */
export async function dropOldAnswers({ store, clock }: Service): Promise<number> {
  const before = clock.now() - limits.idempotencyKeyLifeMs;
  return untilNone(() =>
    store.transaction(({ idempotencyKeys }) => idempotencyKeys.deleteBefore(before, batch), 'apart'),
  );
}

/** Forgets events, access tokens and the like that are past their time. Tells how many. */
export async function dropExpiredRecords(service: Service): Promise<number> {
  const { store, clock } = service;
  const now = clock.now();
  const forgotten = [
    await untilNone(() =>
      store.transaction(({ signIn }) => signIn.deleteBrowserSessionsExpiredBefore(now, batch), 'apart'),
    ),
    await untilNone(() => store.transaction(({ guesses }) => guesses.deleteEndedBefore(now, batch), 'apart')),
    await untilNone(() =>
      store.transaction(({ useSeries }) => useSeries.deleteBegunBefore(now - goesOnWithinMs, batch), 'apart'),
    ),
    await untilNone(() =>
      store.transaction(({ zipDownloads }) => zipDownloads.deleteExpiredBefore(now, batch), 'apart'),
    ),
    await untilNone(() => store.transaction(({ tokens }) => tokens.deleteExpiredBefore(now, batch), 'apart')),
    await untilNone(() =>
      store.transaction(({ webhooks }) => webhooks.deleteDeliveriesBefore(now - deliveryLifeMs, batch), 'apart'),
    ),
    await dropEvents(service, 'people', now),
    await dropEvents(service, 'admins', now),
  ];
  return forgotten.reduce((sum, count) => sum + count, 0);
}

/** A log is kept for as long as the longest-lived stream that reads it. */
async function dropEvents({ store, settings }: Service, log: EventLog, now: number): Promise<number> {
  let deleted = 0;
  // Events that no administrator has read yet may be old.
  if (log === 'admins') await completeAdminLog({ store });
  for (;;) {
    const step = await store.transaction(
      ({ events }) => events.deleteBefore(log, now - logLifeMs(settings, log), batch),
      'apart',
    );
    deleted += step.deleted;
    if (step.isDone) return deleted;
  }
}
