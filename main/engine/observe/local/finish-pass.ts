import type { LocalEntry, SyncedEntry } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';
import { wholePortions } from '../../ports/pace.ts';
import type { RootStore } from '../../store/root-store.ts';
import { agrees } from './claim.ts';
import type { ExcludedItems } from './excluded.ts';
import { hasSeenAll, type ScanPass, type Unfound } from './scan-pass.ts';

/**
 * Settles open decisions once all listings are in. A row that was not found is only marked missing; a row whose name was taken by another
 * item is removed at once, unless an unreadable folder may hold it.
 */
export async function finishPass(pass: ScanPass, excluded: ExcludedItems): Promise<void> {
  const { store } = pass;
  const nowMs = pass.clock.nowMs();
  await takeOut(pass, [...pass.displaced.values()], (unfound) => {
    if (!isStillThere(store, unfound)) return null;
    return hasSeenAll(pass) || store.syncedByLocal(unfound.row.id) === undefined ? unfound : null;
  });
  const still = (unfound: Unfound) => (isStillThere(store, unfound) ? unfound : null);
  await takeApart(pass, [...pass.released.values()], still, (row) => releaseOf(excluded, row));
  await inTransactions(pass, [...pass.vanished.values()], (unfound) => {
    if (!isStillThere(store, unfound) || store.isMissing(unfound.row.id)) return;
    store.markMissing(unfound.row.id, unfound.takenAt, nowMs);
    pass.changed += 1;
  });
}

/** Each item is settled by itself, so a process that ends in between leaves the rest to the next scan. */
async function inTransactions<One>(
  { store, pace }: Pick<ScanPass, 'store' | 'pace'>,
  all: readonly One[],
  settle: (one: One) => void,
  prepare: (one: One) => Promise<void> | null = () => null,
): Promise<void> {
  for (let at = 0; at < all.length; at += pace.most) {
    const portion = all.slice(at, at + pace.most);
    for (const one of portion) await prepare(one);
    await pace.turnFor(portion.length);
    store.transaction(() => portion.forEach(settle));
  }
}

/**
 * Removes the rows that are certainly not at their place (null: it is not certain). If one now has an ignored name, the user did not delete it:
 * it stops syncing, as if the rule had been added for it, and the item on the service stays (SPEC P69, edge case 78).
 */
export const takeOut = <One>(pass: ScanPass, all: readonly One[], gone: (one: One) => Unfound | null): Promise<void> =>
  takeApart(pass, all, gone, (row) => (isHidden(pass, row) ? release : remove));

type Leave = (store: RootStore, id: LocalId, takenAt: number) => void;

/**
 * Lets the rows leave the tree, if they still have to. A large folder goes in portions, the deepest first: each is as true as the whole, and a
 * process that ends in between leaves the rest to the next scan.
 */
async function takeApart<One>(
  pass: ScanPass,
  all: readonly One[],
  leaving: (one: One) => Unfound | null,
  toLeave: (row: LocalEntry) => Leave,
): Promise<void> {
  const { store, pace } = pass;
  const below = (one: One): Promise<void> | null => {
    const top = leaving(one)?.row;
    if (top?.kind !== 'folder') return null;
    const leave = toLeave(top);
    return wholePortions(pace, store.localBelow(top.id), (portion) =>
      store.transaction(() => {
        const still = leaving(one);
        if (still === null) return;
        for (const { id, folder } of portion) {
          if (store.local(id)?.parentId === folder) leave(store, id, still.takenAt);
        }
      }),
    );
  };
  const rest = (one: One): void => {
    const unfound = leaving(one);
    if (unfound === null) return;
    const { row, takenAt } = unfound;
    const leave = toLeave(row);
    for (const { id } of store.localBelow(row.id)) leave(store, id, takenAt);
    leave(store, row.id, takenAt);
    pass.vanished.delete(row.id);
    pass.changed += 1;
  };
  await inTransactions(pass, all, rest, below);
}

function isHidden(pass: ScanPass, row: LocalEntry): boolean {
  const hidden = pass.ruledOut.get(row.fingerprint.identity);
  return hidden !== undefined && hidden.kind === row.kind && agrees(row, hidden);
}

/** Whether the row has neither moved nor been rewritten since it was not found. */
function isStillThere(store: RootStore, { row, takenAt }: Unfound): boolean {
  const now = store.local(row.id);
  return (
    now !== undefined &&
    now.parentId === row.parentId &&
    now.name === row.name &&
    now.fingerprint.identity === row.fingerprint.identity &&
    store.localTakenAt(row.id) <= takenAt
  );
}

const remove: Leave = (store, id, takenAt) => store.removeLocal(id, takenAt);

/**
 * Stops syncing an item that no longer has anything below it here: both sides keep their copy. The synced row goes together with the local one, so
 * that the absence is not taken for a delete (edge case 78). The item is marked dirty: one that was only renamed here is downloaded again under
 * its own name (SPEC P69).
 */
const release: Leave = (store, id, takenAt) => {
  const row = store.syncedByLocal(id);
  if (row !== undefined) forgetSynced(store, row);
  store.removeLocal(id, takenAt);
};

/** The same, counted if a rule file is the reason. */
function releaseOf(items: ExcludedItems, row: LocalEntry): Leave {
  const excluded = items.of(row);
  if (excluded === null) return release;
  return (store, id, takenAt) => {
    if (store.syncedByLocal(id) !== undefined) excluded.items += 1;
    release(store, id, takenAt);
  };
}

/** A synced child that moved elsewhere here keeps its row, in the folder above: without the row, it would look new and be sent again (I8). */
function forgetSynced(store: RootStore, row: SyncedEntry): void {
  for (const child of store.syncedChildren(row.localId)) {
    if (store.local(child.localId) === undefined) forgetSynced(store, child);
    else store.putSynced({ leftFolder: row.itemId, ...child, parentLocalId: row.parentLocalId });
  }
  store.removeSynced(row.localId);
  store.markDirtyItem(row.itemId);
}
