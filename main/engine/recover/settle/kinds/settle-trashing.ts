import { done } from '../../../execute/step-result.ts';
import { trashedRemotely, trashedWith } from '../../../execute/steps/remote/trash-remote.ts';
import type { LocalId } from '../../../model/ids.ts';
import type { Trashing } from '../../../model/plan/trashing.ts';
import type { RootStore } from '../../../store/root-store.ts';
import { open, type Verdict, VOID } from '../verdict.ts';

type Known = {
  readonly root: RootStore;
  /** A step for this item is in flight: its result will show it. */
  readonly isBusy: boolean;
};

/**
 * A delete whose answer was lost counts once its item is gone. An item made under its name meanwhile is something new; otherwise it would
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

const happened = (root: RootStore, trashing: Trashing, localId: LocalId): Verdict => ({
  is: 'happened',
  deed: { kind: 'trash-remote', rule: 'P85', localId, itemId: trashing.itemId },
  done: done(root.tick(), { gone: trashedWith(trashing, localId), journal: trashedRemotely(trashing, localId) }),
});
