import type { ItemId, LocalId } from '../../model/ids.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import type { Trees } from '../../model/tree.ts';
import type { Item, Side } from '../item.ts';

type Id = LocalId | ItemId;

/**
 * Whether an item is held, below a held folder, or a folder above a held item. Checks both the agreed tree and the present one, because a
 * delete of a folder also takes items that were moved into it since.
 */
export function nearHeld(trees: Trees, held: PlanSettings['held'], side: Side): (item: Item) => boolean {
  if (held.localIds.size + held.itemIds.size === 0) return () => false;
  const parentsOf = side === 'local' ? localParents(trees) : remoteParents(trees);
  const known = side === 'local' ? heldHere(trees, held) : heldThere(trees, held);
  const around = new Set<Id>();
  for (const id of known) for (const above of foldersAbove(id, parentsOf, around)) around.add(above);
  return (item) => {
    const id = side === 'local' ? (item.local?.id ?? item.row?.localId) : (item.remote?.id ?? item.row?.itemId);
    if (id === undefined) return false;
    if (known.has(id) || around.has(id)) return true;
    for (const above of foldersAbove(id, parentsOf)) if (known.has(above)) return true;
    return false;
  };
}

/** All folders above an item; stops at those already seen. */
function foldersAbove(
  id: Id,
  parentsOf: (id: Id) => readonly Id[],
  seen: ReadonlySet<Id> = new Set(),
): ReadonlySet<Id> {
  const above = new Set<Id>();
  const waiting = [...parentsOf(id)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at) || above.has(at)) continue;
    above.add(at);
    waiting.push(...parentsOf(at));
  }
  return above;
}

const localParents =
  (trees: Trees) =>
  (id: Id): readonly LocalId[] =>
    [trees.syncedByLocal(id as LocalId)?.parentLocalId, trees.local(id as LocalId)?.parentId].filter(isId);

const remoteParents =
  (trees: Trees) =>
  (id: Id): readonly ItemId[] => {
    const agreed = trees.syncedByItem(id as ItemId)?.parentLocalId;
    const parent = isId(agreed) ? trees.syncedByLocal(agreed)?.itemId : undefined;
    return [parent, trees.remote(id as ItemId)?.parentId].filter(isId);
  };

const isId = <T extends Id>(id: T | null | undefined): id is T => id !== null && id !== undefined;

const heldHere = (trees: Trees, { localIds, itemIds }: PlanSettings['held']): ReadonlySet<Id> =>
  new Set([...localIds, ...[...itemIds].map((id) => trees.syncedByItem(id)?.localId).filter(isId)]);

const heldThere = (trees: Trees, { localIds, itemIds }: PlanSettings['held']): ReadonlySet<Id> =>
  new Set([...itemIds, ...[...localIds].map((id) => trees.syncedByLocal(id)?.itemId).filter(isId)]);
