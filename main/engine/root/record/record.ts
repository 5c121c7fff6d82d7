import type { Agreement, Gone, LocalWrite, StepDone } from '../../execute/step-result.ts';
import { nodesOf } from '../../execute/subject.ts';
import {
  isSurelySame,
  isUntouched,
  type LocalEntry,
  type RemoteEntry,
  type SyncedEntry,
  sameFingerprint,
} from '../../model/entry.ts';
import { type ItemId, isNewerSequence, type LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Deed } from '../../model/plan/step.ts';
import { scopeOf } from '../../model/scope.ts';
import { isAnother } from '../../observe/remote/another-item.ts';
import { removeAsUnseen, wasListedSince } from '../../observe/remote/observation.ts';
import { noteAnswer } from '../../observe/remote/witness.ts';
import type { JournalEntry, JournalTable } from '../../store/history/journal-table.ts';
import type { RootStore } from '../../store/root-store.ts';
import { noteAltered } from './altered.ts';
import { describedBy } from './entry-paths.ts';
import { returnOf } from './returned.ts';
import { isSettledAtOnce } from './settled-at-once.ts';

export type Recording = {
  readonly root: RootStore;
  readonly journal: JournalTable;
  readonly nowMs: number;
  readonly batch: number;
  /** Called with a local node that was observed in a different state than the step left it; it is scanned again. */
  readonly doubt: (id: LocalId) => void;
};

/**
 * Records what a step has done, or an intent turned out to have done (SPEC P85); runs within a transaction. Anything observed after the step is newer and wins; the difference to the
 * agreement is left to the next plan. Every node of the step is marked dirty so that the planner confirms the sync, except for a file that
 * is plainly the same on both sides (`settled-at-once.ts`).
 */
export function recordDone(recording: Recording, deed: Deed, result: StepDone): JournalEntry | null {
  const { root } = recording;
  const { localId, itemId } = nodesOf(deed);
  if (isOfForgotten(root, result)) {
    if (localId !== null) root.markDirtyLocal(localId);
    if (itemId !== null) root.markDirtyItem(itemId);
    return null;
  }
  const described =
    result.journal === null ? null : { ...describedBy(root, result.journal), ...returnOf(recording, deed) };
  if (result.hashed !== null) recordHash(root, result, result.hashed);
  const written = result.local === null ? null : recordLocal(recording, result.local, result.takenAt);
  if (result.remote !== null) recordRemote(root, result);
  if (result.gone !== null) recordGone(root, result.gone, result.takenAt);
  // In the new folder there is room for what an ignored item kept out of the one that it replaces (SPEC P34).
  if (deed.kind === 'create-local-folder' && itemId !== null && root.syncedByItem(itemId) !== undefined)
    root.markUnsynced(itemId);
  const agreedId = recordAgreement(root, result, written);
  const item = itemId ?? result.agreed?.itemId ?? result.remote?.id ?? null;
  // It came here again after the delete without an answer: items that go with it later are not new (SPEC P85).
  if (result.local?.id === null && item !== null) root.forgetTrashing(item);
  const reason = root.reasonOf({ localId, itemId });
  const hasReason = reason !== undefined || root.reasonOf({ localId: null, itemId: item }) !== undefined;
  if (!hasReason && isSettledAtOnce(root, deed, result)) {
    root.cleanParked({ localIds: localId === null ? [] : [localId], itemIds: item === null ? [] : [item] });
    return null;
  }
  for (const id of new Set([localId, written, agreedId])) if (id !== null) root.markDirtyLocal(id);
  if (item !== null) root.markDirtyItem(item);
  // The reason may concern an earlier item of this node, which nothing else would plan again.
  if (reason !== undefined && reason.itemId !== null) root.markDirtyItem(reason.itemId);
  // Reading a file syncs nothing: keep the reason of the earlier failure, because it holds the only retry time.
  const isOnlyRead = deed.kind === 'hash' && result.agreed === null && reason?.step?.kind !== 'hash';
  // The planner withdraws its own reasons: that a file cannot move stays true when it has a new version (SPEC P33).
  const isOfPlanner = reason !== undefined && reason.source !== 'step' && reason.step === null;
  if (!isOnlyRead && !isOfPlanner) root.clearReason({ localId, itemId });
  if (described === null) return null;
  root.clearReleased({ localId, itemId });
  return recording.journal.append({
    ...described,
    atMs: recording.nowMs,
    rootId: root.id,
    batch: recording.batch,
    rule: deed.rule,
    localId: localId ?? written,
    itemId: item,
    by: described.side === 'local' && item !== null ? root.changedBy(item) : null,
  });
}

/**
 * A late response about an item whose id now belongs to another kind of item: the service was set back and reused it (edge case 95). The
 * effect of the step was lost with the state it changed.
 */
function isOfForgotten(root: RootStore, { remote }: StepDone): boolean {
  const known = remote === null ? undefined : root.remote(remote.id);
  return known !== undefined && known.kind !== remote?.kind;
}

function recordHash(root: RootStore, { agreed, takenAt }: StepDone, hashed: NonNullable<StepDone['hashed']>): void {
  const { localId, fingerprint, sha1 } = hashed;
  const row = root.local(localId);
  const there = agreed?.content ?? null;
  const isAltered = there !== null && there.sha1 !== sha1;
  noteAltered(root, localId, isAltered ? sha1 : null);
  // Seen with another change time since: the hash may be of the bytes before a save (edge case 51).
  if (row === undefined || !isUntouched(row.fingerprint, fingerprint)) return;
  if (!isAltered) root.setLocalSha1(localId, sha1);
  // A service that alters uploads (edge case 66): the local file stands for the altered content. Its own digest would always look like an
  // edit, so it is not stored.
  else if (row.sha1 !== null) root.putLocal({ ...row, sha1: null }, takenAt);
}

/** Returns the local id of the item on disk; null if the tree has no place for it. */
function recordLocal(recording: Recording, write: LocalWrite, takenAt: number): LocalId | null {
  const { root, doubt } = recording;
  if (root.local(write.parentId) === undefined) return null;
  const id = write.id ?? numberOf(root, write);
  const row = id === null ? undefined : root.local(id);
  // Observed as deleted since: that is newer.
  if (write.id !== null && row === undefined) return null;
  const known = id ?? root.newLocalId();
  if (row !== undefined && isSeenOtherwise(row, write)) {
    // A user saved into it while the step ended. Which observation is newer is unknown, so scan again.
    if (write.id !== null) {
      root.putLocal({ ...write, id: known, fingerprint: row.fingerprint, sha1: row.sha1 }, takenAt);
      settleName(recording, write, known, takenAt);
    }
    doubt(known);
    return known;
  }
  // The last listing of its folder did not show it: either the step had not placed it yet, or it was removed since.
  if (row !== undefined && root.isMissing(known)) doubt(known);
  const isNewer = row !== undefined && root.localTakenAt(row.id) > takenAt;
  if (!isNewer) {
    root.putLocal({ ...write, id: known }, takenAt);
    root.clearMissing(known);
    settleName(recording, write, known, takenAt);
  } else if (write.sha1 !== null && isUntouched(row.fingerprint, write.fingerprint)) {
    root.setLocalSha1(known, write.sha1);
  }
  return known;
}

/**
 * Only one item can hold a name (I9). An unsynced entry that a scan found at this name is this same item: seen at both places while the step
 * moved it and taken for a hard link (edge case 56), or saved over what the step had just placed (47). Otherwise the entry observed later
 * holds the name, and the other one is marked missing.
 */
function settleName({ root, nowMs, doubt }: Recording, write: LocalWrite, id: LocalId, takenAt: number): void {
  const { parentId, name, kind, fingerprint } = write;
  const other = root
    .localByKey(parentId, nameKey(name))
    .find((row) => row.name === name && row.id !== id && !root.isMissing(row.id));
  if (other === undefined) return;
  const isNew = root.syncedByLocal(other.id) === undefined && root.localChildren(other.id).length === 0;
  const isThis = other.kind === kind && isNew;
  if (isThis) root.removeLocal(other.id, takenAt);
  else root.markMissing(root.localTakenAt(other.id) > takenAt ? id : other.id, takenAt, nowMs);
  if (!isThis || other.fingerprint.identity !== fingerprint.identity) doubt(id);
}

function isSeenOtherwise(row: LocalEntry, { kind, fingerprint }: LocalWrite): boolean {
  const isSameFile = kind === 'file' && row.kind === 'file' && row.fingerprint.identity === fingerprint.identity;
  return isSameFile && !sameFingerprint(row.fingerprint, fingerprint);
}

/** The scan may have found it first; or the name belonged to an unsynced entry that is gone. */
function numberOf(root: RootStore, write: LocalWrite): LocalId | null {
  const seen = root.localByIdentity(write.fingerprint.identity).find((row) => isOfRow(row, write));
  if (seen !== undefined) return seen.id;
  const namesake = root.localByName(write.parentId, write.name);
  const isFree =
    namesake !== undefined && namesake.kind === write.kind && root.syncedByLocal(namesake.id) === undefined;
  return isFree ? namesake.id : null;
}

const isOfRow = (row: LocalEntry, { parentId, name, kind, fingerprint }: LocalWrite): boolean =>
  row.kind === kind &&
  ((row.parentId === parentId && row.name === name) || isSurelySame(kind, row.fingerprint, fingerprint));

/** The answer of the service about an item. Until an event confirms it, it shows whether the service was set back (edge case 95). */
export function recordRemote(root: RootStore, { remote, takenAt }: Pick<StepDone, 'remote' | 'takenAt'>): void {
  if (remote === null || remote.parentId === null) return;
  if (root.remote(remote.parentId) === undefined) return recordGoneAlong(root, remote, remote.parentId, takenAt);
  const row = root.remote(remote.id);
  const known = row === undefined ? root.goneSequence(remote.id) : row.sequenceId;
  if (known !== undefined && isNewerSequence(known, remote.sequenceId)) return;
  root.putRemote(remote, takenAt);
  // A listing since then did not show it. Treat it as recorded before that listing: synced, then deleted.
  if (row === undefined && wasListedSince(root, takenAt)) removeAsUnseen(root, remote, takenAt);
  // The event of this very state was already seen. One that says something else was of another item, or this response is (edge case 95).
  else if (row?.sequenceId === null || row?.sequenceId !== remote.sequenceId || isAnother(row, remote)) {
    noteAnswer(root, { id: remote.id, gone: null });
  }
}

/** Its folder was deleted before this was recorded, and the item with it. */
function recordGoneAlong(root: RootStore, remote: RemoteEntry, folder: ItemId, takenAt: number): void {
  const isKnown = root.remote(remote.id) !== undefined || root.goneSequence(remote.id) !== undefined;
  if (isKnown || root.goneSequence(folder) === undefined) return;
  root.putRemote(remote, takenAt);
  root.removeRemote(remote.id, takenAt, undefined, scopeOf(root, folder) === 'lost');
}

/** Everything in these folders is gone except ignored items and the folders that contain them. */
function recordLeft(root: RootStore, left: readonly LocalId[], takenAt: number): void {
  const staying = new Set(left);
  for (const folder of left) {
    for (const child of root.localChildren(folder)) if (!staying.has(child.id)) root.removeLocal(child.id, takenAt);
  }
  root.noteLeftOver(left);
}

/** Removes a deleted item with everything below it, rows included, and returns the rows as they were. Runs within a transaction. */
export function recordGone(root: RootStore, gone: Gone, takenAt: number): readonly SyncedEntry[] {
  if (gone.local !== null) root.removeLocal(gone.local, takenAt);
  if (gone.remote !== null && root.remoteTakenAt(gone.remote) <= takenAt) recordGoneThere(root, gone.remote, takenAt);
  if (gone.left !== undefined) recordLeft(root, gone.left, takenAt);
  if (gone.row === null) return [];
  const { localId, below } = gone.row;
  const row = root.syncedByLocal(localId);
  const rows = below ? removeTaken(root, gone, localId) : row === undefined ? [] : [row];
  if (!below) root.removeSynced(localId);
  root.markDirty({ localIds: rows.map((dropped) => dropped.localId), itemIds: rows.map(({ itemId }) => itemId) });
  return rows;
}

/** The service's answer to a delete. Until an event confirms it, it shows whether the service was set back, as in {@link recordRemote}. */
function recordGoneThere(root: RootStore, id: ItemId, takenAt: number): void {
  const known = root.remote(id);
  root.removeRemote(id, takenAt);
  if (known !== undefined) noteAnswer(root, { id, gone: known.kind });
}

/**
 * Removes the rows of everything that was deleted with an item; returns all of them. A synced item that is now elsewhere on that side was
 * not deleted, and one that was deleted there before may still be elsewhere on the other side: its row moves to the folder above. Without a
 * row it would look new and come back although it was deleted (I4), or be sent again although it only moved (I8).
 */
function removeTaken(root: RootStore, gone: Gone, top: LocalId): readonly SyncedEntry[] {
  const above = root.syncedByLocal(top)?.parentLocalId ?? null;
  const rows = root.removeSyncedBelow(top);
  if (above === null) return rows;
  const staying = rows.filter((row) => row.localId !== top && standsElsewhere(root, gone, row));
  const ids = new Set(staying.map(({ localId }) => localId));
  const items = new Map(rows.map(({ localId, itemId }) => [localId, itemId]));
  for (const row of staying) {
    const isParentHere = row.parentLocalId !== null && ids.has(row.parentLocalId);
    root.putSynced(isParentHere ? row : { ...row, parentLocalId: above, ...leftFolder(root, row, items) });
  }
  return rows;
}

/** If it was here that the folder left, the item is still in it on the service, and only its move here counts (SPEC P66). */
function leftFolder(
  root: RootStore,
  row: SyncedEntry,
  items: ReadonlyMap<LocalId, ItemId>,
): Pick<SyncedEntry, 'leftFolder'> {
  const folder = row.parentLocalId === null ? undefined : items.get(row.parentLocalId);
  const isThere = folder !== undefined && root.remote(folder) !== undefined;
  return row.leftFolder === undefined && isThere && root.local(row.localId) !== undefined ? { leftFolder: folder } : {};
}

/** Runs after the deleted nodes have left their tree. If the step deleted nothing, both sides were gone before it. */
export function standsElsewhere(
  root: RootStore,
  { local, remote, left, deletedBefore }: Gone,
  row: SyncedEntry,
): boolean {
  const isForgotten = local === null && remote === null && left === undefined;
  const isHere = root.local(row.localId)?.kind === row.kind && left?.includes(row.localId) !== true;
  const isThere = root.remote(row.itemId)?.kind === row.kind && scopeOf(root, row.itemId) !== 'deselected';
  if (isForgotten) return isHere || isThere;
  const isFromHere = remote === null;
  const wasDeleted = deletedBefore?.has(row.localId) === true;
  return isFromHere === wasDeleted ? isThere : isHere;
}

/**
 * Records an agreement only if both trees know the item, below a synced folder (I9); otherwise the next plan finds it. An item deleted on
 * the service while the step ran is still recorded: without its row the local side would look new and come back (I4).
 */
function recordAgreement(root: RootStore, { agreed, remote }: StepDone, written: LocalId | null): LocalId | null {
  if (agreed === null) return null;
  const localId = written ?? agreed.localId;
  const wasThere = root.remote(agreed.itemId) !== undefined || root.goneSequence(agreed.itemId) !== undefined;
  if (localId === null || !wasThere) return null;
  const parentLocalId = syncedFolder(root, agreed, remote);
  if (parentLocalId === null) return null;
  // The item this file had before it was recreated (SPEC P11) may wait for a step that is no longer needed.
  const before = root.syncedByLocal(localId)?.itemId ?? null;
  if (before !== null && before !== agreed.itemId) root.markDirtyItem(before);
  // A service restored from a backup may reuse an id (edge case 95), so plan its previous holder again.
  const holder = root.syncedByItem(agreed.itemId)?.localId ?? localId;
  if (holder !== localId) {
    root.markDirtyLocal(holder);
    // An item that was agreed on in it is in different folders here and there.
    for (const child of root.syncedChildren(holder)) root.markDirtyLocal(child.localId);
  }
  forgetMissingNamesakes(root, { ...agreed, parentLocalId }, localId);
  root.putSynced({ ...agreed, parentLocalId, localId, ...stillLeft(root, agreed.itemId, parentLocalId) });
  if (before === null && agreed.kind === 'folder') root.markLeftAlone(localId);
  return localId;
}

/** While the item stands in a folder that left this computer, its agreement says so; unless it was moved back into that folder. */
function stillLeft(root: RootStore, item: ItemId, parent: LocalId): Pick<SyncedEntry, 'leftFolder'> {
  const folder = root.syncedByItem(item)?.leftFolder;
  if (folder === undefined || root.remote(item)?.parentId !== folder) return {};
  return root.syncedByItem(folder)?.localId === parent ? {} : { leftFolder: folder };
}

/**
 * The folder of an agreement. One that was deleted here and made again while the step ran has another row: without it, a file that was
 * deleted with the old one would look new on the service and come back (I4). Null: there is none, or its name is taken in it.
 */
function syncedFolder(
  root: RootStore,
  { parentLocalId, localName }: Agreement,
  remote: RemoteEntry | null,
): LocalId | null {
  if (root.syncedByLocal(parentLocalId) !== undefined) return parentLocalId;
  const row = remote === null || remote.parentId === null ? undefined : root.syncedByItem(remote.parentId);
  return row === undefined || root.syncedNamed(row.localId, localName).length > 0 ? null : row.localId;
}

/**
 * Only one item can have a place in the agreement (I9). A missing item that had it may be in a folder that cannot be read now; it counts as
 * never agreed on, so that neither side deletes it.
 */
function forgetMissingNamesakes(
  root: RootStore,
  { parentLocalId, localName }: Pick<SyncedEntry, 'parentLocalId' | 'localName'>,
  localId: LocalId,
): void {
  if (parentLocalId === null) return;
  for (const other of root.syncedNamed(parentLocalId, localName)) {
    if (other.localId === localId || !root.isMissing(other.localId)) continue;
    for (const row of root.removeSyncedBelow(other.localId)) root.markDirtyItem(row.itemId);
    root.removeLocal(other.localId, root.tick());
  }
}
