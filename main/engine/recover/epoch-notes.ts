import type { RootPlace } from '../observe/local/root-state.ts';
import type { RootStore } from '../store/root-store.ts';
import type { RootRecord } from '../store/root-table.ts';

/** The epoch written last, and one whose write may have been interrupted. */
export const EPOCH = 'epoch';
export const NEXT = 'next_epoch';

/**
 * The epoch is a random text stored both in the store and in the folder's marker: at each start, after deletes, and from time to time
 * (`root-round.ts`). If the two differ, one of them is stale or a copy (a restored backup, a disk image, a copied state), and the stored
 * tree may match neither the folder's past nor its present (edge case 116).
 */
export function isOfEpoch(root: RootStore, epoch: string | null): boolean {
  const next = root.note(NEXT);
  return epoch === root.note(EPOCH) || (next !== null && epoch === next);
}

/** Records the epoch in the marker of a new or reset link. */
export function noteEpoch(root: RootStore, epoch: string): void {
  root.setNote(EPOCH, epoch);
  root.setNote(NEXT, null);
}

/** The facts that identify a root's folder, now and against its earlier states. */
export function placeOf(record: RootRecord, root: RootStore): RootPlace {
  const identity = root.local(record.localId)?.fingerprint.identity;
  return { ...record, identity, isOfEpoch: (epoch) => isOfEpoch(root, epoch) };
}
