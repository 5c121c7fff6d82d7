import type { RootStore } from './store/root-store.ts';

/** The text of the last start, and of one whose writing may have been interrupted. */
export const EPOCH = 'epoch';
export const NEXT = 'next_epoch';

/**
 * Each start writes a random text, the epoch, into the store and into the marker of the folder. Where the two differ, one of them
 * is older than the other or a copy (a backup was put back, an image, a copied state), and what is known of the folder may be
 * neither what it was nor what it became (edge case 116).
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
