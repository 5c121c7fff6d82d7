import { nodesOf } from '../../execute/subject.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import type { Step } from '../../model/plan/step.ts';
import { nextBatch } from '../../root/record/record-results.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { JournalTable } from '../../store/history/journal-table.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { SentRow, TransferTable } from '../../store/transfers/transfer-table.ts';
import { arrivedOf, localIdOf, wasSentElsewhere } from './arrived.ts';

export type Recognizing = {
  readonly root: RootStore;
  /** The part of `SentRow.key` before the slash. */
  readonly rootKey: string;
  readonly transfers: Pick<TransferTable, 'sent' | 'forgetSent'>;
  readonly journal: JournalTable;
  readonly nowMs: number;
  readonly batch: () => number;
  /** A step for this node is in flight: its result will show it. */
  readonly isBusy: (id: LocalId) => boolean;
  /** The item was seen while that step was in flight; it is recorded when the step ends. */
  readonly metMeanwhile: (id: LocalId, item: ItemId) => void;
  /** The file moved after it was sent; it is left alone until the outcome of that upload is known. */
  readonly sentElsewhere: (id: LocalId) => void;
  /** The service has not been polled since the request with this key ended, so its effect may still appear. */
  readonly mayComeYet: (key: string) => boolean;
};

/**
 * Runs before planning. An upload whose response was lost or never recorded is recorded once its item appears on the service. Otherwise a
 * file edited since would conflict with its own previous version (SPEC P85).
 */
export function recognizeOwn(context: RootContext): void {
  const { root, runner, parts, execution, effects, service, rounds } = context;
  // Pending results come first: they know more.
  if (runner.endedCount > 0) return;
  const { transfers, journal } = parts.store;
  const sent = transfers.sent(execution.rootKey);
  effects.noteUploads(new Set(), new Set());
  if (sent.length === 0) return;
  const [asked, isBehind] = [effects.takeAsked(), service.hasNews];
  const busy = new Set(runner.running().map((step) => nodesOf(step).localId));
  const arriving = { files: new Set<LocalId>(), items: new Set<ItemId>() };
  const sentElsewhere = new Set<LocalId>();
  const recognizing: Recognizing = {
    root,
    rootKey: execution.rootKey,
    transfers,
    journal,
    nowMs: parts.clock.nowMs(),
    batch: () => rounds.batch(() => nextBatch(context)),
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
      effects.askFor(key);
      service.ask();
      return true;
    },
  };
  root.transaction(() => recognizeSent(recognizing, sent));
  effects.noteUploads(arriving.items, sentElsewhere);
  // The effect is known, so do not wait for the response, which may be lost.
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
    // A file deleted here does not wait for the response: meanwhile its upload would look like someone else's new file.
    if (isBusy && !isGone) {
      // Nothing else may touch the item meanwhile: it would look like someone's new file and be downloaded next to its own source.
      const item = one.metItemId === null ? null : arrivedOf(root, one, id);
      if (item !== null) recognizing.metMeanwhile(id, item.agreed.itemId);
      if (isElsewhere) recognizing.sentElsewhere(id);
      continue;
    }
    if (record(recognizing, one, id) || isBusy || !(isGone || isElsewhere)) continue;
    if (recognizing.mayComeYet(one.key)) recognizing.sentElsewhere(id);
    else {
      transfers.forgetSent(one.key, isGone ? null : one.content.sha1);
      // The file was waiting for this outcome.
      if (!isGone) root.markDirtyLocal(id);
    }
  }
}

/** False: no sign of it on the service. */
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
