import { done } from '../../execute/step-result.ts';
import { trashedRemotely, trashedWith } from '../../execute/steps/remote/trash-remote.ts';
import { nodesOf } from '../../execute/subject.ts';
import type { LocalId } from '../../model/ids.ts';
import type { Trashing } from '../../model/plan/trashing.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { RootStore } from '../../store/root-store.ts';
import { open, type Verdict, VOID } from './verdict.ts';

/** A delete without an answer may take effect for this long after it was sent. */
const LANDS_WITHIN_MS = 5 * 60_000;

type Known = {
  readonly root: RootStore;
  /** A step for this item is in flight: its result will show it. */
  readonly isBusy: boolean;
};

/**
 * A delete whose answer was lost counts once its item is gone. What was made under its name meanwhile is something new; otherwise it would
 * count as deleted by someone else, and go to the trash of this computer (SPEC P85).
 */
export function settleTrashing({ root, isBusy }: Known, trashing: Trashing): Verdict {
  if (isBusy) return open();
  const { itemId, etag } = trashing;
  const there = root.remote(itemId);
  if (there !== undefined) return there.etag === etag ? open() : VOID;
  const row = root.syncedByItem(itemId);
  const wasDeleted = root.goneSequence(itemId) !== undefined && !root.wasLost(itemId);
  return row === undefined || !wasDeleted ? VOID : happened(root, trashing, row.localId);
}

/**
 * Call once everything is read that the service had at this time, also during a pause: a delete whose item is still there and whose time is
 * over had no effect. If the item goes later, someone else deleted it.
 */
export function endTrashings({ root, runner }: Pick<RootContext, 'root' | 'runner'>, atMs: number): void {
  const over = root.trashing().filter((sent) => atMs - sent.atMs > LANDS_WITHIN_MS || atMs < sent.atMs);
  if (over.length === 0) return;
  const busy = new Set(runner.running().map((step) => nodesOf(step).itemId));
  root.transaction(() => {
    for (const { itemId } of over) {
      if (!busy.has(itemId) && root.remote(itemId) !== undefined) root.forgetTrashing(itemId);
    }
  });
}

const happened = (root: RootStore, trashing: Trashing, localId: LocalId): Verdict => ({
  is: 'happened',
  deed: { kind: 'trash-remote', rule: 'P85', localId, itemId: trashing.itemId },
  done: done(root.tick(), { gone: trashedWith(trashing, localId), journal: trashedRemotely(trashing, localId) }),
});
