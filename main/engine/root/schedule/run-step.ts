import { executeStep } from '../../execute/execute-step.ts';
import type { Execution } from '../../execute/execution.ts';
import { linkedItem } from '../../execute/places.ts';
import { lockedBy, problem } from '../../execute/problems.ts';
import { failed, type StepFailed, type StepResult } from '../../execute/step-result.ts';
import { nodesOf, subjectOf } from '../../execute/subject.ts';
import type { Step } from '../../model/plan/step.ts';
import { RemoteError } from '../../ports/remote/remote.ts';
import { isStoreDamage, storeTrouble } from '../../store/store-trouble.ts';
import type { AccountGate } from '../account/account-gate.ts';
import type { EngineParts } from '../engine-parts.ts';

/** The retry interval for a lock whose end is unknown or far away. */
const LOCK_AGAIN_MS = 10 * 60_000;

export type StepRun = { readonly parts: EngineParts; readonly gate: AccountGate; readonly execution: Execution };

/**
 * Runs a step of a root, through the gate that holds uploads back when the account is full, and adds details to refusals. Rejects only if the
 * store fails: that is no problem of one item.
 */
export async function runStep(run: StepRun, step: Step, signal: AbortSignal): Promise<StepResult> {
  const { parts, gate, execution } = run;
  try {
    if (step.kind !== 'upload' && step.kind !== 'upload-version')
      return await explained(run, step, await executeStep(execution, step, signal), signal);
    const result = await gate.uploads.pass({
      sizeBytes: step.expect.sizeBytes,
      send: async (room): Promise<StepResult> => executeStep({ ...execution, room }, step, signal),
      isRefused: (ended) => ended.outcome === 'failed' && ended.problem.code === 'quota_full',
      isSent: (ended) => ended.outcome === 'done',
    });
    if ('outcome' in result) return await explained(run, step, result, signal);
    const { retryAfterMs } = result;
    return failed(problem('quota_full', { subject: subjectOf(execution.trees, step), retryAfterMs }));
  } catch (error) {
    if (isStoreDamage(error) || storeTrouble(error) !== null) throw error;
    parts.log.error(`The step ${step.kind} failed unexpectedly.`, error);
    return failed(problem('service_error', { subject: subjectOf(execution.trees, step) }));
  }
}

/** A lock or a missing permission is worth one more request, so that the reason is right and so is the next plan. */
async function explained(run: StepRun, step: Step, result: StepResult, signal: AbortSignal): Promise<StepResult> {
  if (result.outcome !== 'failed') return result;
  try {
    if (result.problem.code === 'item_locked') return await withLock(run, step, result, signal);
    if (result.problem.code === 'no_permission') return await withRights(run, step, result, signal);
  } catch (error) {
    // The extra request failed: keep the first result.
    if (!(error instanceof RemoteError) && !signal.aborted) throw error;
  }
  return result;
}

/** Finds the lock's owner and end. The step is retried when the lock ends, or when an event reports its removal (edge case 103). */
async function withLock({ parts, execution }: StepRun, step: Step, result: StepFailed, signal: AbortSignal) {
  const { itemId } = nodesOf(step);
  const lock = itemId === null ? null : await execution.remote.lockOf(itemId, signal);
  if (lock === null) return result;
  const nowMs = parts.clock.nowMs();
  const subject = subjectOf(execution.trees, step);
  const leftMs = lock.untilMs === null ? LOCK_AGAIN_MS : lock.untilMs - nowMs + 1_000;
  const retryAfterMs = Math.min(Math.max(leftMs, 1_000), LOCK_AGAIN_MS);
  return failed({ ...lockedBy(subject, lock.by, lock.untilMs), retryAfterMs });
}

/** The stored permissions are stale. With the current ones the planner can block the item instead of retrying it (SPEC P74). */
async function withRights(
  { execution }: StepRun,
  step: Step,
  result: StepFailed,
  signal: AbortSignal,
): Promise<StepFailed> {
  const { trees, remote } = execution;
  const { itemId, localId } = nodesOf(step);
  const known = itemId === null ? undefined : trees.remote(itemId);
  const parentId =
    known?.parentId ?? (localId === null ? null : linkedItem(trees, trees.local(localId)?.parentId ?? null));
  const takenAt = execution.tick();
  const found = [];
  if (known !== undefined) found.push(await remote.item(known.id, known.kind, signal));
  if (parentId !== null) found.push(await remote.item(parentId, 'folder', signal));
  return { ...result, rights: { takenAt, of: found.filter((entry) => entry !== null) } };
}
