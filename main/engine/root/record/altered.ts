import type { LocalId, Sha1 } from '../../model/ids.ts';
import type { RootStore } from '../../store/root-store.ts';

/**
 * Files for which the service stored different bytes than it was sent (edge case 66), with the digest of the local content.
 * Without this note the audit would mistake the difference for an edit.
 */
const nameOf = (id: LocalId): string => `altered ${id}`;

/** `sha1` null: the service has the same content as this computer. */
export function noteAltered(root: Pick<RootStore, 'note' | 'setNote'>, id: LocalId, sha1: Sha1 | null): void {
  if (root.note(nameOf(id)) !== sha1) root.setNote(nameOf(id), sha1);
}

export const isKnownAlteration = (root: Pick<RootStore, 'note'>, id: LocalId, sha1: Sha1): boolean =>
  root.note(nameOf(id)) === sha1;
