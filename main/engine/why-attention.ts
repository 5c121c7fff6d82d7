import type { Message } from '../../preload/words/message.ts';
import type { Conflict } from './model/conflict.ts';
import type { LocalId } from './model/ids.ts';
import type { RootContext } from './root-context.ts';
import type { Blocked } from './store/blocked-table.ts';

/** What is held above a path holds it as well: a folder goes, or stays, with all below it. */
export function heldAbove({ root }: RootContext, localId: LocalId | null): Blocked | undefined {
  for (let at = localId; at !== null; ) {
    const reason = root.blockedOf({ localId: at, itemId: null });
    if (reason?.source === 'held') return reason;
    at = root.syncedByLocal(at)?.parentLocalId ?? null;
  }
  return undefined;
}

/** The number of the batch that a held node is in; null: it is not held by itself. */
export function batchOf({ root }: RootContext, reason: Blocked | undefined): number | null {
  if (reason?.source !== 'held') return null;
  const what = reason.operation?.startsWith('trash-') === true ? 'deletes' : 'rewrites';
  const isToRemote = reason.operation === 'trash-remote' || reason.operation === 'upload-version';
  const direction = isToRemote ? 'to-remote' : 'to-local';
  return root.heldBatches().find((one) => one.what === what && one.direction === direction)?.id ?? null;
}

/** The open conflict whose copy or original a node is. */
export const conflictAt = ({ root }: RootContext, localId: LocalId | null): Conflict | undefined =>
  localId === null ? undefined : root.conflictOf(localId);

/** The path is that of one of the two versions. */
export const conflictMessage = ({ originalPath, copyPath }: Conflict, path: string): Message => ({
  code: 'why_conflict',
  args: { path: originalPath, copy: path === copyPath ? null : copyPath },
});
