import type { ItemId } from '../../../main/engine/model/ids.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import type { Violation } from '../invariants.ts';
import { ROOT } from '../world/device.ts';

/** As of the settings of the engine: deletes beyond both limits are held until a person lets them go. */
export type GuardLimits = { readonly items: number; readonly share: number };

/** One request that takes things away, and what the device knew to be in step. */
export type Taking = {
  readonly device: string;
  readonly store: RootStore;
  readonly limits: GuardLimits;
  /** Files and folders that were in step when somebody last looked; some may have gone since, as parts of the same. */
  readonly inStep: number;
};

/** I3: what alone is beyond the guard goes only when a person has let it go (SPEC P31). Here: to the trash of the service. */
export function judgeAmountThere(taking: Taking, top: ItemId): readonly Violation[] {
  const { store } = taking;
  const row = store.syncedByItem(top);
  const nodes = [...itemsFrom(store, top)].filter((id) => store.syncedByItem(id) !== undefined).length;
  const isReleased =
    store.released().itemIds.has(top) || (row !== undefined && store.released().localIds.has(row.localId));
  return isReleased ? [] : tooMany(taking, nodes, `item ${top}`);
}

function* itemsFrom(store: RootStore, top: ItemId): Iterable<ItemId> {
  yield top;
  for (const child of store.remoteChildren(top)) yield* itemsFrom(store, child.id);
}

/** The same for the local trash. What leaves because it is left out is on the service as it was: that is no delete. */
export function judgeAmountHere(taking: Taking, path: string): readonly Violation[] {
  const { store } = taking;
  const id = store.localAt(path.slice(ROOT.length + 1));
  const row = id === undefined ? undefined : store.syncedByLocal(id);
  if (id === undefined || row === undefined || store.remote(row.itemId) !== undefined) return [];
  const isReleased = store.released().localIds.has(id) || store.released().itemIds.has(row.itemId);
  return isReleased ? [] : tooMany(taking, rowsFrom(store, id), path);
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
  return [{ rule: 'I3', what: `${device} deletes ${what}, which is ${nodes} of ${all} in step, and nobody let it go` }];
}
