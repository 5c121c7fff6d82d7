import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import { accessTo, type ItemView, isSharedTop, requireItem } from '../../access/item-access.ts';
import { requireNoFolderLock } from '../../access/locks.ts';
import { canRemove } from '../../access/permissions/permission-flags.ts';
import { requireSpace } from '../../access/room.ts';
import type { Change } from '../../change/change.ts';
import { type Place, placeIn, sizedFolders } from '../../change/place.ts';
import { Refusal } from '../../refusal.ts';

/** The destination of an item. */
export interface Move {
  readonly place: Place;
}

/**
 * Checks a move and updates what depends on the location: the sizes of the folders on both sides, and the owner of everything below
 * if the new folder belongs to someone else. Null if the item is already in that folder.
 * @throws Refusal `cyclical_folder_structure` for a folder moved into itself or below itself.
 */
export async function moveItem(change: Change, view: ItemView, parentId: string | undefined): Promise<Move | null> {
  if (parentId === undefined) return null;
  const { tx, caller } = change;
  const target = placeIn(await requireItem(tx, caller, 'folder', parentId, 'upload'));
  if (target.folder.id === view.item.parentId || isRootOfShared(view, parentId)) return null;
  if (!canRemove({ role: view.access.role, isTop: isSharedTop(view), isRoot: false })) {
    throw new Refusal('access_denied_insufficient_permissions', 'Only the owner can move a shared item.');
  }
  if (target.ancestors.some((ancestor) => ancestor.id === view.item.id)) {
    throw new Refusal('cyclical_folder_structure', 'A folder cannot be moved into itself or into a folder below it.');
  }
  await requireNoFolderLock(tx, view.item);
  if (target.folder.ownerId !== view.item.ownerId) await passOn(change, view, target.folder.ownerId);
  await tx.items.addSize(sizedFolders(view.ancestors), -view.item.sizeBytes);
  await tx.items.addSize(sizedFolders(target.ancestors), view.item.sizeBytes);
  const moved: ItemRecord = { ...view.item, parentId: target.folder.id, ownerId: target.folder.ownerId };
  const access = (await accessTo(tx, caller, moved, target.ancestors)) ?? target.access;
  return { place: { ...target, access } };
}

/** A shared item is already in the root of its collaborator, wherever its owner keeps it. */
function isRootOfShared(view: ItemView, parentId: string): boolean {
  return isSharedTop(view) && parentId === '0';
}

/** Content moved into another user's folder becomes that user's, with all its versions and their space. */
export async function passOn({ tx }: Change, view: ItemView, ownerId: string): Promise<void> {
  if (view.access.role !== 'owner') {
    const message =
      'Only the owner of an item can move it into a folder that belongs to someone else. Copy it instead.';
    throw new Refusal('access_denied_insufficient_permissions', message);
  }
  await tx.requireTrees([view.item.ownerId, ownerId]);
  const bytes = await tx.trees.passOn(view.item.id, ownerId);
  await requireSpace(tx, ownerId, bytes);
  await tx.users.addSpaceUsed(view.item.ownerId, -bytes);
  await tx.users.addSpaceUsed(ownerId, bytes);
}
