import type { LocalEntry } from '../entry.ts';

/** Where an item of this disk is about to go, as it was then: `place` is its absolute path in the local trash, or beside the root. */
export type TakenTo = {
  readonly entry: LocalEntry;
  readonly place: string;
  readonly by: 'trash-local' | 'rescue';
};
