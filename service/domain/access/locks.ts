import { say } from '../../../contract/rules/say.ts';
import type { FileLockRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';

/** The actor and the time, in milliseconds since the epoch. */
export interface Actor {
  readonly caller: Pick<Caller, 'user'>;
  readonly now: number;
}

/** The unexpired lock on a file; null for other items. */
export function liveLock(item: ItemRecord, now: number): FileLockRecord | null {
  if (item.kind !== 'file' || item.lock === null) return null;
  return item.lock.expiresAt === null || item.lock.expiresAt > now ? item.lock : null;
}

/** @throws Refusal `access_denied_item_locked` if someone else has locked the item against changes. */
export function requireUnlocked(item: ItemRecord, actor: Actor): void {
  if (lockOfOther(item, actor) !== null) throw itemLocked(item);
}

/** The refusal for a file that someone else has locked against downloads too; null for any other item. */
export function downloadRefusal(item: ItemRecord, actor: Actor): Refusal | null {
  return lockOfOther(item, actor)?.isDownloadPrevented ? itemLocked(item) : null;
}

function lockOfOther(item: ItemRecord, { caller, now }: Actor): FileLockRecord | null {
  const lock = liveLock(item, now);
  return lock?.createdBy === caller.user.id ? null : lock;
}

/** The refusal for a file that someone else has locked. */
export function itemLocked(item: ItemRecord): Refusal {
  const message = say`"${item.name}" is locked by someone else. Wait until it is unlocked, or ask the person who locked it.`;
  return new Refusal('access_denied_item_locked', message);
}

/**
 * Ensures that a folder may be moved and deleted: neither it nor a folder below it is locked. Locks bind everyone, including their
 * creator.
 * @throws Refusal `access_denied_item_locked`.
 */
export async function requireNoFolderLock(reads: MetadataReads, item: ItemRecord): Promise<void> {
  if (item.kind !== 'folder') return;
  // Locked folders are few, so looking up from each of them costs less than walking down from this one.
  for (const { folderId } of await reads.folderLocks.listOfOwner(item.ownerId)) {
    const locked = await reads.items.get(folderId);
    const path = locked ? [locked, ...(await reads.items.ancestors(locked))] : [];
    if (!locked || !path.some(({ id }) => id === item.id)) continue;
    const message = say`The folder "${locked.name}" is locked and cannot be moved or deleted. Unlock it first.`;
    throw new Refusal('access_denied_item_locked', message);
  }
}
