import type { PlanSettings } from '../../model/plan/plan.ts';
import { type Item, isDeleted, isDeletedOn, otherSide, type Side, sideLeft } from '../item.ts';
import type { Pairing } from '../pairing/pairing.ts';
import { localChange, remoteChange } from './content-change.ts';
import type { Places } from './place.ts';

/**
 * The outcome for an item deleted on one side. `kept`: it stays or is restored because of a change newer than the delete. `gone`:
 * the delete propagates. `pending`: undecided, or not possible yet; it stays as it is.
 */
export type Fate = 'kept' | 'gone' | 'pending';

export type Fates = {
  of(item: Item): Fate;
  /** Number of nodes that this delete removes, including the item. */
  size(item: Item): number;
  /** The items below a deleted folder that live on elsewhere: they must move out before it goes. */
  departing(folder: Item): readonly Item[];
  /** The item that a pending folder stays for, because it cannot leave it. */
  heldBackBy(folder: Item): Item | null;
};

type Doubtful = {
  /** They belong elsewhere and can't move there. */
  readonly stuck: ReadonlySet<Item>;
  /** Perhaps a removal of ours took them from this disk, not the user (SPEC P85). */
  readonly unsettled: PlanSettings['unsettled'];
};

/** Children of a folder on one side, as items; null for those that can't be paired yet. */
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
 * Decides the fate of items deleted on one side. A file's delete propagates if its content on the other side is the synced one:
 * an edit beats a delete (SPEC P12). A folder's delete propagates if everything below is deleted or moves away; any kept item
 * keeps its parent folders (SPEC P19). Each subtree is examined once, whatever the number of calls.
 */
export function createFates(pairing: Pairing, places: Places, { stuck, unsettled }: Doubtful): Fates {
  const fates = new Map<Item, Fate>();
  const sizes = new Map<Item, number>();
  const heldBack = new Map<Item, Item>();
  const departing = new Map<Item, readonly Item[]>();

  const fateOf = (item: Item): Fate => {
    const alone = fates.get(item) ?? fateAlone(pairing, unsettled, item);
    if (alone === null) judgeFolder(item);
    return alone ?? fates.get(item) ?? 'pending';
  };

  /** Lists the deleted folders below, parents first, then judges them bottom-up: no recursion, whatever the depth. */
  const judgeFolder = (top: Item): void => {
    const side = sideLeft(top);
    const folders: { readonly item: Item; readonly children: readonly (Item | null)[] }[] = [];
    const open: Item[] = [top];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      const children = childrenOn(pairing, item, side);
      folders.push({ item, children });
      for (const child of children) {
        if (child === null || !isDeletedOn(child, otherSide(side)) || fates.has(child)) continue;
        if (child.kind === 'folder' && fateAlone(pairing, unsettled, child) === null) open.push(child);
      }
    }
    for (const { item, children } of folders.reverse()) judge(item, children, side);
  };

  const judge = (folder: Item, children: readonly (Item | null)[], side: Side): void => {
    let fate: Fate = 'gone';
    let size = 1;
    const leaving: Item[] = [];
    for (const child of children) {
      const childFate = child === null ? 'pending' : fateInside(folder, child, side);
      if (childFate === 'kept') fate = 'kept';
      if (childFate === 'pending' && fate === 'gone') fate = 'pending';
      if (child === null) continue;
      const by = stuck.has(child) ? child : heldBack.get(child);
      if (by !== undefined && !heldBack.has(folder)) heldBack.set(folder, by);
      const isDeletedThere = isDeletedOn(child, otherSide(side));
      if (isDeletedThere && childFate === 'gone') size += sizes.get(child) ?? 1;
      for (const one of isDeletedThere ? (departing.get(child) ?? []) : [child]) leaving.push(one);
    }
    if (leaving.length > 0) departing.set(folder, leaving);
    fates.set(folder, fate);
    sizes.set(folder, size);
  };

  /** A child's effect on its folder: a child that moves elsewhere does not hold the folder back. */
  const fateInside = (folder: Item, child: Item, side: Side): Fate => {
    if (isDeletedOn(child, otherSide(side))) return fateOf(child);
    const place = places.of(child);
    if (place === null) return 'pending';
    if (place.parent === folder) return 'kept';
    return stuck.has(child) ? 'pending' : 'gone';
  };

  return {
    of: fateOf,
    size: (item) => sizes.get(item) ?? 1,
    departing: (folder) => departing.get(folder) ?? [],
    heldBackBy: (folder) => heldBack.get(folder) ?? null,
  };
}

/** Null: it depends on the contents of the folder. */
function fateAlone({ trees }: Pairing, unsettled: Doubtful['unsettled'], item: Item): Fate | null {
  if (item.local === null && item.remote === null) return 'gone';
  if (!isDeleted(item)) return 'kept';
  if (item.remote !== null) {
    // It leaves this disk, and stays on the service with the folders around it (SPEC P66).
    if (trees.isExcluded(item.remote.id)) return 'kept';
    if (item.row !== null && unsettled.localIds.has(item.row.localId)) return 'pending';
  }
  return item.kind === 'file' ? fateOfFile(item) : null;
}

function fateOfFile(item: Item): Fate {
  if (item.local === null) return remoteChange(item) === 'none' ? 'gone' : 'kept';
  const change = localChange(item);
  if (change === 'unknown') return 'pending';
  return change === 'changed' ? 'kept' : 'gone';
}
