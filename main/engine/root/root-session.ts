import { fixOf, type ProblemMessage } from '../../../preload/words/message.ts';
import type { ProblemCode } from '../model/plan/problem.ts';
import { type Refused, refused } from '../model/refusal.ts';
import { keepAuditing } from './audit/keep-auditing.ts';
import { observeLocal, observeRemote } from './observe.ts';
import { RESULTS_AT_ONCE, recordResults } from './record/record-results.ts';
import { emptyTally } from './record/tally.ts';
import { createRootContext, type RootContext, type RootContextParts } from './root-context.ts';
import { pausedUntilMs } from './root-pause.ts';
import { nextLookAtMs, runRound } from './root-round.ts';
import { runStep } from './schedule/run-step.ts';
import { createStepRunner } from './schedule/step-runner.ts';
import { errorOf, isUnreadable } from './state/root-condition.ts';
import { keepWatching, tryWatch } from './watching.ts';

/** One running sync root. */
export type RootSession = {
  readonly context: RootContext;
  /**
   * Syncs the root until the signal aborts: watches, and runs a round on every event. Ends on its own when the root must be reopened
   * (`standing.renewal`).
   */
  run(signal: AbortSignal): Promise<void>;
  /** Runs rounds until nothing is left to do, without watching; waits for retry times as long as `mayWait` allows. */
  settle(signal: AbortSignal, mayWait: (untilMs: number) => boolean): Promise<void>;
  /** Observes both sides once and does nothing else; returns a refusal if that fails. */
  observe(signal: AbortSignal): Promise<Refused | null>;
  /** It was closed, or is closing: the next one to work on the root opens another session. */
  readonly isClosed: boolean;
  /**
   * Aborts running steps and commands; resolves when all have ended and their results are recorded. What could not be recorded is
   * rediscovered as after a crash; only the first caller gets the error.
   */
  close(): Promise<void>;
};

type RootSessionParts = Omit<RootContextParts, 'createRunner'>;

export function createRootSession(given: RootSessionParts): RootSession {
  const { parts, gate } = given;
  const context = createRootContext({
    ...given,
    createRunner: (execution, wake) =>
      createStepRunner((step, signal) => runStep({ parts, gate, execution }, step, signal), wake.ring),
  });
  const end = async (): Promise<void> => {
    await Promise.all([context.rounds.acts.close(), context.runner.close()]);
    while (context.runner.endedCount > 0) await recordResults(context);
  };
  let ending: Promise<void> | null = null;
  return {
    context,
    get isClosed() {
      return ending !== null;
    },
    run: (signal) => runRoot(context, signal),
    settle: (signal, mayWait) => settleRoot(context, signal, mayWait),
    observe: (signal) => observeOnce(context, signal),
    close: async () => {
      if (ending !== null) return void (await Promise.allSettled([ending]));
      ending = end();
      await ending;
    },
  };
}

async function runRoot(context: RootContext, stopped: AbortSignal): Promise<void> {
  const { wake, folder, service, standing, parts } = context;
  const ended = new AbortController();
  const signal = AbortSignal.any([stopped, ended.signal]);
  context.follower.start(signal);
  service.ask();
  folder.requireFullScan();
  // Watch before scanning, so that a change in between produces a hint.
  const watching = keepWatching(context, signal, await tryWatch(context, signal));
  const auditing = keepAuditing(context, signal);
  try {
    while (!signal.aborted && standing.renewal === null) {
      const hasMore = await runRound(context, signal);
      if (!hasMore && standing.renewal === null) {
        const atMs = nextLookAtMs(context);
        await wake.wait(atMs === null ? null : atMs - parts.clock.nowMs(), signal);
      }
      await gather(context, signal);
    }
  } finally {
    ended.abort();
    await Promise.all([watching, auditing, context.follower.ended()]);
  }
}

async function settleRoot(
  context: RootContext,
  signal: AbortSignal,
  mayWait: (untilMs: number) => boolean,
): Promise<void> {
  Object.assign(context.tally, emptyTally());
  context.service.ask();
  context.folder.requireFullScan();
  while (!signal.aborted && context.standing.renewal === null) {
    const hasMore = await runRound(context, signal);
    if (!hasMore && !(await waitForMore(context, signal, mayWait))) return;
    await gather(context, signal);
  }
}

/** With more queued steps than this, results are collected briefly so that one transaction covers many. */
const MANY_STEPS = 12;
const GATHER = { turns: 5, turnMs: 3 };

/** Yields to other work. Returns at once with few queued steps, so that a single save is quick, or when there is nothing to wait for. */
async function gather({ runner, parts }: RootContext, signal: AbortSignal): Promise<void> {
  await parts.clock.sleep(0, signal);
  for (let turn = 0; turn < GATHER.turns; turn++) {
    const isWorthIt = runner.size > MANY_STEPS && runner.runningCount > 0 && runner.endedCount < RESULTS_AT_ONCE;
    if (!isWorthIt) return;
    await parts.clock.sleep(GATHER.turnMs, signal);
  }
}

async function observeOnce(context: RootContext, signal: AbortSignal): Promise<Refused | null> {
  const { folder, service, gate } = context;
  service.ask();
  folder.requireFullScan();
  await observeLocal(context, signal);
  await observeRemote(context, signal);
  const isKnown = folder.isPresent && folder.isScanned && service.isCaughtUp && gate.isOpen;
  if (isKnown) return null;
  const trouble = errorOf(context);
  const notCompared: ProblemMessage = { code: 'root_not_compared', args: { path: context.record.localPath } };
  return refused('root_not_ready', trouble?.message ?? notCompared, trouble?.remedy ?? fixOf(notCompared));
}

/** One pass does not wait for these: someone has to make room. */
const ENDED_BY_A_PERSON: readonly ProblemCode[] = ['quota_full', 'disk_full'];

/** False: at rest, or the remaining waits exceed what the caller allows. */
async function waitForMore(
  context: RootContext,
  signal: AbortSignal,
  mayWait: (untilMs: number) => boolean,
): Promise<boolean> {
  const { runner, folder, gate, root, hints, rounds, wake, parts } = context;
  const nowMs = parts.clock.nowMs();
  if (!folder.isPresent || pausedUntilMs(context) !== null) return false;
  if (runner.size > 0) {
    await wake.wait((nextLookAtMs(context) ?? nowMs) - nowMs, signal);
    return true;
  }
  // It may stay so for days.
  if (isUnreadable(folder)) return false;
  // Our own changes come back as events; reading them now saves the next run the work.
  if (gate.isOpen && context.service.takeEchoes()) return true;
  const soon = [hints.dueAtMs(), folder.settleAtMs].filter((time) => time !== null);
  // One that is due counts always: there may be room by now.
  const isDue = root.retryDue(nowMs).length > 0;
  const retryAtMs = rounds.acts.areAny ? null : root.nextRetryAtMs(isDue ? [] : ENDED_BY_A_PERSON);
  const later = [gate.isOpen ? retryAtMs : gate.retryAtMs].filter((time) => time !== null);
  const times = [...soon, ...later.filter(mayWait)];
  if (times.length === 0) return false;
  await wake.wait(Math.min(...times) - nowMs, signal);
  return true;
}
