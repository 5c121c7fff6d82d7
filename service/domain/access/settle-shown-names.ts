import { nameKey } from '../../../contract/rules/names.ts';
import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { MetadataReads, MetadataWrites } from '../../ports/metadata-store.ts';
import { together } from '../kernel/work/together.ts';
import { numberedName } from './numbered-name.ts';
import { sharedWith } from './shared-with.ts';

/** An item that is new in a user's root, or has another name there. */
export interface Settling {
  readonly userId: string;
  readonly itemId: string;
}

/**
 * Gives changed items a numbered alias in the roots of these users if their own name is taken there, and removes it once they are renamed.
 * Items that were there before keep their names.
 */
export async function settleShownNames(tx: MetadataWrites, settlings: readonly Settling[]): Promise<void> {
  const ofUsers = Map.groupBy(settlings, ({ userId }) => userId);
  // Which names are taken depends on their roots.
  await tx.requireTrees([...ofUsers.keys()]);
  for (const [userId, ofUser] of ofUsers) {
    await settleFor(
      tx,
      userId,
      ofUser.map(({ itemId }) => itemId),
    );
  }
}

async function settleFor(tx: MetadataWrites, userId: string, itemIds: readonly string[]): Promise<void> {
  const user = await tx.users.get(userId);
  if (!user) return;
  const root = await openRoot(tx, user);
  await together(itemIds.map((itemId) => root.look(itemId)));
  for (const itemId of itemIds) {
    const item = await root.find(itemId);
    if (item === null) continue;
    const isTaken = (name: string) => root.isTaken(name, item);
    const shown = root.shownNames.get(itemId);
    // An alias stays as long as the item's name does: an item is never renamed just because its own name became free. While the item
    // was in the trash, or below another shared folder, its alias was free.
    if (shown?.itemName === item.name && !(await isTaken(shown.name))) continue;
    const name = await freeName(item, isTaken);
    root.rename(item, name);
    if (name !== item.name) await tx.shownNames.put({ userId, itemId, itemName: item.name, name });
    else if (shown) await tx.shownNames.delete([userId], itemId);
  }
}

/** The names in a user's root. What others share is read once, and the user's own items by name. */
async function openRoot(reads: MetadataReads, user: { readonly id: string; readonly rootId: string }) {
  const { items, shownNames, ancestorsInRoot } = await sharedWith(reads, user);
  const shared = new Map(items.map(({ item }) => [item.id, item]));
  const keys = new Map(items.map(({ item, name }) => [item.id, nameKey(name)]));
  const holders = new Map<string, Set<string>>();
  const hold = (key: string, itemId: string) => holders.set(key, (holders.get(key) ?? new Set()).add(itemId));
  for (const [itemId, key] of keys) hold(key, itemId);
  const isInRoot = remembered(async (itemId) => {
    const item = shared.get(itemId);
    return item !== undefined && (await ancestorsInRoot(item)) !== null;
  });
  const isOwn = remembered(async (key) => (await reads.items.getByName(user.rootId, key)) !== null);
  return {
    shownNames,
    /** Asks ahead what most items need, so that the questions about all of them are sent together. */
    look: async (itemId: string) => {
      const item = shared.get(itemId);
      if (item) await together([isInRoot(itemId), isOwn(nameKey(item.name))]);
    },
    /** An item that others share, if it is in the root. */
    find: async (itemId: string) => ((await isInRoot(itemId)) ? (shared.get(itemId) ?? null) : null),
    isTaken: async (name: string, { id }: ItemRecord) => {
      const key = nameKey(name);
      if (await isOwn(key)) return true;
      for (const other of holders.get(key) ?? []) if (other !== id && (await isInRoot(other))) return true;
      return false;
    },
    rename: ({ id }: ItemRecord, name: string) => {
      holders.get(keys.get(id) ?? '')?.delete(id);
      keys.set(id, nameKey(name));
      hold(nameKey(name), id);
    },
  };
}

/** Asks once for each key. */
function remembered(ask: (key: string) => Promise<boolean>): (key: string) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return (key) => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    return answer;
  };
}

async function freeName(item: ItemRecord, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? item.name : numberedName(item, number);
    if (!(await isTaken(name))) return name;
  }
}
