import { nameKey } from '../../../../contract/rules/names.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import { type ItemView, isOrganisedTop, requireItem } from '../../access/item-access.ts';
import { requireNoFolderLock, requireUnlocked } from '../../access/locks.ts';
import { canRemove } from '../../access/permissions/permission-flags.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { type Change, changed, emitItemEvent } from '../../change/change.ts';
import { sizedFolders } from '../../change/place.ts';
import { emitSharedBelow, sharesBelow } from '../../change/shared-below.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal } from '../../refusal.ts';
import type { ItemTarget } from './update-item.ts';

/**
 * Moves an item to the trash. Items below a folder keep their place in it, and only the folder itself is listed in the trash.
 * @throws Refusal `folder_not_empty` unless `recursive`; `trashed` if it is already there.
 */
export async function deleteItem(change: Change, target: ItemTarget, recursive: boolean): Promise<void> {
  const { tx } = change;
  const view = await requireItem(tx, change.caller, target.kind, target.itemId, 'organise');
  requireRemovable(view);
  requireUnlocked(view.item, change);
  const requireState = async () => {
    requireMatch(view.item, target.ifMatch);
    if (view.item.kind === 'folder' && !recursive) await requireEmpty(change, view.item.id);
  };
  await together([requireNoFolderLock(tx, view.item), requireState()]);
  await moveToTrash(change, view);
}

/** Moves an item to the trash without checking rights and locks. */
export async function moveToTrash(change: Change, view: Pick<ItemView, 'item' | 'ancestors'>): Promise<void> {
  const { tx, caller, termStart } = change;
  const item: ItemRecord = { ...changed(view.item, change), trashedAt: termStart, trashedBy: caller.user.id };
  const [shares] = await together([
    sharesBelow(tx, item),
    tx.items.update(item, nameKey(item.name)),
    tx.items.addSize(sizedFolders(view.ancestors), -item.sizeBytes),
    emitItemEvent(change, 'ITEM_TRASH', item, view.ancestors),
  ]);
  await emitSharedBelow(change, item, shares, 'ITEM_UNSYNC');
}

/** @throws Refusal for a root, and for an editor's item that is itself shared with them. */
function requireRemovable(view: ItemView): void {
  const isRoot = view.item.parentId === null;
  if (isRoot) throw new Refusal('forbidden', say`The root folder cannot be deleted.`);
  if (canRemove({ role: view.access.role, isTop: isOrganisedTop(view), isRoot })) return;
  const message = say`You cannot delete an item that is shared with you. Leave the collaboration instead.`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}

async function requireEmpty({ tx }: Change, folderId: string): Promise<void> {
  const count = await tx.items.countChildren({ folderId, alsoItems: [] });
  if (count === 0) return;
  const message =
    count === 1
      ? say`The folder contains 1 item. Delete it with recursive=true, or empty it first.`
      : say`The folder contains ${count} items. Delete it with recursive=true, or empty it first.`;
  throw new Refusal('folder_not_empty', message);
}
