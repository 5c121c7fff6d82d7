import type { ItemId, LocalId } from '../../../../main/engine/model/ids.ts';
import type { RootStore } from '../../../../main/engine/store/root-store.ts';
import type { Violation } from '../../invariants.ts';

/** As in the engine's settings: deletes beyond both limits are held until a person releases them. */
export type GuardLimits = { readonly items: number; readonly share: number };

/** One delete request, and the items that the device knew to be in sync. */
export type Taking = {
  readonly device: string;
  readonly store: RootStore;
  readonly limits: GuardLimits;
  /** Folders that a person has ever deselected. */
  readonly leftOut: ReadonlySet<ItemId>;
  /** Number of synced files and folders at the last look. Some may have been deleted since as parts of the same batch. */
  readonly inStep: number;
};

/** I3: a delete beyond the guard's limits needs a person's release (SPEC P31). This one checks the service's trash. */
export function judgeAmountThere(taking: Taking, top: ItemId): readonly Violation[] {
  const { store } = taking;
  const row = store.syncedByItem(top);
  const nodes = [...itemsFrom(store, top)].filter((id) => store.syncedByItem(id) !== undefined).length;
  const passes = store.released().itemIds.has(top) || (row !== undefined && store.released().localIds.has(row.localId));
  return passes ? [] : tooMany(taking, nodes, `item ${top}`);
}

function* itemsFrom(store: RootStore, top: ItemId): Iterable<ItemId> {
  yield top;
  for (const child of store.remoteChildren(top)) yield* itemsFrom(store, child.id);
}

/**
 * The same for the local trash. Items that leave because they are left out are unchanged on the service, so that is no delete. It becomes none
 * either if someone deletes them there before the last of them has left.
 */
export function judgeAmountHere(taking: Taking, id: LocalId | undefined, path: string): readonly Violation[] {
  const { store } = taking;
  const row = id === undefined ? undefined : store.syncedByLocal(id);
  if (id === undefined || row === undefined || store.remote(row.itemId) !== undefined) return [];
  if (wasDeselected(taking, id)) return [];
  return isReleased(store, id) ? [] : tooMany(taking, rowsFrom(store, id), path);
}

/** A released folder in which something ignored stays goes in parts, all at once (edge case 80): the release is for each of them. */
function isReleased(store: RootStore, id: LocalId): boolean {
  const { localIds, itemIds } = store.released();
  const isWhole = (at: LocalId): boolean => at === id || leavesInParts(store, at);
  for (let at: LocalId | null = id; at !== null && isWhole(at); at = store.local(at)?.parentId ?? null) {
    const row = store.syncedByLocal(at);
    if (localIds.has(at) || (row !== undefined && itemIds.has(row.itemId))) return true;
  }
  return false;
}

const leavesInParts = (store: RootStore, id: LocalId): boolean =>
  isGoneThere(store, id) &&
  store
    .localChildren(id)
    .every((child) => store.isTaking(child.id) || (child.kind === 'folder' && leavesInParts(store, child.id)));

function wasDeselected({ store, leftOut }: Pick<Taking, 'store' | 'leftOut'>, id: LocalId): boolean {
  const row = store.syncedByLocal(id);
  if (row !== undefined && leftOut.has(row.itemId)) return true;
  const parentId = store.local(id)?.parentId ?? null;
  return parentId !== null && wasDeselected({ store, leftOut }, parentId);
}

const rowsFrom = (store: RootStore, id: NonNullable<ReturnType<RootStore['localAt']>>): number =>
  store.localChildren(id).reduce((sum, child) => sum + rowsFrom(store, child.id), isGoneThere(store, id) ? 1 : 0);

function isGoneThere(store: RootStore, id: NonNullable<ReturnType<RootStore['localAt']>>): boolean {
  const row = store.syncedByLocal(id);
  return row !== undefined && store.remote(row.itemId) === undefined;
}

function tooMany({ device, limits, inStep, store }: Taking, nodes: number, what: string): readonly Violation[] {
  const { files, folders } = store.syncedTotals();
  const all = Math.max(inStep, files + folders);
  if (nodes <= limits.items || nodes <= limits.share * all) return [];
  return [
    {
      rule: 'I3',
      what: `${device} deletes ${what}, which is ${nodes} of ${all} synced nodes, and no person released it`,
    },
  ];
}
