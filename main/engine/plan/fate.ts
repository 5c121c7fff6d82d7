import { localChange, remoteChange } from './content-change.ts';
import { type Item, isDeletedOn, otherSide, type Side } from './item.ts';
import type { Pairing } from './pairing.ts';
import type { Places } from './place.ts';

/**
 * What becomes of an item that one side deleted. `kept`: it lives on (or comes back) because something about it is newer than
 * the delete. `gone`: the other side lets it go too. `pending`: not to be decided yet, or it cannot go yet; it stays as it is.
 */
export type Fate = 'kept' | 'gone' | 'pending';

export type Fates = {
  of(item: Item): Fate;
  /** Nodes that go when this item goes, itself included. */
  size(item: Item): number;
};

/** Children of a folder on one side, as items; those that cannot be paired yet are null. */
export function childrenOn(pairing: Pairing, folder: Item, side: Side): readonly (Item | null)[] {
  const { trees } = pairing;
  if (side === 'local') {
    return folder.local === null ? [] : trees.localChildren(folder.local.id).map((child) => pairing.ofLocal(child.id));
  }
  return folder.remote === null
    ? []
    : trees.remoteChildren(folder.remote.id).map((child) => pairing.ofRemote(child.id));
}

/**
 * Decides the fate of what was deleted on one side. A file goes when its content on the other side is what was synced: an edit
 * beats a delete (SPEC P12). A folder goes when all below it goes or leaves; whatever is kept below it keeps it as an
 * ancestor (SPEC P19). The subtree is looked at once, whatever the number of questions.
 */
export function createFates(pairing: Pairing, places: Places): Fates {
  const fates = new Map<Item, Fate>();
  const sizes = new Map<Item, number>();

  const fateOf = (item: Item): Fate => {
    if (item.local === null && item.remote === null) return 'gone';
    if (!isDeletedOn(item, 'local') && !isDeletedOn(item, 'remote')) return 'kept';
    if (item.kind === 'file') return fateOfFile(item);
    if (!fates.has(item)) judgeFolder(item);
    return fates.get(item) ?? 'pending';
  };

  /** Lists the deleted folders below, parents first, then judges them from the bottom up: no recursion, however deep. */
  const judgeFolder = (top: Item): void => {
    const side: Side = top.local === null ? 'remote' : 'local';
    const folders: { readonly item: Item; readonly children: readonly (Item | null)[] }[] = [];
    const open: Item[] = [top];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      const children = childrenOn(pairing, item, side);
      folders.push({ item, children });
      for (const child of children) {
        if (child !== null && child.kind === 'folder' && isDeletedOn(child, otherSide(side)) && !fates.has(child)) {
          open.push(child);
        }
      }
    }
    for (const { item, children } of folders.reverse()) judge(item, children, side);
  };

  const judge = (folder: Item, children: readonly (Item | null)[], side: Side): void => {
    let fate: Fate = 'gone';
    let size = 1;
    for (const child of children) {
      const childFate = child === null ? 'pending' : fateInside(folder, child, side);
      if (childFate === 'kept') fate = 'kept';
      if (childFate === 'pending' && fate === 'gone') fate = 'pending';
      if (childFate === 'gone' && child !== null && isDeletedOn(child, otherSide(side))) size += sizes.get(child) ?? 1;
    }
    fates.set(folder, fate);
    sizes.set(folder, size);
  };

  /** What a child means for its folder: it may live on elsewhere, and then it does not hold the folder back. */
  const fateInside = (folder: Item, child: Item, side: Side): Fate => {
    if (isDeletedOn(child, otherSide(side))) return fateOf(child);
    const place = places.of(child);
    if (place === null) return 'pending';
    return place.parent === folder ? 'kept' : 'gone';
  };

  return { of: fateOf, size: (item) => sizes.get(item) ?? 1 };
}

function fateOfFile(item: Item): Fate {
  if (item.local === null) return remoteChange(item) === 'none' ? 'gone' : 'kept';
  const change = localChange(item);
  if (change === 'unknown') return 'pending';
  return change === 'changed' ? 'kept' : 'gone';
}
