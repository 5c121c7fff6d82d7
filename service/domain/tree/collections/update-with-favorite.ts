import type { ItemKind, ItemRecords } from '../../../ports/metadata/items/items.ts';
import { type ItemView, requireItem } from '../../access/item-access.ts';
import { requireMatch } from '../../access/preconditions.ts';
import type { Change } from '../../change/change.ts';
import type { ItemChanges } from '../items/item-changes.ts';
import type { ItemTarget } from '../items/update-item.ts';
import type { LinkChange } from '../shared-links/prepare-link-change.ts';
import { updateItemAndLink } from '../shared-links/update-item-and-link.ts';
import { setFavorite } from './set-favorite.ts';

/** All changes to an item in one request. */
export interface ItemUpdate {
  readonly changes: ItemChanges;
  readonly link: LinkChange | undefined;
  /** The caller's collections that should contain the item; absent: unchanged. */
  readonly collectionIds: readonly string[] | undefined;
}

/**
 * Changes an item, its shared link and its place in the caller's Favorites. Anyone who sees an item may add it to their Favorites.
 */
export async function updateWithFavorite<Kind extends ItemKind>(
  change: Change,
  target: ItemTarget<Kind>,
  { changes, link, collectionIds }: ItemUpdate,
): Promise<ItemView<ItemRecords[Kind]>> {
  if (collectionIds === undefined) return updateItemAndLink(change, target, changes, link);
  const isAlone = link === undefined && Object.values(changes).every((value) => value === undefined);
  const view = isAlone ? await requireListable(change, target) : await updateItemAndLink(change, target, changes, link);
  await setFavorite(change, view, collectionIds);
  return view;
}

async function requireListable<Kind extends ItemKind>(
  { tx, caller }: Change,
  { kind, itemId, ifMatch }: ItemTarget<Kind>,
): Promise<ItemView<ItemRecords[Kind]>> {
  const view = await requireItem(tx, caller, kind, itemId, 'list');
  requireMatch(view.item, ifMatch);
  return view;
}
