import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { ShownName } from '../../ports/metadata/people/shown-names.ts';
import type { ItemView } from './item-access.ts';

/*
 * Two items with the same name in one root would conflict on every computer that syncs it. An invited user has to free the name
 * first. But an owner may rename a shared item later, or a group may get another one, and neither knows the roots of all members.
 * In such a root the item then appears under a numbered alias, until it is renamed again or leaves the root. Everywhere else, and
 * in every change the user makes, it has its own name.
 */

/** A view with the names that its viewer sees: of the shared item itself, and in the path below it. */
export function asShown<Item extends ItemRecord>(view: ItemView<Item>): ItemView<Item> {
  const { shown, sharedItemId } = view.access;
  const shownName = nameOf(shown, [...view.ancestors, view.item]);
  if (shownName === null) return view;
  return {
    ...view,
    item: view.item.id === sharedItemId ? { ...view.item, name: shownName } : view.item,
    ancestors: view.ancestors.map((above) => (above.id === sharedItemId ? { ...above, name: shownName } : above)),
  };
}

/** The item's own name if a user refers to it by its alias; any other name is returned unchanged. */
export function ownName({ item, access }: ItemView, name: string): string {
  return access.sharedItemId === item.id && nameOf(access.shown, [item]) === name ? item.name : name;
}

/** The alias of the shared item of a path; null if it was chosen for a former name of the item. */
export function nameOf(
  shown: ShownName | null | undefined,
  path: readonly { readonly id: string; readonly name: string }[],
): string | null {
  const item = path.find(({ id }) => id === shown?.itemId);
  return shown && item?.name === shown.itemName ? shown.name : null;
}
