import { nameKey } from '../../../contract/rules/names.ts';
import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { numberedName } from './numbered-name.ts';
import { type SharedItem, sharedItems } from './shared-with.ts';

/**
 * Gives shared items a numbered alias in the roots of these users if their own name is taken, and removes it once they are renamed.
 * `itemId` is the changed item, which yields to existing ones.
 */
export async function settleShownNames(tx: MetadataWrites, userIds: Iterable<string>, itemId: string): Promise<void> {
  const ids = [...userIds];
  // Which names are taken depends on their roots.
  await tx.requireTrees(ids);
  for (const userId of ids) await settleFor(tx, userId, itemId);
}

async function settleFor(tx: MetadataWrites, userId: string, itemId: string): Promise<void> {
  const user = await tx.users.get(userId);
  if (!user) return;
  const shared = [...(await sharedItems(tx, user))].sort((one, other) => rank(one, itemId) - rank(other, itemId));
  const known = new Map((await tx.shownNames.ofUser(userId)).map((shown) => [shown.itemId, shown]));
  const taken = new Set<string>();
  const isTaken = async (name: string) => {
    return taken.has(nameKey(name)) || (await tx.items.getByName(user.rootId, nameKey(name))) !== null;
  };
  for (const { item } of shared) {
    const shown = known.get(item.id);
    // An alias stays as long as the item's name does: an item is never renamed just because its own name became free. While the item
    // was in the trash, or below another shared folder, its alias was free.
    const isKept = shown?.itemName === item.name && !(await isTaken(shown.name));
    const name = isKept ? shown.name : await freeName(item, isTaken);
    taken.add(nameKey(name));
    if (name !== item.name && !isKept) await tx.shownNames.put({ userId, itemId: item.id, itemName: item.name, name });
    if (name === item.name && shown) await tx.shownNames.delete(userId, item.id);
  }
}

function rank({ item }: SharedItem, itemId: string): number {
  return item.id === itemId ? 1 : 0;
}

async function freeName(item: ItemRecord, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? item.name : numberedName(item, number);
    if (!(await isTaken(name))) return name;
  }
}
