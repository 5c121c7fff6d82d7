import type { ItemRecord } from '../../ports/metadata/items.ts';
import type { ShownName } from '../../ports/metadata/shown-names.ts';
import type { ItemView } from './item-access.ts';

/*
 * Two items of one name in a root would be one too many for every computer that keeps it in step. Whoever is invited makes room
 * first; but an owner may rename a shared item later, a group may get one more, and neither can know the roots of all the others.
 * Then the item goes by its name with a number in the root where it is in the way, until it is renamed again or leaves the root.
 * Everybody else, and every change that the person makes with it, has its own name.
 */

/** A view with the names that the person of the view knows: those of the shared item itself, and of the path below it. */
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

/** The item's own name when a person names it as it is shown to the person; any other name is meant as it is. */
export function ownName({ item, access }: ItemView, name: string): string {
  return access.sharedItemId === item.id && nameOf(access.shown, [item]) === name ? item.name : name;
}

/** The name that the shared item of a path goes by; null when that was chosen for a name that the item has no more. */
export function nameOf(
  shown: ShownName | null | undefined,
  path: readonly { readonly id: string; readonly name: string }[],
): string | null {
  const item = path.find(({ id }) => id === shown?.itemId);
  return shown && item?.name === shown.itemName ? shown.name : null;
}
