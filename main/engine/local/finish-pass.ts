import type { LocalId } from '../model/ids.ts';
import type { RootStore } from '../store/root-store.ts';
import { agrees } from './claim.ts';
import type { ScanPass, Unfound } from './scan-pass.ts';

/**
 * Decides what the looks left open, now that all of them are in. What merely is not there is missing, and no more than that;
 * what something else has replaced at its own name is gone.
 */
export function finishPass(pass: ScanPass, nowMs: number): void {
  const { store } = pass;
  store.transaction(() => {
    for (const unfound of pass.displaced.values()) {
      if (isStillThere(store, unfound)) takeOut(pass, unfound);
    }
    for (const unfound of pass.released.values()) {
      if (!isStillThere(store, unfound)) continue;
      release(store, unfound.row.id, unfound.takenAt);
      pass.changed += 1;
    }
    for (const unfound of pass.vanished.values()) {
      if (!isStillThere(store, unfound) || store.isMissing(unfound.row.id)) continue;
      store.markMissing(unfound.row.id, unfound.takenAt, nowMs);
      pass.changed += 1;
    }
  });
}

/**
 * It is certainly not where it was. When it stands under a name that a rule leaves out, nobody has deleted it: it is no longer
 * synced, as if the rule had been added for it, and the item of the service stays (SPEC P69, edge case 78).
 */
export function takeOut(pass: ScanPass, { row, takenAt }: Unfound): void {
  const { store } = pass;
  const hidden = pass.ruledOut.get(row.fingerprint.identity);
  if (hidden !== undefined && hidden.kind === row.kind && agrees(row, hidden)) release(store, row.id, takenAt);
  else store.removeLocal(row.id, takenAt);
  pass.changed += 1;
}

/** Has nothing moved or rewritten the row since it was not found? */
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
 * No longer synced: both sides keep what they have. The synced rows go together with the local ones, so that nobody takes the
 * absence for a delete (edge case 78). The items are in doubt: what was only renamed here comes down again under its own name (SPEC P69).
 */
function release(store: RootStore, id: LocalId, takenAt: number): void {
  forgetSynced(store, id);
  store.removeLocal(id, takenAt);
}

function forgetSynced(store: RootStore, id: LocalId): void {
  for (const child of store.localChildren(id)) forgetSynced(store, child.id);
  for (const child of store.syncedChildren(id)) forgetSynced(store, child.localId);
  const row = store.syncedByLocal(id);
  if (row === undefined) return;
  store.removeSynced(id);
  store.markDirtyItem(row.itemId);
}
