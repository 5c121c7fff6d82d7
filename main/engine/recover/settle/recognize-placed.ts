import { nodesOf } from '../../execute/subject.ts';
import type { LocalEntry } from '../../model/entry.ts';
import type { Placing } from '../../model/plan/placing.ts';
import { nextBatch } from '../../root/record/record-results.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { JournalTable } from '../../store/history/journal-table.ts';
import type { RootStore } from '../../store/root-store.ts';
import { isSought } from './sought-places.ts';

export type RecognizingPlaced = {
  readonly root: RootStore;
  readonly journal: JournalTable;
  readonly nowMs: number;
  readonly batch: () => number;
  /** Whether the folder it was placed in still has to be scanned. */
  readonly isSought: (placing: Placing) => boolean;
};

/**
 * Runs before planning. If a process placed an item and ended before recording it, or a step failed after its effect, the item is found by
 * its file identity and recorded as synced. Otherwise it would count as a new local item and come back after a delete on the service (SPEC P85).
 */
export function recognizePlaced(context: RootContext): void {
  const { root, runner, parts, live } = context;
  // Pending results come first: they know more.
  if (runner.endedCount > 0) return;
  // For steps in flight the result will show it.
  const busy = new Set(runner.steps().flatMap(({ step, isRunning }) => (isRunning ? [nodesOf(step).itemId] : [])));
  const placing = root.placing((id) => busy.has(id));
  if (placing.length === 0) return;
  const recognizing: RecognizingPlaced = {
    root,
    journal: parts.store.journal,
    nowMs: parts.clock.nowMs(),
    batch: () => {
      live.batch ??= nextBatch(context);
      return live.batch;
    },
    isSought: ({ itemId, parentLocalId }) => isSought(context, itemId, parentLocalId),
  };
  root.transaction(() => recognize(recognizing, placing));
}

/** Runs within a transaction. An item that a scan of its folder does not show was never placed. */
export function recognize(recognizing: RecognizingPlaced, placing: readonly Placing[]): void {
  const { root } = recognizing;
  for (const one of placing) {
    const here = placedNode(root, one);
    if (here === null && recognizing.isSought(one)) continue;
    if (here !== null) record(recognizing, one, here);
    root.forgetPlacing(one.itemId);
  }
}

/**
 * Null: not found, or it now belongs to another item. The file it replaced may still have the row of an item that was deleted and recreated
 * on the service as this one (SPEC P11).
 */
function placedNode(
  root: RootStore,
  { itemId, localId, parentLocalId, kind, fingerprint }: Placing,
): LocalEntry | null {
  const isFree = ({ id }: LocalEntry): boolean =>
    id === localId || (root.syncedByLocal(id)?.itemId ?? itemId) === itemId;
  const here = root
    .localByIdentity(fingerprint.identity)
    .find((entry) => entry.kind === kind && !root.isMissing(entry.id) && isFree(entry));
  const isKnown = root.remote(itemId) !== undefined || root.goneSequence(itemId) !== undefined;
  if (here === undefined || !isKnown || root.syncedByLocal(parentLocalId) === undefined) return null;
  const holder = root.syncedByItem(itemId)?.localId ?? here.id;
  return holder === here.id || root.local(holder) === undefined ? here : null;
}

function record({ root, journal, nowMs, batch }: RecognizingPlaced, placed: Placing, { id }: LocalEntry): void {
  const { itemId, kind, content, etag } = placed;
  const former = root.syncedByLocal(id);
  const before = root.syncedByItem(itemId) ?? former;
  root.putSynced({ ...placed, localId: id });
  if (before === undefined && kind === 'folder') root.markLeftAlone(id);
  root.markDirtyLocal(id);
  for (const item of new Set([former?.itemId ?? itemId, itemId])) root.markDirtyItem(item);
  const described = {
    side: 'local',
    path: root.localPath(id) ?? placed.localName,
    fromPath: null,
    atMs: nowMs,
    rootId: root.id,
    batch: batch(),
    rule: 'P85',
    localId: id,
    itemId,
    by: root.changedBy(itemId),
  } as const;
  if (content === null) {
    const made = { kind: 'create-local-folder', itemKind: 'folder', bytes: null, before: null } as const;
    journal.append({ ...described, ...made, after: JSON.stringify({ itemId }) });
    return;
  }
  journal.append({
    ...described,
    kind: before === undefined ? 'download' : 'download-version',
    itemKind: 'file',
    bytes: content.sizeBytes,
    before:
      before === undefined ? null : JSON.stringify({ itemId, ...(before.content ?? { sha1: null, sizeBytes: null }) }),
    after: JSON.stringify({ itemId, etag, ...content }),
  });
}
