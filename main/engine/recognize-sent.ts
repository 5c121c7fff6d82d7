import { arrivedOf, localIdOf, wasSentElsewhere } from './arrived.ts';
import { nodesOf } from './execute/subject.ts';
import type { ItemId, LocalId } from './model/ids.ts';
import type { Step } from './model/step.ts';
import { nextBatch } from './record-results.ts';
import type { RootContext } from './root-context.ts';
import type { JournalTable } from './store/journal-table.ts';
import type { RootStore } from './store/root-store.ts';
import type { SentRow, TransferTable } from './store/transfer-table.ts';

export type Recognizing = {
  readonly root: RootStore;
  /** As in `SentRow.key`, before the slash. */
  readonly rootKey: string;
  readonly transfers: Pick<TransferTable, 'sent' | 'forgetSent'>;
  readonly journal: JournalTable;
  readonly nowMs: number;
  readonly batch: () => number;
  /** A step of this node is on its way: its result will tell. */
  readonly isBusy: (id: LocalId) => boolean;
  /** It was met while that step is on its way, and is recorded when that has ended. */
  readonly metMeanwhile: (id: LocalId, item: ItemId) => void;
  /** It has another place by now, and is left alone until it is known what came of the request under the former one. */
  readonly sentElsewhere: (id: LocalId) => void;
  /** The service was not asked for what is new since the request of this key was over: its effect may still be met. */
  readonly mayComeYet: (key: string) => boolean;
};

/**
 * Before anything is planned: what this computer has sent, and of which the answer was lost or never written down, is recorded when it
 * is met on the service. Else a file that was changed again meanwhile would be kept apart from its own former version (SPEC P85).
 */
export function recognizeOwn(context: RootContext): void {
  const { root, runner, parts, execution, live } = context;
  // The results come first: they know more.
  if (runner.endedCount > 0) return;
  const { transfers, journal } = parts.store;
  const sent = transfers.sent(execution.rootKey);
  live.arriving = new Set();
  live.sentElsewhere = new Set();
  if (sent.length === 0) return;
  const [asked, isBehind] = [live.unmet, live.remoteDirty];
  live.unmet = new Set();
  const busy = new Set(runner.steps().flatMap(({ step, isRunning }) => (isRunning ? [nodesOf(step).localId] : [])));
  const arriving = { files: new Set<LocalId>(), items: new Set<ItemId>() };
  const sentElsewhere = new Set<LocalId>();
  const recognizing: Recognizing = {
    root,
    rootKey: execution.rootKey,
    transfers,
    journal,
    nowMs: parts.clock.nowMs(),
    batch: () => {
      live.batch ??= nextBatch(context);
      return live.batch;
    },
    isBusy: (id) => busy.has(id),
    metMeanwhile: (id, item) => {
      arriving.files.add(id);
      arriving.items.add(item);
    },
    sentElsewhere: (id) => {
      sentElsewhere.add(id);
    },
    mayComeYet: (key) => {
      if (asked.has(key) && !isBehind) return false;
      live.unmet.add(key);
      live.remoteDirty = true;
      return true;
    },
  };
  root.transaction(() => recognizeSent(recognizing, sent));
  live.arriving = arriving.items;
  live.sentElsewhere = sentElsewhere;
  // Its effect is known, so nobody waits for the answer, which may be lost.
  runner.abort((step) => isUpload(step) && arriving.files.has(step.localId));
}

const isUpload = (step: Step): step is Extract<Step, { kind: 'upload' | 'upload-version' }> =>
  step.kind === 'upload' || step.kind === 'upload-version';

/** Runs within a transaction. */
export function recognizeSent(recognizing: Recognizing, sent: readonly SentRow[]): void {
  const { root, transfers } = recognizing;
  for (const one of sent) {
    const id = localIdOf(one);
    const isGone = root.local(id) === undefined && root.syncedByLocal(id) === undefined;
    const isBusy = recognizing.isBusy(id);
    const isElsewhere = wasSentElsewhere(root, one, id);
    // What was deleted here waits for no answer: meanwhile what has come there would be taken for somebody else's.
    if (isBusy && !isGone) {
      // Nothing else is done with the item meanwhile: as somebody's new file it would come down beside the one that it was made of.
      const item = one.metItemId === null ? null : arrivedOf(root, one, id);
      if (item !== null) recognizing.metMeanwhile(id, item.agreed.itemId);
      if (isElsewhere) recognizing.sentElsewhere(id);
      continue;
    }
    if (record(recognizing, one, id) || isBusy || !(isGone || isElsewhere)) continue;
    if (recognizing.mayComeYet(one.key)) recognizing.sentElsewhere(id);
    else {
      transfers.forgetSent(one.key, isGone ? null : one.content.sha1);
      // It waited for that.
      if (!isGone) root.markDirtyLocal(id);
    }
  }
}

/** False: it was not met. */
function record(recognizing: Recognizing, sent: SentRow, id: LocalId): boolean {
  const { root, transfers, journal, nowMs, batch } = recognizing;
  const arrived = arrivedOf(root, sent, id);
  if (arrived === null) return false;
  const { agreed, there } = arrived;
  const former = root.syncedByLocal(id);
  const before = root.syncedByItem(agreed.itemId) ?? former;
  const itemBefore = former?.itemId ?? agreed.itemId;
  root.putSynced({ ...agreed, localId: id });
  root.markDirtyLocal(id);
  for (const item of new Set([itemBefore, agreed.itemId])) root.markDirtyItem(item);
  transfers.forgetSent(sent.key, null);
  journal.append({
    side: 'remote',
    itemKind: 'file',
    path: root.remotePath(agreed.itemId) ?? agreed.remoteName,
    fromPath: null,
    bytes: sent.content.sizeBytes,
    atMs: nowMs,
    rootId: root.id,
    batch: batch(),
    kind: sent.destination.kind === 'new' ? 'upload' : 'upload-version',
    rule: 'P85',
    localId: id,
    itemId: agreed.itemId,
    before:
      sent.destination.kind === 'new'
        ? null
        : JSON.stringify({ itemId: agreed.itemId, sha1: before?.content?.sha1 ?? null, etag: before?.etag ?? null }),
    after: JSON.stringify({
      itemId: agreed.itemId,
      versionId: there?.versionId ?? null,
      sha1: sent.content.sha1,
      etag: agreed.etag,
    }),
  });
  return true;
}
