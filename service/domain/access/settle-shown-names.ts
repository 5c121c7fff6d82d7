import { nameKey } from '../../../contract/rules/names.ts';
import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { numberedName } from './numbered-name.ts';
import { sharedItems } from './shared-with.ts';

/**
 * Gives a changed item a numbered alias in the roots of these users if its own name is taken there, and removes it once it is renamed. Items
 * that were there before keep their names.
 */
export async function settleShownNames(tx: MetadataWrites, userIds: Iterable<string>, itemId: string): Promise<void> {
  const ids = [...userIds];
  // Which names are taken depends on their roots.
  await tx.requireTrees(ids);
  for (const userId of ids) await settleFor(tx, userId, itemId);
}

async function settleFor(tx: MetadataWrites, userId: string, itemId: string): Promise<void> {
  const user = await tx.users.get(userId);
  const [changed] = user ? await sharedItems(tx, user, (_, id) => id === itemId) : [];
  if (!user || !changed) return;
  const { item } = changed;
  const isTaken = async (name: string) => {
    const key = nameKey(name);
    if ((await tx.items.getByName(user.rootId, key)) !== null) return true;
    const others = await sharedItems(tx, user, (other, id) => id !== itemId && nameKey(other) === key);
    return others.length > 0;
  };
  const shown = (await tx.shownNames.ofUser(userId)).find((one) => one.itemId === itemId);
  // An alias stays as long as the item's name does: an item is never renamed just because its own name became free. While the item
  // was in the trash, or below another shared folder, its alias was free.
  if (shown?.itemName === item.name && !(await isTaken(shown.name))) return;
  const name = await freeName(item, isTaken);
  if (name !== item.name) await tx.shownNames.put({ userId, itemId, itemName: item.name, name });
  else if (shown) await tx.shownNames.delete(userId, itemId);
}

async function freeName(item: ItemRecord, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? item.name : numberedName(item, number);
    if (!(await isTaken(name))) return name;
  }
}
