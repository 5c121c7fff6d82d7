import { meantName } from '../../../execute/agreement-on.ts';
import { done } from '../../../execute/step-result.ts';
import { madeRemotely } from '../../../execute/steps/remote/create-remote-folder.ts';
import type { ItemId } from '../../../model/ids.ts';
import type { MakingRow } from '../../../model/plan/making.ts';
import type { RootStore } from '../../../store/root-store.ts';
import { isInStep } from '../arrived.ts';
import { open, type Verdict, VOID } from '../verdict.ts';

type Known = {
  readonly root: RootStore;
  /** A step for this folder is in flight: its result will show it. */
  readonly isBusy: boolean;
  /** The service has not been asked for news since the request ended, so its effect may still appear. */
  readonly isSought: () => boolean;
  /** The account's user; null: not known yet. */
  readonly me: string | null;
};

/**
 * A folder that was created on the service, by a request without an answer, counts once it appears there, wherever both are since. Otherwise
 * a folder that was renamed or deleted here meanwhile would come back under its first name (SPEC P85).
 */
export function settleMaking({ root, isBusy, isSought, me }: Known, making: MakingRow): Verdict {
  const { localId, parentLocalId, localName, metItemId } = making;
  const isFree = metItemId !== null && root.syncedByItem(metItemId) === undefined;
  // Nothing else may touch the folder meanwhile: it would look like someone's new one and be downloaded next to its own source.
  if (isBusy) return open(isFree ? { itemIds: [metItemId], isWhole: root.remote(metItemId) === undefined } : {});
  const here = root.local(localId);
  if (here?.kind === 'file' || isInStep(root, localId) || root.syncedByLocal(parentLocalId) === undefined) return VOID;
  if (isFree) return isOurs(root, metItemId, me) ? happened(root, making, metItemId) : VOID;
  if (!isSought()) return VOID;
  const isStill = here?.name === localName && here.parentId === parentLocalId;
  return open({ localIds: isStill ? [] : [localId] });
}

/** It is known, also if it was deleted since, and no one else is reported to have changed it. */
function isOurs(root: RootStore, id: ItemId, me: string | null): boolean {
  const isKnown = root.remote(id) !== undefined || (root.goneSequence(id) !== undefined && !root.wasLost(id));
  const by = root.changedBy(id)?.id ?? null;
  return isKnown && (by === null || me === null || by === me);
}

function happened(root: RootStore, making: MakingRow, id: ItemId): Verdict {
  const { name = making.name, etag = null } = root.remote(id) ?? {};
  const made = madeRemotely(making, { id, name: meantName(name, making.name), etag });
  return {
    is: 'happened',
    deed: { kind: 'create-remote-folder', rule: 'P85', localId: making.localId, itemId: id },
    done: done(root.tick(), made),
  };
}
