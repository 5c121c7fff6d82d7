import { noteAltered } from './altered.ts';
import type { Gone, LocalWrite, StepDone } from './execute/step-result.ts';
import { nodesOf } from './execute/subject.ts';
import { noteLeftOver } from './left-over.ts';
import { type LocalEntry, type RemoteEntry, type SyncedEntry, sameFingerprint } from './model/entry.ts';
import { type ItemId, isNewerSequence, type LocalId } from './model/ids.ts';
import { nameKey } from './model/name-key.ts';
import type { Step } from './model/step.ts';
import { removeAsUnseen, wasListedSince } from './remote/observation.ts';
import { noteAnswer } from './remote/witness.ts';
import { isSettledAtOnce } from './settled-at-once.ts';
import type { JournalEntry, JournalTable } from './store/journal-table.ts';
import type { RootStore } from './store/root-store.ts';

export type Recording = {
  readonly root: RootStore;
  readonly journal: JournalTable;
  readonly nowMs: number;
  readonly batch: number;
  /** Told of a local node that was seen otherwise than the step left it: it is looked at once more. */
  readonly doubt: (id: LocalId) => void;
};

/**
 * Writes down what a step has done; runs within a transaction. What was observed after the effect is newer and stays: the
 * difference between it and what is agreed on is the next plan's work. Every node of the step is marked, so that the planner
 * itself confirms that the two sides agree; but for a file that is plainly the same on both sides (`settled-at-once.ts`).
 */
export function recordDone(recording: Recording, step: Step, result: StepDone): JournalEntry | null {
  const { root } = recording;
  const { localId, itemId } = nodesOf(step);
  if (result.hashed !== null) recordHash(root, result, result.hashed);
  const written = result.local === null ? null : recordLocal(recording, result.local, result.takenAt);
  if (result.remote !== null) recordRemote(root, result);
  if (result.gone !== null) recordGone(root, result.gone, result.takenAt);
  const agreedId = recordAgreement(root, result, written);
  const item = itemId ?? result.agreed?.itemId ?? result.remote?.id ?? null;
  const reason = root.blockedOf({ localId, itemId });
  const hasReason = reason !== undefined || root.blockedOf({ localId: null, itemId: item }) !== undefined;
  if (!hasReason && isSettledAtOnce(root, step, result)) {
    root.cleanParked({ localIds: localId === null ? [] : [localId], itemIds: item === null ? [] : [item] });
    return null;
  }
  for (const id of new Set([localId, written, agreedId])) if (id !== null) root.markDirtyLocal(id);
  if (item !== null) root.markDirtyItem(item);
  // The reason may be about an earlier item of this node: nobody else would ask for that one again.
  if (reason !== undefined && reason.itemId !== null) root.markDirtyItem(reason.itemId);
  // Reading a file brings nothing into step: what failed before is still to be tried again, and nothing else says when.
  const isOnlyRead = step.kind === 'hash' && result.agreed === null && reason?.operation !== 'hash';
  if (!isOnlyRead) root.clearBlocked({ localId, itemId });
  if (result.journal !== null) root.clearReleased({ localId, itemId });
  if (result.journal === null) return null;
  return recording.journal.append({
    ...result.journal,
    atMs: recording.nowMs,
    rootId: root.id,
    batch: recording.batch,
    kind: step.kind,
    rule: step.rule,
    localId: localId ?? written,
    itemId: item,
    before: result.journal.before === null ? null : JSON.stringify(result.journal.before),
    after: result.journal.after === null ? null : JSON.stringify(result.journal.after),
  });
}

function recordHash(root: RootStore, { agreed, takenAt }: StepDone, hashed: NonNullable<StepDone['hashed']>): void {
  const { localId, fingerprint, sha1 } = hashed;
  const row = root.local(localId);
  const there = agreed?.content ?? null;
  const isAltered = there !== null && there.sha1 !== sha1;
  noteAltered(root, localId, isAltered ? sha1 : null);
  if (row === undefined || !sameFingerprint(row.fingerprint, fingerprint)) return;
  if (!isAltered) root.setLocalSha1(localId, sha1);
  // A service that alters what it takes (edge case 66): the file as it is here stands for what the service made of it. Its own
  // digest would look like an edit for ever.
  else if (row.sha1 !== null) root.putLocal({ ...row, sha1: null }, takenAt);
}

/** Returns the number that the thing on disk has; null when the tree has no place for it (any more). */
function recordLocal(recording: Recording, write: LocalWrite, takenAt: number): LocalId | null {
  const { root, doubt } = recording;
  if (root.local(write.parentId) === undefined) return null;
  const movedId = movedOn(root, write);
  if (movedId !== null) return movedId;
  const id = write.id ?? numberOf(root, write);
  const row = id === null ? undefined : root.local(id);
  // Observed as gone since: that is newer.
  if (write.id !== null && row === undefined) return null;
  const known = id ?? root.newLocalId();
  if (row !== undefined && isSeenOtherwise(row, write)) {
    // A person saved into it while the step ended. Which of the two looks came later is not known: the disk is asked again.
    if (write.id !== null) {
      root.putLocal({ ...write, id: known, fingerprint: row.fingerprint, sha1: row.sha1 }, takenAt);
      settleName(recording, write, known, takenAt);
    }
    doubt(known);
    return known;
  }
  // Nobody saw it there when its folder was listed: before the step put it there, or after somebody took it away.
  if (row !== undefined && root.isMissing(known)) doubt(known);
  const isNewer = row !== undefined && root.localTakenAt(row.id) > takenAt;
  if (!isNewer) {
    root.putLocal({ ...write, id: known }, takenAt);
    root.clearMissing(known);
    settleName(recording, write, known, takenAt);
  } else if (write.sha1 !== null && sameFingerprint(row.fingerprint, write.fingerprint)) {
    root.setLocalSha1(known, write.sha1);
  }
  return known;
}

/**
 * Of two at one name only one is there (I9). What a scan met at the name meanwhile, and nobody agreed on, is this thing: met at both
 * places while the step moved it, and taken for another name of it (edge case 56), or saved over what the step had just put there (47).
 * Of anything else that one stands there which came last, and the other one is looked for.
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

/**
 * The new content that a step put in the place of a file, and that a person moved on before that was written down: the scanner
 * has met it elsewhere as something new, and what it replaced is nowhere. It is the one that was agreed on.
 */
function movedOn(root: RootStore, { id, kind, fingerprint }: LocalWrite): LocalId | null {
  if (id === null || kind !== 'file') return null;
  if (root.local(id) !== undefined && !root.isMissing(id)) return null;
  const elsewhere = root
    .localByIdentity(fingerprint.identity)
    .find((row) => row.id !== id && row.kind === kind && !root.isMissing(row.id));
  return elsewhere === undefined || root.syncedByLocal(elsewhere.id) !== undefined ? null : elsewhere.id;
}

/** The scanner may have met it first; or the name belonged to something that was never agreed on and is gone now. */
function numberOf(root: RootStore, write: LocalWrite): LocalId | null {
  const seen = root.localByIdentity(write.fingerprint.identity).find((row) => row.kind === write.kind);
  if (seen !== undefined) return seen.id;
  const namesake = root.localByName(write.parentId, write.name);
  const isFree =
    namesake !== undefined && namesake.kind === write.kind && root.syncedByLocal(namesake.id) === undefined;
  return isFree ? namesake.id : null;
}

function recordRemote(root: RootStore, { remote, takenAt }: StepDone): void {
  if (remote === null || remote.parentId === null) return;
  if (root.remote(remote.parentId) === undefined) return recordGoneAlong(root, remote, remote.parentId, takenAt);
  const row = root.remote(remote.id);
  const known = row === undefined ? root.goneSequence(remote.id) : row.sequenceId;
  if (known !== undefined && isNewerSequence(known, remote.sequenceId)) return;
  root.putRemote(remote, takenAt);
  // As if it had been written down before that listing: it was agreed on, and has gone since.
  if (row === undefined && wasListedSince(root, takenAt)) removeAsUnseen(root, remote, takenAt);
  // What is known as just this was told of already.
  else if (row === undefined || row.sequenceId === null || row.sequenceId !== remote.sequenceId) {
    noteAnswer(root, remote.id);
  }
}

/** Its folder went before that was written down, and took it along: as if it had been known in there. */
function recordGoneAlong(root: RootStore, remote: RemoteEntry, folder: ItemId, takenAt: number): void {
  const isKnown = root.remote(remote.id) !== undefined || root.goneSequence(remote.id) !== undefined;
  if (isKnown || root.goneSequence(folder) === undefined) return;
  root.putRemote(remote, takenAt);
  root.removeRemote(remote.id, takenAt, undefined, root.wasLost(folder));
}

/** All in these folders is gone but what is not synced, and the folders of it. */
function recordLeft(root: RootStore, left: readonly LocalId[], takenAt: number): void {
  const staying = new Set(left);
  for (const folder of left) {
    for (const child of root.localChildren(folder)) if (!staying.has(child.id)) root.removeLocal(child.id, takenAt);
  }
  noteLeftOver(root, left);
}

/** What has gone, with all below it, takes its rows along. Runs within a transaction. */
export function recordGone(root: RootStore, gone: Gone, takenAt: number): void {
  if (gone.local !== null) root.removeLocal(gone.local, takenAt);
  if (gone.remote !== null && root.remoteTakenAt(gone.remote) <= takenAt) root.removeRemote(gone.remote, takenAt);
  if (gone.left !== undefined) recordLeft(root, gone.left, takenAt);
  if (gone.row === null) return;
  const { localId, below } = gone.row;
  const row = root.syncedByLocal(localId);
  const rows = below ? removeTaken(root, gone, localId) : row === undefined ? [] : [row];
  if (!below) root.removeSynced(localId);
  for (const dropped of rows) {
    root.markDirtyLocal(dropped.localId);
    root.markDirtyItem(dropped.itemId);
  }
}

/**
 * Takes out the rows of all that went with an item; returns them and those that stay. What was agreed on in a folder and stands
 * elsewhere on that side did not go: it is agreed on as of the folder above from now on. Without a row it would look new, and
 * come back although it was deleted (I4), or be sent once more although it was only moved (I8).
 */
function removeTaken(root: RootStore, gone: Gone, top: LocalId): readonly SyncedEntry[] {
  const above = root.syncedByLocal(top)?.parentLocalId ?? null;
  const rows = root.removeSyncedBelow(top);
  if (above === null) return rows;
  const staying = rows.filter((row) => row.localId !== top && standsElsewhere(root, gone, row));
  const ids = new Set(staying.map(({ localId }) => localId));
  for (const row of staying) {
    const isParentHere = row.parentLocalId !== null && ids.has(row.parentLocalId);
    root.putSynced(isParentHere ? row : { ...row, parentLocalId: above });
  }
  return rows;
}

/** Asked when the nodes of what went are out of their tree already. A step that took nothing away had both sides gone before. */
function standsElsewhere(root: RootStore, { local, remote, left }: Gone, row: SyncedEntry): boolean {
  const isForgotten = local === null && remote === null && left === undefined;
  const isHere = root.local(row.localId)?.kind === row.kind && left?.includes(row.localId) !== true;
  const isThere = root.remote(row.itemId)?.kind === row.kind && !root.isExcluded(row.itemId);
  if (isForgotten) return isHere || isThere;
  return remote === null ? isHere : isThere;
}

/**
 * Agreed is only what both trees know of, below a folder that is agreed on (I9); else the next plan finds it again. An item that
 * was deleted while the step ran was agreed on all the same: without its row the other side would look new, and come back (I4).
 */
function recordAgreement(root: RootStore, { agreed }: StepDone, written: LocalId | null): LocalId | null {
  if (agreed === null) return null;
  const localId = written ?? agreed.localId;
  const wasThere = root.remote(agreed.itemId) !== undefined || root.goneSequence(agreed.itemId) !== undefined;
  if (localId === null || !wasThere) return null;
  if (root.syncedByLocal(agreed.parentLocalId) === undefined) return null;
  // The item that the file had before it was made again (SPEC P11) may wait for a step that nobody needs any more.
  const before = root.syncedByLocal(localId)?.itemId ?? null;
  if (before !== null && before !== agreed.itemId) root.markDirtyItem(before);
  // A service that was set back gives the number of what it made before to something else (edge case 95): what had it is in doubt.
  const holder = root.syncedByItem(agreed.itemId)?.localId ?? localId;
  if (holder !== localId) root.markDirtyLocal(holder);
  root.putSynced({ ...agreed, localId });
  if (before === null && agreed.kind === 'folder') root.markLeftAlone(localId);
  return localId;
}
