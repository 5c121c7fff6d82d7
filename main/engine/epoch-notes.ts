import type { RootPlace } from './local/root-state.ts';
import type { RootStore } from './store/root-store.ts';
import type { RootRecord } from './store/root-table.ts';

/** The text that was written last, and one whose writing may have been interrupted. */
export const EPOCH = 'epoch';
export const NEXT = 'next_epoch';

/**
 * A random text, the epoch, is written into the store and into the marker of the folder: at each start, after deletes, and from time
 * to time (`root-cycle.ts`). Where the two differ, one of them is older than the other or a copy (a backup was put back, an image,
 * a copied state), and what is known of the folder may be neither what it was nor what it became (edge case 116).
 */
export function isOfEpoch(root: RootStore, epoch: string | null): boolean {
  const next = root.note(NEXT);
  return epoch === root.note(EPOCH) || (next !== null && epoch === next);
}

/** What a new link, or one that was begun anew, has in its marker. */
export function noteEpoch(root: RootStore, epoch: string): void {
  root.setNote(EPOCH, epoch);
  root.setNote(NEXT, null);
}

/** What is known of the folder of a root, to tell it from any other and from itself at another time. */
export function placeOf(record: RootRecord, root: RootStore): RootPlace {
  const identity = root.local(record.localId)?.fingerprint.identity;
  return { ...record, identity, isOfEpoch: (epoch) => isOfEpoch(root, epoch) };
}
