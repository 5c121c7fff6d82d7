/**
 * One round of one sync root, read from the top down: record results, observe both sides, plan dirty nodes, start steps. Nothing here waits
 * for a step: a round without work ends at once, and `nextLookAtMs` says when the next one is due.
 */

import { nodesOf } from '../execute/subject.ts';
import type { Step, StepKind } from '../model/plan/step.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { beginEpoch } from '../recover/root-epoch.ts';
import { searchRoot } from '../recover/root-search.ts';
import { lookAtStaging, recognizePlaced, type StagingLook } from '../recover/settle/recognize-placed.ts';
import { isRootInSync } from '../report/sync-report.ts';
import { observeLocal, observeRemote } from './observe.ts';
import { planRound } from './planning/plan-round.ts';
import { recordResults } from './record/record-results.ts';
import type { RootContext } from './root-context.ts';
import { endPauseOfTransfers, pausedUntilMs } from './root-pause.ts';

/** How long deletes wait for everything else to be known. Bounded, because users may work all day. */
const DELETES_WAIT_MS = 20_000;
/** How long an epoch lasts without a start or a delete. */
const EPOCH_MS = 6 * 60 * 60_000;
/** Deletes within this time share one epoch: writing an epoch costs more than a delete. */
const DELETES_SHARE_MS = 1_000;
/** The delay before reading a failed marker again. */
const ENTER_AGAIN_MS = 5_000;
const STRUCTURAL: ReadonlySet<StepKind> = new Set([
  'create-local-folder',
  'create-remote-folder',
  'move-local',
  'move-remote',
  'set-aside',
]);

/** True: there is more to do right away. */
export async function cycle(context: RootContext, signal: AbortSignal): Promise<boolean> {
  const hasMore = await lookAndAct(context, signal);
  const { live } = context;
  const { wasInSync, wasPaused } = live;
  live.wasInSync = isRootInSync(context);
  live.wasPaused = pausedUntilMs(context) !== null;
  if (live.wasInSync !== wasInSync || live.wasPaused !== wasPaused) context.told([]);
  return hasMore;
}

async function lookAndAct(context: RootContext, signal: AbortSignal): Promise<boolean> {
  const { live, runner, gate, hints, root } = context;
  recordResults(context);
  // A pause holds back steps only; both sides are still observed, so that resuming is quick.
  const isPaused = pausedUntilMs(context) !== null;
  if (isPaused) standStill(context);
  else endPauseOfTransfers(context);
  await observeLocal(context, signal);
  if (signal.aborted) return false;
  if (live.rootState !== 'present') return standApart(context, signal);
  if (mustEnter(context) && !(await enter(context))) return standStill(context);
  await observeRemote(context, signal);
  if (signal.aborted) return false;
  const staging = await lookAgainAtStaging(context);
  if (staging === null) return standStill(context);
  recordResults(context);
  if (live.renewal !== null) return standStill(context);
  if (isPaused || live.acting > 0 || !live.isScanned || !live.isCaughtUp || !gate.isOpen) return false;
  recognizePlaced(context, staging);
  const hasMore = planRound(context);
  runner.advance({ deletes: mayDelete(context, hasMore) });
  // Pending absences still belong to the same pass, so that a user can undo it as one batch.
  const isAtRest = runner.size === 0 && !hasMore && hints.isEmpty() && root.missingCount() === 0;
  if (isAtRest) {
    live.batch = null;
    root.rest();
  }
  return hasMore || runner.endedCount > 0 || (live.progressed && runner.size === 0);
}

/**
 * An epoch begins at each start before planning, and periodically, because a backup from this morning is stale too. It also begins after
 * deletes: an older state would take an item that left this disk but is on the service (left out here, restored there) for one that the user
 * just deleted.
 */
function mustEnter({ live, parts, runner }: RootContext): boolean {
  if (live.enteredAtMs === null) return true;
  const lastedMs = parts.clock.nowMs() - live.enteredAtMs;
  if (!live.hasDeleted) return lastedMs >= EPOCH_MS;
  return lastedMs >= DELETES_SHARE_MS || !runner.steps().some(({ step }) => isDelete(step));
}

const isDelete = ({ kind }: Step): boolean => kind.startsWith('trash-');

/** False: the marker could not be read, or disappeared during the write; the next round retries. */
async function enter(context: RootContext): Promise<boolean> {
  const { live, record, parts } = context;
  try {
    // A delete during the write counts toward the next epoch.
    live.hasDeleted = false;
    await beginEpoch(context);
    live.enteredAtMs = parts.clock.nowMs();
    return true;
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    live.enteredAtMs = null;
    parts.log.warn(`The marker of ${record.localPath} could not be read.`, { reason: error.message });
    live.isScanned = false;
    live.retryAtMs = parts.clock.nowMs() + ENTER_AGAIN_MS;
    return false;
  }
}

/** Null: it could not be read; the next round retries. */
async function lookAgainAtStaging(context: RootContext): Promise<StagingLook | null> {
  const { live, record, parts } = context;
  try {
    return await lookAtStaging(context);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    parts.log.warn(`The temporary files of ${record.localPath} could not be listed.`, { reason: error.message });
    live.isScanned = false;
    live.retryAtMs = parts.clock.nowMs() + ENTER_AGAIN_MS;
    return null;
  }
}

/** The folder is not the known one: search for it elsewhere, or discard all stored state. */
async function standApart(context: RootContext, signal: AbortSignal): Promise<false> {
  const { live, record } = context;
  live.enteredAtMs = null;
  if (live.rootState === 'other_time') {
    live.renewal = { kind: 'anew', localPath: record.localPath, why: 'state_is_older' };
  } else await searchRoot(context, signal);
  return standStill(context);
}

/** When the next round is due without a wake-up; null: never. */
export function nextLookAtMs(context: RootContext): number | null {
  const { live, hints, root, gate, parts } = context;
  const untilMs = pausedUntilMs(context);
  const isPaused = untilMs !== null;
  const times: (number | null)[] = [untilMs === 0 ? null : untilMs];
  const nowMs = parts.clock.nowMs();
  if (live.rootState !== 'present') times.push(live.retryAtMs);
  else {
    times.push(hints.dueAtMs(), live.settleAtMs, live.scanAtMs, gate.retryAtMs);
    // While offline the gate owns the retry time; a time in the past would make the loop spin.
    if (gate.isOpen) times.push(live.remoteRetryAtMs);
    if (!isPaused && gate.isOpen && live.isCaughtUp && live.isScanned) times.push(root.nextRetryAtMs());
    if (!live.isScanned) times.push(live.retryAtMs);
    if (live.hasDeleted && live.enteredAtMs !== null) times.push(live.enteredAtMs + DELETES_SHARE_MS);
    const deletesAtMs = live.deletesReadySinceMs === null ? null : live.deletesReadySinceMs + DELETES_WAIT_MS;
    if (!isPaused && deletesAtMs !== null && deletesAtMs > nowMs) times.push(deletesAtMs);
    if (live.remoteDirty && gate.isOpen) times.push(nowMs);
  }
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Starts nothing new and stops running steps where they can resume later. Planned steps are planned again. */
function standStill({ runner, live, root }: RootContext): false {
  const undone = runner.drop(() => true);
  runner.abort(() => true);
  root.transaction(() => {
    for (const step of undone) root.wait(nodesOf(step));
  });
  // No event needs to trigger these: they are planned in the first round after resuming.
  if (undone.length > 0) live.progressed = true;
  return false;
}

/**
 * Deletes are the only dangerous steps, so they come last: after all hints are scanned, all events are read, and every step that could still
 * explain an absence as a move has ended.
 */
function mayDelete({ live, hints, root, runner, parts }: RootContext, hasMore: boolean): boolean {
  const steps = runner.steps();
  const isWaiting = steps.some(({ step, isRunning }) => !isRunning && isDelete(step));
  if (!isWaiting) {
    live.deletesReadySinceMs = null;
    return false;
  }
  const nowMs = parts.clock.nowMs();
  live.deletesReadySinceMs ??= nowMs;
  if (hasMore || structureIsMoving(steps.map(({ step }) => step))) return false;
  const isQuiet = hints.isEmpty() && !live.remoteDirty && root.missingCount() === 0;
  return isQuiet || nowMs - live.deletesReadySinceMs >= DELETES_WAIT_MS;
}

/**
 * Whether a folder is being created or an item moved that deletes should wait for. Steps that themselves wait for a delete, because it frees
 * their name, do not count: otherwise both would wait for each other forever.
 */
function structureIsMoving(steps: readonly Step[]): boolean {
  const behindDeletes = new Set(steps.filter(isDelete).map(({ key }) => key));
  // Plans list a step after the steps it waits for.
  for (const { key, after } of steps) if (after.some((other) => behindDeletes.has(other))) behindDeletes.add(key);
  return steps.some(({ key, kind }) => STRUCTURAL.has(kind) && !behindDeletes.has(key));
}
