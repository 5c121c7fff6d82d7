import { done } from '../../../execute/step-result.ts';
import type { ItemId, LocalId } from '../../../model/ids.ts';
import type { RootStore } from '../../../store/root-store.ts';
import type { SentRow } from '../../../store/transfers/transfer-table.ts';
import { type Arrived, arrivedOf, localIdOf, wasSentElsewhere, wasSentForAnother } from '../arrived.ts';
import { open, type Verdict, VOID } from '../verdict.ts';

type Known = {
  readonly root: RootStore;
  /** A step for this node is in flight: its result will show it. */
  readonly isBusy: boolean;
  /** The service has not been asked for news since the request ended, so its effect may still appear. */
  readonly isSought: () => boolean;
};

/**
 * An upload whose response was lost or never recorded counts once its item appears on the service. Otherwise a file edited since would
 * conflict with its own previous version (SPEC P85).
 */
export function settleUpload({ root, isBusy, isSought }: Known, sent: SentRow): Verdict {
  const id = localIdOf(sent);
  const isGone = isGoneHere(root, id);
  const isElsewhere = wasSentElsewhere(root, sent, id);
  // A file deleted here does not wait for the response: meanwhile its upload would look like someone else's new file.
  if (isBusy && !isGone) {
    // Nothing else may touch the item meanwhile: it would look like someone's new file and be downloaded next to its own source.
    const item = sent.metItemId === null ? null : arrivedOf(root, sent, id);
    const itemIds = item === null ? [] : [item.agreed.itemId];
    const held = { localIds: isElsewhere ? [id] : [], itemIds, isWhole: itemIds.some((one) => isGoneThere(root, one)) };
    // Unlike an upload, a move is one short request: its answer is worth the wait.
    return open(held, item !== null && sent.isMove !== true);
  }
  const arrived = arrivedOf(root, sent, id);
  if (arrived !== null) return happened(root, sent, arrived);
  if (!isBusy && wasSentForAnother(root, sent, id)) return VOID;
  if (isBusy || !(isGone || isElsewhere)) return open();
  return isSought() ? open({ localIds: [id] }) : VOID;
}

const isGoneThere = (root: RootStore, id: ItemId): boolean => root.remote(id) === undefined;

export const isGoneHere = (root: RootStore, id: LocalId): boolean =>
  root.local(id) === undefined && root.syncedByLocal(id) === undefined;

function happened(root: RootStore, { destination, content, isMove }: SentRow, { agreed, there }: Arrived): Verdict {
  const { itemId, localId, etag, fingerprint } = agreed;
  const isNew = destination.kind === 'new';
  const before = root.syncedByItem(itemId) ?? root.syncedByLocal(localId);
  const { sha1, sizeBytes } = content;
  const isThere = root.remote(itemId) !== undefined;
  const journal = {
    side: 'remote',
    itemKind: 'file',
    place: isThere ? { itemId } : { localId: agreed.parentLocalId, name: agreed.remoteName },
    from: null,
    bytes: sizeBytes,
    before: isNew ? null : { itemId, sha1: before?.content?.sha1 ?? null, etag: before?.etag ?? null },
    after: { itemId, versionId: there?.versionId ?? null, sha1, etag },
  } as const;
  return {
    is: 'happened',
    deed: { kind: isNew ? 'upload' : 'upload-version', rule: 'P85', localId, itemId },
    // Nothing was sent: a move over is no upload in the journal (SPEC P63).
    done: done(root.tick(), {
      hashed: { localId, fingerprint, sha1 },
      agreed,
      ...(isMove !== true && { journal }),
    }),
  };
}
