import { type ItemId, isNewerSequence } from '../../model/ids.ts';
import type { RemoteChange } from '../../ports/remote/remote.ts';

/**
 * Events may arrive out of order (edge case 91). Several changes of one file on a page are sorted by sequence id: otherwise its earlier states
 * would be discarded as stale, and our own upload would not be recognised (SPEC P85). The order of different items is kept, as is that of a
 * file with an unknown sequence id or one fetched after the event.
 */
export function inOrderOfEach(changes: readonly RemoteChange[]): readonly RemoteChange[] {
  const files = new Map<ItemId, RemoteChange[]>();
  for (const change of changes) {
    const { id, kind } = change.entry;
    if (kind !== 'file') continue;
    const reported = files.get(id);
    if (reported === undefined) files.set(id, [change]);
    else reported.push(change);
  }
  for (const reported of files.values()) if (reported.every(isNumbered)) reported.sort(byNumber);
  return changes.map((change) => (change.entry.kind === 'file' ? files.get(change.entry.id)?.shift() : null) ?? change);
}

const isNumbered = ({ entry, isCurrent }: RemoteChange): boolean => entry.sequenceId !== null && isCurrent !== true;

function byNumber({ entry: one }: RemoteChange, { entry: other }: RemoteChange): number {
  if (isNewerSequence(one.sequenceId, other.sequenceId)) return 1;
  return isNewerSequence(other.sequenceId, one.sequenceId) ? -1 : 0;
}
