import type { Message } from '../../../preload/words/message.ts';
import type { LocalId } from '../model/ids.ts';
import type { Conflict } from '../model/plan/conflict.ts';
import type { RootContext } from '../root/root-context.ts';
import { batchOf as batchOfStep, type HeldRow } from '../store/work/held.ts';
import type { Reason } from '../store/work/reasons.ts';

/**
 * A hold on a folder applies to everything below it: a folder is deleted, or stays, as a whole. Without a step the folder only waits for
 * another held one, for example for its name, and its content does not wait.
 */
export function heldAbove({ root }: RootContext, localId: LocalId | null): Reason | undefined {
  for (let at = localId; at !== null; ) {
    const reason = root.reasonOf({ localId: at, itemId: null });
    if (reason?.source === 'held' && reason.step !== null) return reason;
    at = root.syncedByLocal(at)?.parentLocalId ?? null;
  }
  return undefined;
}

/** The batch that holds a node; null if the node itself is not held. `held`: all batches, which are read only if it is. */
export function batchOf(reason: Reason | undefined, held: () => readonly HeldRow[]): number | null {
  if (reason?.source !== 'held') return null;
  if (reason.step === null) return null;
  const { what, direction } = batchOfStep(reason.step.kind);
  return held().find((one) => one.what === what && one.direction === direction)?.id ?? null;
}

/** The open conflict of which a node is the copy or the original. */
export const conflictAt = ({ root }: RootContext, localId: LocalId | null): Conflict | undefined =>
  localId === null ? undefined : root.conflictOf(localId);

/** `path` is the path of either version. */
export const whyConflict = ({ originalPath, copyPath }: Conflict, path: string): Message => ({
  code: 'why_conflict',
  args: { path: originalPath, copy: path === copyPath ? null : copyPath },
});
