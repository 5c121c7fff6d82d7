import { done } from '../../../execute/step-result.ts';
import { movedRemotely } from '../../../execute/steps/remote/move-remote.ts';
import { isAt, type RemoteEntry } from '../../../model/entry.ts';
import type { LocalId } from '../../../model/ids.ts';
import type { MovingRow, PlaceAskedFor } from '../../../model/plan/moving.ts';
import type { RootStore } from '../../../store/root-store.ts';
import { open, type Verdict, VOID } from '../verdict.ts';

type Known = {
  readonly root: RootStore;
  /** A step for this item is in flight: its result will show it. */
  readonly isBusy: boolean;
};

/**
 * A move on the service whose answer was lost counts once the item is at a place that was asked for. Otherwise it would look like someone
 * else's, which undoes whatever happened to the item here since (SPEC P85, P8).
 */
export function settleMoving({ root, isBusy }: Known, moving: MovingRow): Verdict {
  if (isBusy) return open();
  const there = root.remote(moving.itemId);
  const row = root.syncedByItem(moving.itemId);
  if (there === undefined || row === undefined) return VOID;
  const place = moving.to.find((one) => isAt(there, one));
  if (place === undefined) return there.etag === moving.etag ? open() : VOID;
  const isAgreed = row.parentLocalId === place.parentLocalId && row.remoteName === there.name;
  return isAgreed ? VOID : happened(root, moving, place, { there, localId: row.localId });
}

type Met = { readonly there: RemoteEntry; readonly localId: LocalId };

const happened = (root: RootStore, moving: MovingRow, place: PlaceAskedFor, { there, localId }: Met): Verdict => ({
  is: 'happened',
  deed: { kind: 'move-remote', rule: 'P85', localId, itemId: moving.itemId },
  done: done(root.tick(), movedRemotely(root, moving, place, there)),
});
