import type { RemoteEntry } from '../../model/entry.ts';

/**
 * An item never changes between file and folder, and a sequence id stands for one state of it. A contradiction means that a service restored
 * from a backup has reused the id (edge case 95).
 */
export function isAnother(known: RemoteEntry, now: RemoteEntry): boolean {
  const isSameState = known.sequenceId !== null && known.sequenceId === now.sequenceId;
  const isOtherThing = known.name !== now.name || known.content?.sha1 !== now.content?.sha1;
  return known.kind !== now.kind || (isSameState && isOtherThing);
}
