import type { ItemId, LocalId } from '../../../../main/engine/model/ids.ts';
import type { RootStore } from '../../../../main/engine/store/root-store.ts';
import type { Violation } from '../../invariants.ts';

/** Deletes that one device has held, until a person decides on them or takes the delete back (SPEC P46). */
export type HeldDeletes = {
  /** Call now and then: notes what is held, and forgets what is no delete any more. */
  look(store: RootStore): void;
  /** A person has decided, or the device's state is lost. */
  decided(): void;
  /** I3: nothing that was held goes to the service's trash. */
  judgeThere(device: string, store: RootStore, top: ItemId): readonly Violation[];
  /** The same for the local trash. */
  judgeHere(device: string, store: RootStore, top: LocalId | undefined): readonly Violation[];
};

const MOST_REASONS = 1_000;

export function openHeldDeletes(): HeldDeletes {
  const locals = new Set<LocalId>();
  const items = new Set<ItemId>();
  const forgetOthers = (store: RootStore): void => {
    for (const id of locals)
      if (store.local(id) !== undefined || store.syncedByLocal(id) === undefined) locals.delete(id);
    for (const id of items)
      if (store.remote(id) !== undefined || store.syncedByItem(id) === undefined) items.delete(id);
  };
  const judge = (device: string, isHeld: boolean, what: string): readonly Violation[] =>
    isHeld ? [{ rule: 'I3', what: `${device} deletes ${what}, which it held, and no person released it` }] : [];
  return {
    look(store) {
      forgetOthers(store);
      if (store.reasonCounts().held === 0) return;
      for (const { source, step, localId, itemId } of store.reasons(MOST_REASONS)) {
        if (source !== 'held') continue;
        if (step?.kind === 'trash-remote' && localId !== null) locals.add(localId);
        if (step?.kind === 'trash-local' && itemId !== null) items.add(itemId);
      }
      forgetOthers(store);
    },
    decided() {
      locals.clear();
      items.clear();
    },
    judgeThere(device, store, top) {
      forgetOthers(store);
      const row = store.syncedByItem(top);
      const isHeld = row !== undefined && locals.has(row.localId) && !store.released().localIds.has(row.localId);
      return judge(device, isHeld, `item ${top}`);
    },
    judgeHere(device, store, top) {
      forgetOthers(store);
      const row = top === undefined ? undefined : store.syncedByLocal(top);
      const isHeld = row !== undefined && items.has(row.itemId) && !store.released().itemIds.has(row.itemId);
      return judge(device, isHeld, `local ${top}`);
    },
  };
}
