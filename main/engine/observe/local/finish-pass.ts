import type { LocalEntry, SyncedEntry } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';
import { wholePortions } from '../../ports/pace.ts';
import type { RootStore } from '../../store/root-store.ts';
import { agrees } from './claim.ts';
import { hasSeenAll, type ScanPass, type Unfound } from './scan-pass.ts';

/**
 * Settles open decisions once all listings are in. A row that was not found is only marked missing; a row whose name was taken by another
 * item is removed at once, unless an unreadable folder may hold it.
 */
export async function finishPass(pass: ScanPass): Promise<void> {
  const { store } = pass;
  const nowMs = pass.clock.nowMs();
  await takeOut(pass, [...pass.displaced.values()], (unfound) => {
    if (!isStillThere(store, unfound)) return null;
    return hasSeenAll(pass) || store.syncedByLocal(unfound.row.id) === undefined ? unfound : null;
  });
  await inTransactions(pass, [...pass.released.values()], (unfound) => {
    if (!isStillThere(store, unfound)) return;
    release(store, unfound.row.id, unfound.takenAt);
    pass.changed += 1;
  });
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
 * it stops syncing, as if the rule had been added for it, and the item on the service stays (SPEC P69, edge case 78). A large folder goes in
 * portions, the deepest first: each is as true as the whole, and a process that ends in between leaves the rest to the next scan.
 */
export async function takeOut<One>(
  pass: ScanPass,
  all: readonly One[],
  gone: (one: One) => Unfound | null,
): Promise<void> {
  const { store, pace } = pass;
  const takeApart = (one: One): Promise<void> | null => {
    const top = gone(one)?.row;
    if (top?.kind !== 'folder' || isHidden(pass, top)) return null;
    return wholePortions(pace, store.localBelow(top.id), (portion) =>
      store.transaction(() => {
        const still = gone(one);
        if (still === null) return;
        for (const { id, folder } of portion) {
          if (store.local(id)?.parentId === folder) store.removeLocal(id, still.takenAt);
        }
      }),
    );
  };
  const remove = (one: One): void => {
    const unfound = gone(one);
    if (unfound === null) return;
    const { row, takenAt } = unfound;
    if (isHidden(pass, row)) release(store, row.id, takenAt);
    else store.removeLocal(row.id, takenAt);
    pass.vanished.delete(row.id);
    pass.changed += 1;
  };
  await inTransactions(pass, all, remove, takeApart);
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

/**
 * Stops syncing an item: both sides keep their copy. The synced rows go together with the local ones, so that the absence is not taken for a
 * delete (edge case 78). The items are marked dirty: one that was only renamed here is downloaded again under its own name (SPEC P69).
 */
function release(store: RootStore, id: LocalId, takenAt: number): void {
  const leaving = new Set([id]);
  for (const folder of leaving) for (const child of store.localChildren(folder)) leaving.add(child.id);
  const released = [...leaving].flatMap((each) => {
    const row = store.syncedByLocal(each);
    return row === undefined ? [] : [{ row, above: stayingAbove(store, row, leaving) }];
  });
  for (const { row, above } of released) forgetSynced(store, row, above, leaving);
  store.removeLocal(id, takenAt);
}

function stayingAbove(store: RootStore, row: SyncedEntry, leaving: ReadonlySet<LocalId>): LocalId | null {
  let above = row.parentLocalId;
  while (above !== null && leaving.has(above)) above = store.syncedByLocal(above)?.parentLocalId ?? null;
  return above;
}

/** What was synced in it and stands elsewhere here keeps its row, below `above`: without it, it would look new and be sent again (I8). */
function forgetSynced(store: RootStore, row: SyncedEntry, above: LocalId | null, leaving: ReadonlySet<LocalId>): void {
  if (store.syncedByLocal(row.localId) === undefined) return;
  for (const child of store.syncedChildren(row.localId)) {
    const isElsewhere = store.local(child.localId) !== undefined && !leaving.has(child.localId);
    if (isElsewhere) store.putSynced({ leftFolder: row.itemId, ...child, parentLocalId: above });
    else forgetSynced(store, child, above, leaving);
  }
  store.removeSynced(row.localId);
  store.markDirtyItem(row.itemId);
}
