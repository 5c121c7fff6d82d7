import { type LocalId, localId } from './model/ids.ts';
import type { RootStore } from './store/root-store.ts';

/**
 * Folders that were deleted on the service and stay here because they hold something that is not synced (edge case 80). They
 * are no new folders: without this note they would come back on the service, empty.
 */
const NOTE = 'left_over';

export function noteLeftOver(root: RootStore, ids: readonly LocalId[]): void {
  const known = leftOver(root).filter((id) => root.local(id) !== undefined);
  root.setNote(NOTE, [...new Set([...known, ...ids])].join(' '));
}

/** Left over, and nothing to sync has come into it since. */
export function isLeftOver(root: RootStore, id: LocalId): boolean {
  const known = new Set(leftOver(root));
  const holdsNothing = (folder: LocalId): boolean =>
    known.has(folder) && root.localChildren(folder).every((child) => child.kind === 'folder' && holdsNothing(child.id));
  return known.size > 0 && holdsNothing(id);
}

const leftOver = (root: RootStore): readonly LocalId[] =>
  (root.note(NOTE) ?? '')
    .split(' ')
    .filter((text) => text !== '')
    .map((text) => localId(Number(text)));
