import { basename, dirname, join } from 'node:path';
import { problem } from '../../execute/problems.ts';
import type { Gone, StepDone, StepFailed, StepStale } from '../../execute/step-result.ts';
import { nodesOf, subjectOf } from '../../execute/subject.ts';
import { backoffMs } from '../../execute/transfer/pace/pace.ts';
import { assertNever } from '../../model/assert-never.ts';
import { parentPath } from '../../model/disk-path.ts';
import type { RemoteEntry } from '../../model/entry.ts';
import { type ItemId, isNewerSequence, type LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import { IGNORE_FILE } from '../../model/names/rule-file.ts';
import type { Problem } from '../../model/plan/problem.ts';
import type { Deed, Step, StepKind } from '../../model/plan/step.ts';
import { askForAll } from '../../observe/remote/arrivals.ts';
import { isBelow } from '../../observe/remote/observation.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import type { RootContext } from '../root-context.ts';
import type { Ended } from '../schedule/step-runner.ts';
import { PATIENCE } from '../state/rounds.ts';
import { noteVersion } from '../waiting/growing-files.ts';
import { putOnlyReason } from '../waiting/one-reason.ts';
import { retryTooLong } from '../waiting/retry.ts';
import { noteInstalled } from '../waiting/snatched.ts';
import { noteCarriedOut } from './note-carried-out.ts';
import { conflictOf } from './note-conflict.ts';
import { noteTrashed, type Taken, takenBy } from './note-trashed.ts';
import { recordDone } from './record.ts';
import { shedGone } from './shed-gone.ts';
import { countStep } from './tally.ts';

/** The most results per transaction: tens of milliseconds with their journal lines, then other work gets a turn. */
export const RESULTS_AT_ONCE = 50;
/** The minimum retry interval for problems only a person can fix. */
const BLOCKED_RETRY_MS = 10 * 60_000;
/** Many versions that arrive together keep as many replaced files until the next look (SPEC P92). */
const REPLACED_LOOK_MS = 10_000;
/** Problems that a person fixes on this computer, possibly at any time. */
const LIFTED_HERE: ReadonlySet<Problem['code']> = new Set(['unreadable', 'unwritable']);

const SETTLES_CONTENT: ReadonlySet<StepKind> = new Set([
  'upload',
  'upload-version',
  'download-version',
  'adopt',
  'hash',
]);

/**
 * Records finished steps, in their order: one transaction for many, so that many small files stay fast. Most of a large deletion is recorded
 * before its own. False: there were none. @throws the error of the store that ended a step, and damage that anything has met since the store was
 * opened: no catch on the way hides it, so nothing is recorded or planned on a damaged store (SPEC P59).
 */
export async function recordResults(context: RootContext): Promise<boolean> {
  const { runner, parts, rounds } = context;
  const damage = parts.store.damage();
  if (damage !== null) throw damage;
  const ended = runner.take(RESULTS_AT_ONCE);
  if (ended.length === 0) return false;
  // All entries of a pass have its number.
  rounds.batch(() => nextBatch(context));
  const entries: JournalEntry[] = [];
  for (const some of apart(context, ended)) {
    const taken = await takenApart(context, some[0]);
    entries.push(...parts.store.transaction(() => some.flatMap((one) => settle(context, one, taken.get(one)))));
  }
  await readRules(context, entries);
  rounds.noteProgress();
  context.notifyChanged(entries);
  return true;
}

/** A rule file that came here is read before the next plan, and the scan that applies it is due (SPEC P89). */
async function readRules({ local, hints, record }: RootContext, entries: readonly JournalEntry[]): Promise<void> {
  for (const { side, path } of entries) {
    if (side !== 'local' || basename(path) !== IGNORE_FILE) continue;
    await local.readRules(path);
    hints.urge(dirname(join(record.localPath, path)));
  }
}

/** In groups: a folder that is gone begins one, because the results before it may say that something in it had moved out. */
function apart({ root }: RootContext, ended: readonly Ended[]): readonly Ended[][] {
  const groups: Ended[][] = [];
  for (const one of ended) {
    const last = groups.at(-1);
    if (last === undefined || goneFolder(root, one) !== null) groups.push([one]);
    else last.push(one);
  }
  return groups;
}

function goneFolder(root: RootContext['root'], { result }: Ended): Gone | null {
  const gone = result.outcome === 'done' ? result.gone : null;
  if (gone === null || gone.row?.below !== true) return null;
  return root.syncedByLocal(gone.row.localId)?.kind === 'folder' ? gone : null;
}

/** The items that a deleted folder takes to the trash, with its size as it was; then its contents are recorded, but for the last portion. */
async function takenApart(context: RootContext, one: Ended | undefined): Promise<ReadonlyMap<Ended, readonly Taken[]>> {
  const gone = one === undefined ? null : goneFolder(context.root, one);
  if (one === undefined || gone === null || one.result.outcome !== 'done') return new Map();
  const taken = takenBy(context, one.step, one.result);
  await shedGone(context.root, gone, one.result.takenAt, context.pace);
  return new Map([[one, taken]]);
}

function settle(
  context: RootContext,
  { step, result, orphans }: Ended,
  takenBefore?: readonly Taken[],
): readonly JournalEntry[] {
  for (const orphan of orphans) context.root.wait(nodesOf(orphan));
  switch (result.outcome) {
    case 'done': {
      const { root, parts } = context;
      const [conflict, taken] = [conflictOf(root, step), takenBefore ?? takenBy(context, step, result)];
      const entry = recordDeed(context, step, result);
      if (entry === null) return [];
      if (conflict !== null) root.putConflict({ ...conflict, atMs: entry.atMs, copyPath: entry.path });
      noteTrashed(context, taken);
      if (step.kind === 'upload-version') noteVersion(context, step.localId, step.expect.sizeBytes);
      if (step.kind === 'download-version') context.replaced.ask(parts.clock.nowMs() + REPLACED_LOOK_MS);
      if (entry.itemKind === 'folder' && step.kind.startsWith('move-')) retryTooLong(context);
      if (entry.side !== 'local') context.service.expectEcho();
      return [entry];
    }
    case 'stale':
      // A folder created in the wrong parent is not the item (SPEC P15).
      if (step.kind === 'create-local-folder') forgetPlacing(context, step);
      requeueStale(context, step, result);
      return [];
    case 'failed':
      noteFailure(context, step, result);
      return [];
    case 'cancelled':
      context.root.wait(nodesOf(step));
      return [];
    default:
      return assertNever(result);
  }
}

/** Records what a step, or an open intent, has done, and what follows from it for both. Runs within a transaction. */
export function recordDeed(context: RootContext, deed: Deed, result: StepDone): JournalEntry | null {
  const { root, parts, rounds, gate } = context;
  rounds.stale.forget(nodeName(deed));
  gate.unreached.forget(accountName(context, deed));
  const recording = {
    root,
    journal: parts.store.journal,
    nowMs: parts.clock.nowMs(),
    batch: rounds.batch(() => nextBatch(context)),
    doubt: (id: LocalId) => lookAt(context, id),
  };
  noteCarriedOut(context, deed, result);
  const entry = recordDone(recording, deed, result);
  if (result.agreed !== null && SETTLES_CONTENT.has(deed.kind)) endSending(context, deed);
  if (PLACES.has(deed.kind)) forgetPlacing(context, deed);
  if (deed.kind === 'trash-remote' && typeof deed.itemId === 'string') root.forgetTrashing(deed.itemId);
  if (deed.kind === 'create-remote-folder' && typeof deed.localId === 'number') root.forgetMaking(deed.localId);
  if (deed.kind === 'move-remote' && typeof deed.itemId === 'string') root.forgetMoving(deed.itemId);
  if (TAKES.has(deed.kind)) forgetTaking(root, deed, result);
  if (entry === null) return null;
  if (deed.kind === 'trash-remote') context.epoch.noteDelete();
  countStep(context.tally, deed.kind, entry);
  if (deed.kind.startsWith('download') && entry.localId !== null) noteInstalled(context, entry.localId);
  return entry;
}

const TAKES: ReadonlySet<StepKind> = new Set(['trash-local', 'rescue']);

function forgetTaking(root: RootContext['root'], deed: Deed, { journal }: StepDone): void {
  const { localId } = nodesOf(deed);
  if (localId !== null) root.forgetTaking(localId);
  for (const { entry } of journal?.trashed ?? []) root.forgetTaking(entry.id);
}

const PLACES: ReadonlySet<StepKind> = new Set(['download', 'download-version', 'create-local-folder']);

function forgetPlacing({ root, effects }: RootContext, deed: Deed): void {
  const { itemId } = nodesOf(deed);
  if (itemId === null) return;
  root.forgetPlacing(itemId);
  effects.looks.delete(itemId);
}

/** The file's content is in sync, so earlier or pending uploads of it no longer matter (SPEC P85). */
function endSending({ parts, execution }: RootContext, deed: Deed): void {
  const { localId } = nodesOf(deed);
  if (localId === null) return;
  const key = `${execution.rootKey}/${localId}`;
  parts.store.transfers.forgetSent(key, null);
  // It may have become synced without its upload session: the file shrank, or its content was found on the service.
  parts.transfers.giveUp(key);
}

/** Not an error: the trees were stale. Use what the step found, and observe the rest before planning again. */
function requeueStale(context: RootContext, step: Step, stale: StepStale): void {
  const { root, hints, service, rounds } = context;
  const { itemId } = nodesOf(step);
  if (itemId !== null && stale.refusedName !== null) noteRefusedName(context, itemId, stale.refusedName);
  for (const entry of stale.found) {
    const row = root.remote(entry.id);
    // A new folder may contain items that only the observer would list.
    if (row === undefined && entry.kind === 'folder') continue;
    if (entry.parentId === null || root.remote(entry.parentId) === undefined) continue;
    const known = row === undefined ? root.goneSequence(entry.id) : row.sequenceId;
    if (known !== undefined && !isNewerSequence(entry.sequenceId, known)) continue;
    // As far as we know, another item has its name: the events that show where that one went come first (I9).
    const isHeld = root.remoteByKey(entry.parentId, nameKey(entry.name)).some(({ id }) => id !== entry.id);
    // It is ahead of the events: as far as we know, the folder that it is in now is still in it.
    const isCyclic = entry.kind === 'folder' && isBelow(root, entry.parentId, entry.id);
    if (isHeld || isCyclic) service.ask();
    else root.putRemote(entry, root.tick());
  }
  for (const id of stale.localIds) lookAt(context, id);
  if (stale.itemIds.length > 0) service.ask();
  const run = rounds.stale.count(nodeName(step), root.tick());
  if (run.times < PATIENCE) return root.wait(nodesOf(step));
  // The events did not explain it: do a full listing (edge case 89).
  if (stale.itemIds.length > 0 && rounds.stale.needsLook(run, 'remote', root.tick())) askForAll(root);
  if (stale.localIds.length > 0 && rounds.stale.needsLook(run, 'local', root.tick())) hints.addAll();
  const subject = subjectOf(context.execution.trees, step);
  const code = stale.lasting ?? (stale.localIds.length > 0 ? 'changing_while_read' : 'changing_there');
  return backOff(context, step, problem(code, { subject }), run.times - PATIENCE + 1);
}

/** The next plan gives the item an alias. Its row keeps that, so nothing has to be stored. */
function noteRefusedName({ refusedNames }: RootContext, itemId: ItemId, name: string): void {
  refusedNames.set(itemId, new Set([...(refusedNames.get(itemId) ?? []), name]));
}

function lookAt(context: RootContext, id: LocalId): void {
  for (const folder of foldersOf(context, id)) context.hints.urge(folder);
}

function foldersOf({ root, record }: RootContext, id: LocalId): readonly string[] {
  const path = root.localPath(id);
  if (path === null) return [record.localPath];
  const parent = parentPath(path);
  const folders = root.local(id)?.kind === 'folder' ? [path, parent] : [parent];
  return folders.map((below) => join(record.localPath, ...below.split('/')));
}

function noteFailure(context: RootContext, step: Step, { problem: reported, rights }: StepFailed): void {
  for (const entry of rights?.of ?? []) noteRights(context, entry, rights?.takenAt ?? 0);
  const found = reported.code === 'offline' ? unreachedBy(context, step, reported) : reported;
  if (found.reach === 'account') {
    context.gate.trouble(found);
    context.root.wait(nodesOf(step));
    return;
  }
  const known = context.root.reasonOf(nodesOf(step));
  backOff(context, step, found, known?.source === 'step' ? known.attempts + 1 : 1);
}

/**
 * Steps start only after the service has answered. If one still does not reach it time after time, something on the way stops this item
 * alone, such as a proxy that refuses its content.
 */
function unreachedBy(context: RootContext, step: Step, offline: Problem): Problem {
  if (context.gate.unreached.count(accountName(context, step)) < PATIENCE) return offline;
  return problem('service_error', { subject: subjectOf(context.execution.trees, step) });
}

/** Takes only the permissions, unless the item was seen again since; place and content come with the events. */
function noteRights({ root }: RootContext, seen: RemoteEntry, takenAt: number): void {
  const { id, canUpload, canRename, canDelete, canDownload } = seen;
  const [row, knownAt] = [root.remote(id), root.remoteTakenAt(id)];
  if (row !== undefined && knownAt <= takenAt)
    root.putRemote({ ...row, canUpload, canRename, canDelete, canDownload }, knownAt);
}

/** One path waits, ever longer, and blocks no other (I11). */
function backOff(context: RootContext, step: Step, found: Problem, attempts: number): void {
  const { root, parts } = context;
  const nowMs = parts.clock.nowMs();
  // The time when room may be available is shared by all uploads.
  const isForAll = found.code === 'quota_full' && found.retryAfterMs !== undefined;
  const ownMs = isForAll ? 0 : backoffMs(attempts, parts.random.fraction());
  const leastMs = found.reach === 'blocked' && !LIFTED_HERE.has(found.code) ? BLOCKED_RETRY_MS : 0;
  const retryAtMs = nowMs + Math.max(ownMs, leastMs, found.retryAfterMs ?? 0);
  putOnlyReason(root, {
    ...nodesOf(step),
    source: 'step',
    problem: found,
    suggestedName: null,
    step,
    attempts,
    retryAtMs,
    atMs: nowMs,
  });
}

function nodeName(deed: Deed): string {
  const { localId, itemId } = nodesOf(deed);
  return localId === null ? `r${itemId ?? ''}` : `l${localId}`;
}

/** Unique among all roots of the account. */
const accountName = ({ root }: Pick<RootContext, 'root'>, deed: Deed): string => `${root.id}/${nodeName(deed)}`;

/** The number of the next journal batch. */
export function nextBatch({ parts }: Pick<RootContext, 'parts'>): number {
  const batch = Number(parts.store.setting('last_batch') ?? '0') + 1;
  parts.store.setSetting('last_batch', String(batch));
  return batch;
}
