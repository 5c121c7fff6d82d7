/**
 * One round of one sync root, read from the top down: record results, observe both sides, settle open intents, plan dirty nodes, start steps. Nothing here waits
 * for a step: a round without work ends at once, and `nextLookAtMs` says when the next one is due.
 */

import { nodesOf } from '../execute/subject.ts';
import { DELETES, type Step, type StepKind } from '../model/plan/step.ts';
import { isListed } from '../observe/remote/arrivals.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { findConflicts } from '../recover/conflict-places.ts';
import { EPOCH } from '../recover/epoch-notes.ts';
import { keepLateSaves } from '../recover/late-saves.ts';
import { retireDownloads } from '../recover/retire-transfers.ts';
import { beginEpoch } from '../recover/root-epoch.ts';
import { searchRoot } from '../recover/root-search.ts';
import { settleIntents } from '../recover/settle/settle-intents.ts';
import { lookAtStaging, type StagingLook } from '../recover/settle/staging-look.ts';
import { observeLocal, observeRemote } from './observe.ts';
import { planRound } from './planning/plan-round.ts';
import { recordResults } from './record/record-results.ts';
import type { RootContext } from './root-context.ts';
import { pausedUntilMs } from './root-pause.ts';
import { waitingFor } from './schedule/step-line.ts';
import { isRootInSync } from './state/root-condition.ts';
import { notifyExcluded } from './waiting/rules-notice.ts';

/** How long deletes wait for everything else to be known. Bounded, because users may work all day. */
const DELETES_WAIT_MS = 20_000;
const STRUCTURAL: ReadonlySet<StepKind> = new Set([
  'create-local-folder',
  'create-remote-folder',
  'move-local',
  'move-remote',
  'set-aside',
]);

/** True: there is more to do right away. */
export async function runRound(context: RootContext, signal: AbortSignal): Promise<boolean> {
  const hasMore = await lookAndAct(context, signal);
  // The end of a pause is published too.
  if (context.published(isRootInSync(context), pausedUntilMs(context) !== null)) context.notifyChanged([]);
  return hasMore;
}

async function lookAndAct(context: RootContext, signal: AbortSignal): Promise<boolean> {
  const { folder, standing, rounds, runner, hints, root, parts } = context;
  await recordSome(context);
  // A pause holds back steps only; both sides are still observed, so that resuming is quick.
  const isPaused = pausedUntilMs(context) !== null;
  if (isPaused) suspendSteps(context);
  await observeLocal(context, signal);
  if (signal.aborted) return false;
  if (!folder.isPresent) return handleLostRoot(context, signal);
  if (mustEnter(context) && !(await enter(context))) return suspendSteps(context);
  await observeRemote(context, signal);
  if (signal.aborted) return false;
  const staging = await tryLookAtStaging(context);
  if (staging === null) return suspendSteps(context);
  await recordSome(context);
  notifyExcluded(context);
  if (standing.renewal !== null) return suspendSteps(context);
  const isKnown = mayPlan(context);
  if (isKnown && findConflicts(root)) context.notifyChanged([]);
  if (isPaused || !isKnown) return false;
  settleIntents(context, staging);
  await keepLateSaves(context);
  await retireDownloads(context);
  const hasMore = await planRound(context);
  if (signal.aborted || rounds.acts.areAny) return false;
  const deletes = mayDelete(context, hasMore);
  while (runner.advance({ deletes })) {
    await parts.clock.sleep(0);
    if (signal.aborted || rounds.acts.areAny) return false;
  }
  // Pending absences still belong to the same pass, so that a user can undo it as one batch.
  const isAtRest = runner.size === 0 && !hasMore && hints.isEmpty() && root.missingCount() === 0;
  if (isAtRest) {
    rounds.endBatch();
    root.rest();
  }
  return (
    hasMore ||
    (isAtRest && hasForgotten(context)) ||
    runner.endedCount > 0 ||
    (rounds.hasProgressed && runner.size === 0)
  );
}

/**
 * Both sides are known, and no command of the user is in progress: the end of one asks for a round. A result may have asked for a full listing
 * since the service was caught up with.
 */
const mayPlan = ({ folder, service, rounds, gate, root }: RootContext): boolean =>
  folder.isScanned && service.isCaughtUp && isListed(root) && gate.isOpen && !rounds.acts.areAny;

/** At rest, a node that waits for a step that does not exist would stay unplanned until the next start. Plans it again and logs that. */
function hasForgotten({ root, parts, record }: RootContext): boolean {
  const count = root.openForgotten();
  if (count > 0) parts.log.error(`Work was forgotten in ${record.localPath} and is planned again.`, `${count} nodes`);
  return count > 0;
}

/** Other work has its turn between the results and what follows from them. */
async function recordSome(context: RootContext): Promise<void> {
  if (await recordResults(context)) await context.parts.clock.sleep(0);
}

/**
 * An epoch begins at each start before planning, and periodically, because a backup from this morning is stale too. It also begins after
 * deletes: an older state would take an item that left this disk but is on the service (left out here, restored there) for one that the user
 * just deleted.
 */
function mustEnter({ epoch, parts, runner }: RootContext): boolean {
  return epoch.isDue(parts.clock.nowMs(), runner.hasAny(DELETES));
}

/** False: the marker could not be read, or disappeared during the write; the next round retries. */
async function enter(context: RootContext): Promise<boolean> {
  const { folder, epoch, record, parts } = context;
  try {
    epoch.begin();
    await beginEpoch(context);
    epoch.begun(parts.clock.nowMs());
    return true;
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    epoch.leave();
    parts.log.warn(`The marker of ${record.localPath} could not be read.`, { reason: error.message });
    folder.doubt(parts.clock.nowMs());
    return false;
  }
}

/** Null: it could not be read; the next round retries. */
async function tryLookAtStaging(context: RootContext): Promise<StagingLook | null> {
  const { folder, record, parts } = context;
  try {
    return await lookAtStaging(context);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    parts.log.warn(`The temporary files of ${record.localPath} could not be listed.`, { reason: error.message });
    folder.doubt(parts.clock.nowMs());
    return null;
  }
}

/** The folder is not the known one: search for it elsewhere, or discard all stored state. */
async function handleLostRoot(context: RootContext, signal: AbortSignal): Promise<false> {
  const { folder, epoch, standing, record, root } = context;
  epoch.leave();
  if (folder.state === 'other_time') {
    // A root from the list beside a lost store has never known an epoch (SPEC P59).
    const why = root.note(EPOCH) === null ? 'state_is_lost' : 'state_is_older';
    standing.renew({ kind: 'reset', localPath: record.localPath, why });
  } else await searchRoot(context, signal);
  return suspendSteps(context);
}

/** When the next round is due without a wake-up; null: never. */
export function nextLookAtMs(context: RootContext): number | null {
  const { folder, service, rounds, hints, root, gate, parts } = context;
  const untilMs = pausedUntilMs(context);
  const isPaused = untilMs !== null;
  const times: (number | null)[] = [untilMs === 0 ? null : untilMs];
  const nowMs = parts.clock.nowMs();
  if (!folder.isPresent) times.push(folder.retryAtMs);
  else {
    times.push(hints.dueAtMs(), folder.settleAtMs, folder.scanAtMs, gate.retryAtMs);
    // While offline the gate owns the retry time; a time in the past would make the loop spin.
    if (gate.isOpen) times.push(service.retryAtMs);
    // Otherwise a retry that is due asks for one round after the other.
    if (!isPaused && mayPlan(context)) times.push(root.nextRetryAtMs(), context.replaced.dueAtMs);
    if (!folder.isScanned) times.push(folder.retryAtMs);
    times.push(context.epoch.dueAtMs());
    const readySinceMs = rounds.deletes.sinceMs;
    const deletesAtMs = readySinceMs === null ? null : readySinceMs + DELETES_WAIT_MS;
    if (!isPaused && deletesAtMs !== null && deletesAtMs > nowMs) times.push(deletesAtMs);
    if (service.hasNews && gate.isOpen) times.push(nowMs);
  }
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Starts nothing new and stops running steps where they can resume later. Planned steps are planned again. */
function suspendSteps({ runner, rounds, root }: RootContext): false {
  const undone = runner.drop(() => true);
  runner.abort(() => true);
  root.transaction(() => {
    for (const step of undone) root.wait(nodesOf(step));
  });
  // No event needs to trigger these: they are planned in the first round after resuming.
  if (undone.length > 0) rounds.noteProgress();
  return false;
}

/**
 * Deletes are the only dangerous steps, so they come last: after all hints are scanned, all events are read, and every step that could still
 * explain an absence as a move has ended.
 */
function mayDelete({ rounds, service, hints, root, runner, parts }: RootContext, hasMore: boolean): boolean {
  if (!runner.hasWaiting(DELETES)) {
    rounds.deletes.forget();
    return false;
  }
  const nowMs = parts.clock.nowMs();
  const readySinceMs = rounds.deletes.ready(nowMs);
  if (hasMore || (runner.hasAny(STRUCTURAL) && structureIsMoving(runner.steps()))) return false;
  const isQuiet = hints.isEmpty() && !service.hasNews && root.missingCount() === 0;
  return isQuiet || nowMs - readySinceMs >= DELETES_WAIT_MS;
}

/**
 * Whether a folder is being created or an item moved that deletes should wait for. Steps that themselves wait for a delete, because it frees
 * their name, do not count: otherwise both would wait for each other forever.
 */
function structureIsMoving(steps: readonly Step[]): boolean {
  const deletes = steps.filter(({ kind }) => DELETES.has(kind)).map(({ key }) => key);
  const behindDeletes = waitingFor(deletes, steps);
  return steps.some(({ key, kind }) => STRUCTURAL.has(kind) && !behindDeletes.has(key));
}
