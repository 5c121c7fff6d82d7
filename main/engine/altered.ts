import type { LocalId, Sha1 } from './model/ids.ts';
import type { RootStore } from './store/root-store.ts';

/**
 * Files of which the service keeps other bytes than it was sent (edge case 66), with the digest of what is here: so that the
 * slow reading of everything does not take the difference for an edit.
 */
const nameOf = (id: LocalId): string => `altered ${id}`;

/** Null: the service has what is here. */
export function noteAltered(root: Pick<RootStore, 'note' | 'setNote'>, id: LocalId, sha1: Sha1 | null): void {
  if (root.note(nameOf(id)) !== sha1) root.setNote(nameOf(id), sha1);
}

export const isKnownAlteration = (root: Pick<RootStore, 'note'>, id: LocalId, sha1: Sha1): boolean =>
  root.note(nameOf(id)) === sha1;
