import type { FileLockRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';

/** Who acts, and when, in milliseconds since the epoch. */
export interface Actor {
  readonly caller: Pick<Caller, 'user'>;
  readonly now: number;
}

/** The lock on a file that has not expired; null for other items. */
export function liveLock(item: ItemRecord, now: number): FileLockRecord | null {
  if (item.kind !== 'file' || item.lock === null) return null;
  return item.lock.expiresAt === null || item.lock.expiresAt > now ? item.lock : null;
}

/** @throws Refusal `access_denied_item_locked` when somebody else has locked the item against changes. */
export function requireUnlocked(item: ItemRecord, actor: Actor): void {
  if (isLockedByOther(item, actor)) throw itemLocked(item);
}

/** The refusal for a file that somebody else has locked against downloads too; null for any other item. */
export function downloadRefusal(item: ItemRecord, actor: Actor): Refusal | null {
  return isLockedByOther(item, actor) && liveLock(item, actor.now)?.isDownloadPrevented ? itemLocked(item) : null;
}

function isLockedByOther(item: ItemRecord, { caller, now }: Actor): boolean {
  const lock = liveLock(item, now);
  return lock !== null && lock.createdBy !== caller.user.id;
}

/** The refusal for a file that is locked by somebody else. */
export function itemLocked(item: ItemRecord): Refusal {
  const message = `"${item.name}" is locked by somebody else. Wait until the lock is taken away, or ask for it.`;
  return new Refusal('access_denied_item_locked', message);
}

/**
 * Makes sure that a folder may be moved and deleted: neither it nor a folder below it is locked. The lock is for everybody,
 * its maker too. @throws Refusal `access_denied_item_locked`.
 */
export async function requireNoFolderLock(reads: MetadataReads, item: ItemRecord): Promise<void> {
  if (item.kind !== 'folder') return;
  // Few folders are ever locked: it costs less to look up from each of them than down from this one.
  for (const { folderId } of await reads.folderLocks.listOfOwner(item.ownerId)) {
    const locked = await reads.items.get(folderId);
    const path = locked ? [locked, ...(await reads.items.ancestors(locked))] : [];
    if (!locked || !path.some(({ id }) => id === item.id)) continue;
    const message = `The folder "${locked.name}" is locked against moving and deleting. Take the lock away first.`;
    throw new Refusal('access_denied_item_locked', message);
  }
}
