import { join } from 'node:path';
import { nodesOf } from '../../execute/subject.ts';
import type { LocalEntry } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import { STATE_FOLDER } from '../../model/names/state-folder.ts';
import type { Placing } from '../../model/plan/placing.ts';
import { nextBatch } from '../../root/record/record-results.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { JournalTable } from '../../store/history/journal-table.ts';
import type { RootStore } from '../../store/root-store.ts';
import { isSought, seek } from './sought-places.ts';

export type RecognizingPlaced = {
  readonly root: RootStore;
  readonly journal: JournalTable;
  readonly nowMs: number;
  readonly batch: () => number;
  /** Whether the folder it was placed in still has to be scanned. */
  readonly isSought: (placing: Placing) => boolean;
  readonly stagingOf: (placing: Placing) => StagingState;
};

/**
 * Where the file of an open placement is: `left` its staging name, so it was installed; still `there`, so it was not; or nobody
 * looked. `untold`: a folder, a record of an older version, or no staging folder to look into.
 */
export type StagingState = 'left' | 'there' | 'unseen' | 'untold';

export type StagingLook = ReadonlyMap<ItemId, StagingState>;

/** Looks for the staging files of open placements. Reads nothing if there are none, which is nearly always. */
export async function lookAtStaging({ root, runner, parts, record }: RootContext): Promise<StagingLook> {
  const open = openPlacings({ root, runner });
  if (open.length === 0) return new Map();
  const { fileSystem } = parts;
  const names = new Set(await fileSystem.listStaging(record.localPath));
  // Looked at last: if the volume went meanwhile, the list may be that of an empty mount point.
  const isThere = (await fileSystem.stat(join(record.localPath, STATE_FOLDER, 'staging'))) !== null;
  const state = (name: string | null): StagingState =>
    name === null || !isThere ? 'untold' : names.has(name) ? 'there' : 'left';
  return new Map(open.map(({ itemId, stagingName }) => [itemId, state(stagingName)]));
}

/** Before a full scan: it shows whether these were placed, so no further scan is needed for them. */
export function seekPlaced(context: RootContext): void {
  for (const { itemId, parentLocalId } of openPlacings(context)) seek(context, itemId, parentLocalId);
}

/** Those of steps in flight are left to their results. */
function openPlacings({ root, runner }: Pick<RootContext, 'root' | 'runner'>): readonly Placing[] {
  const busy = new Set(runner.running().map((step) => nodesOf(step).itemId));
  return root.placing((id) => busy.has(id));
}

/**
 * Runs before planning. If a process placed an item and ended before recording it, or a step failed after its effect, the item is found by
 * its file identity and recorded as synced. So is what a person saved in its place. Otherwise it would count as a new local item and come
 * back after a delete on the service, or conflict with the version that it was made from (SPEC P85).
 */
export function recognizePlaced(context: RootContext, staging: StagingLook): void {
  const { root, runner, parts, rounds } = context;
  // Pending results come first: they know more.
  if (runner.endedCount > 0) return;
  const placing = openPlacings(context);
  if (placing.length === 0) return;
  const recognizing: RecognizingPlaced = {
    root,
    journal: parts.store.journal,
    nowMs: parts.clock.nowMs(),
    batch: () => rounds.batch(() => nextBatch(context)),
    isSought: ({ itemId, parentLocalId }) => isSought(context, itemId, parentLocalId),
    stagingOf: ({ itemId }) => staging.get(itemId) ?? 'unseen',
  };
  const settled = root.transaction(() => recognize(recognizing, placing));
  for (const item of settled) context.effects.sought.delete(item);
}

/** Returns the settled items. Runs within a transaction. An item that a scan of its folder does not show was never placed, or was removed since. */
export function recognize(recognizing: RecognizingPlaced, placing: readonly Placing[]): readonly ItemId[] {
  const { root } = recognizing;
  const settled: ItemId[] = [];
  for (const one of placing) {
    const state = recognizing.stagingOf(one);
    let here = placedNode(root, one);
    if (here === null && state !== 'there') {
      if (state === 'unseen' || recognizing.isSought(one)) continue;
      if (state === 'left' || one.fingerprint === null) here = inItsPlace(root, one);
    }
    if (here !== null) record(recognizing, one, here);
    root.forgetPlacing(one.itemId);
    settled.push(one.itemId);
  }
  return settled;
}

/** Null: not found, or its identity is not known. */
const placedNode = (root: RootStore, placed: Placing): LocalEntry | null =>
  placed.fingerprint === null
    ? null
    : (root.localByIdentity(placed.fingerprint.identity).find((entry) => isOf(root, placed, entry)) ?? null);

/**
 * What has its name. A file was installed, and now another one is there: a person saved over it by a rename. A folder was about to be
 * created where none was known. Null: nothing has, or it is the file from before the install.
 */
function inItsPlace(root: RootStore, placed: Placing): LocalEntry | null {
  const { localId, parentLocalId, localName } = placed;
  const here = localId === null ? root.localByName(parentLocalId, localName) : root.local(localId);
  if (here === undefined || !isOf(root, placed, here)) return null;
  return root.syncedByLocal(here.id)?.fingerprint.identity === here.fingerprint.identity ? null : here;
}

/**
 * Whether this node may stand for the placed item: it belongs to no other one. The file it replaced may still have the row of an item that
 * was deleted and recreated on the service as this one (SPEC P11).
 */
function isOf(
  root: RootStore,
  { itemId, localId, parentLocalId, kind }: Placing,
  { id, kind: is }: LocalEntry,
): boolean {
  if (is !== kind || root.isMissing(id)) return false;
  const isFree = id === localId || (root.syncedByLocal(id)?.itemId ?? itemId) === itemId;
  const isKnown = root.remote(itemId) !== undefined || root.goneSequence(itemId) !== undefined;
  if (!isFree || !isKnown || root.syncedByLocal(parentLocalId) === undefined) return false;
  const holder = root.syncedByItem(itemId)?.localId ?? id;
  return holder === id || root.local(holder) === undefined || root.isMissing(holder);
}

function record(
  { root, journal, nowMs, batch }: RecognizingPlaced,
  placed: Placing,
  { id, fingerprint }: LocalEntry,
): void {
  const { stagingName: _installed, ...agreed } = placed;
  const { itemId, kind, content, etag } = agreed;
  const former = root.syncedByLocal(id);
  const before = root.syncedByItem(itemId) ?? former;
  root.putSynced({ ...agreed, localId: id, fingerprint: placed.fingerprint ?? fingerprint });
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
