import type { ItemKind, ItemRecords } from '../../../ports/metadata/items/items.ts';
import { type ItemView, requireItem, viewOfKind } from '../../access/item-access.ts';
import { requireMatch } from '../../access/preconditions.ts';
import type { Change } from '../../change/change.ts';
import type { ItemChanges } from '../items/item-changes.ts';
import { type ItemTarget, updateItem } from '../items/update-item.ts';
import { changeSharedLink } from './change-shared-link.ts';
import type { LinkChange } from './prepare-link-change.ts';

/**
 * Changes an item and its shared link in one request. Sharing requires fewer rights than changing the item, so a request that only
 * shares is not held to the rights of a change.
 */
export async function updateItemAndLink<Kind extends ItemKind>(
  change: Change,
  target: ItemTarget<Kind>,
  changes: ItemChanges,
  link: LinkChange | undefined,
): Promise<ItemView<ItemRecords[Kind]>> {
  if (link === undefined) return updateItem(change, target, changes);
  const isAlone = Object.values(changes).every((value) => value === undefined);
  const view = isAlone ? await requireShareable(change, target) : await updateItem(change, target, changes);
  return viewOfKind(await changeSharedLink(change, view, link), target.kind);
}

async function requireShareable({ tx, caller }: Change, { kind, itemId, ifMatch }: ItemTarget): Promise<ItemView> {
  const view = await requireItem(tx, caller, kind, itemId, 'share');
  requireMatch(view.item, ifMatch);
  return view;
}
