import { type ItemId, isNewerSequence } from '../model/ids.ts';
import type { RemoteChange } from '../ports/remote.ts';

/**
 * Events come in another order than things happened (edge case 91). Where a page tells of one file several times, that is taken in the
 * order of its numbers: else what it was before would be old news, and what was sent from here would not be met (SPEC P85). The order
 * of different items stays, and so does that of a file of which a number is not known, or which was looked at after the event.
 */
export function inOrderOfEach(changes: readonly RemoteChange[]): readonly RemoteChange[] {
  const files = new Map<ItemId, RemoteChange[]>();
  for (const change of changes) {
    const { id, kind } = change.entry;
    if (kind !== 'file') continue;
    const told = files.get(id);
    if (told === undefined) files.set(id, [change]);
    else told.push(change);
  }
  for (const told of files.values()) if (told.every(isNumbered)) told.sort(byNumber);
  return changes.map((change) => (change.entry.kind === 'file' ? files.get(change.entry.id)?.shift() : null) ?? change);
}

const isNumbered = ({ entry, isCurrent }: RemoteChange): boolean => entry.sequenceId !== null && isCurrent !== true;

function byNumber({ entry: one }: RemoteChange, { entry: other }: RemoteChange): number {
  if (isNewerSequence(one.sequenceId, other.sequenceId)) return 1;
  return isNewerSequence(other.sequenceId, one.sequenceId) ? -1 : 0;
}
