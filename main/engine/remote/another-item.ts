import type { RemoteEntry } from '../model/entry.ts';

/**
 * One item is a file or a folder for good, and one state of it cannot be two things: else its number was given away anew, by a service
 * that had forgotten that it ever gave it (edge case 95).
 */
export function isAnother(known: RemoteEntry, now: RemoteEntry): boolean {
  const isSameState = known.sequenceId !== null && known.sequenceId === now.sequenceId;
  const isOtherThing = known.name !== now.name || known.content?.sha1 !== now.content?.sha1;
  return known.kind !== now.kind || (isSameState && isOtherThing);
}
