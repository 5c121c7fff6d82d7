import type { FolderLock } from '../../../../contract/resources/items/folder-lock.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { FolderLockRecord } from '../../../ports/metadata/items/folder-locks.ts';
import type { FolderRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireItem } from '../../access/item-access.ts';
import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { presentAncestor, presentUserMini } from '../../kernel/mini.ts';
import { foundOr, Refusal } from '../../refusal.ts';
import { presentDate } from '../../representation/dates.ts';
import { gatherPeople } from '../../representation/people.ts';
import type { Caller, Service } from '../../service.ts';

/**
 * Locks a folder against being moved or deleted.
 * @throws Refusal `conflict` if it is locked; `forbidden` for a root.
 */
export async function createFolderLock(service: Service, caller: Caller, folderId: string): Promise<FolderLock> {
  return changeIn(service, caller, treesOf(caller, folderId), async ({ tx, now }) => {
    const { item } = await requireItem(tx, caller, 'folder', folderId, 'configure');
    await tx.requireTrees([item.ownerId]);
    if (item.parentId === null) throw new Refusal('forbidden', say`The root folder cannot be moved or deleted anyway.`);
    if (await tx.folderLocks.ofFolder(item.id)) {
      throw new Refusal('conflict', say`The folder "${item.name}" is already locked.`);
    }
    const lock = { id: await tx.allocateId(), folderId: item.id, createdBy: caller.user.id, createdAt: now };
    await tx.folderLocks.insert(lock);
    return present(tx, caller, lock, item);
  });
}

/** The locks on a folder, for anyone who may configure it: one or none. */
export async function listFolderLocks(service: Service, caller: Caller, folderId: string): Promise<FolderLock[]> {
  return service.store.read(async (reads) => {
    const { item } = await requireItem(reads, caller, 'folder', folderId, 'configure');
    const lock = await reads.folderLocks.ofFolder(item.id);
    return lock ? [await present(reads, caller, lock, item)] : [];
  });
}

/**
 * Removes a lock.
 * @throws Refusal `not_found` if there is none, or the caller has no access to its folder.
 */
export async function deleteFolderLock(service: Service, caller: Caller, lockId: string): Promise<void> {
  const known = await service.store.read(({ folderLocks }) => folderLocks.get(lockId));
  await changeIn(service, caller, treesOf(caller, known?.folderId), async ({ tx }) => {
    const lock = await tx.folderLocks.get(lockId);
    const missing = new Refusal('not_found', say`Folder lock ${lockId} does not exist, or you have no access to it.`);
    if (!lock) throw missing;
    const { item } = await foundOr(missing, () => requireItem(tx, caller, 'folder', lock.folderId, 'configure'));
    await tx.requireTrees([item.ownerId]);
    await tx.folderLocks.delete(lock.id);
  });
}

async function present(
  reads: MetadataReads,
  caller: Caller,
  lock: FolderLockRecord,
  folder: FolderRecord,
): Promise<FolderLock> {
  const people = await gatherPeople(reads, [lock.createdBy], [caller.user]);
  return {
    id: lock.id,
    type: 'folder_lock',
    folder: presentAncestor(folder),
    created_by: presentUserMini(lock.createdBy, people.get(lock.createdBy)),
    created_at: presentDate(lock.createdAt),
    locked_operations: { move: true, delete: true },
    lock_type: 'freeze',
  };
}
