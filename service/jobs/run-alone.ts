import type { Service } from '../domain/service.ts';
import type { JobRunEnd } from '../ports/metadata/upkeep/job-runs.ts';
import { stoppable } from './stoppable.ts';

/** A periodic job; `everyMs` is the minimum time between the starts of two runs, in milliseconds. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** It may take long and runs beside the others, so that they need not wait for it. */
  readonly isLong?: boolean;
  /** It destroys what has expired, so it waits while the clock may be wrong. */
  readonly destroys?: boolean;
  readonly run: (service: Service) => Promise<number>;
}

/**
 * The outcome: the job's count, or when to check again because the job is not due, runs in another process, or
 * waits for a clock that can be trusted.
 */
export type JobOutcome =
  | { readonly kind: 'ran'; readonly count: number }
  | { readonly kind: 'not_now'; readonly lookAgainAt: number };

/** The process that runs a job. */
export interface JobRunner {
  /** Its unique name. */
  readonly holder: string;
  /** Aborted when the process stops; then the job ends after its current step. */
  readonly signal: AbortSignal;
}

/** The lease of a job, in milliseconds. A running process renews it; after a crash it expires. */
const holdMs = 120_000;

/** The wait of a job that destroys while the clock is in doubt, in milliseconds. */
const doubtWaitMs = 10 * 60_000;

/** This process was suspended for longer than its claim, and another process took the job over. */
class JobTakenOver extends Error {
  readonly code = 'job_taken_over';
  constructor(name: string) {
    super(`Another process took over the job "${name}" because this one did not renew its claim in time.`);
  }
}

/**
 * Runs a job unless another process on the same data runs it or ran it recently. The claim is a row, so it works on every database
 * and survives connections. A process suspended for longer than its claim may overlap with another until it notices, which jobs must
 * tolerate: each of their steps is its own transaction. A job that a stop interrupts is due again at once, and one whose process died when
 * its claim expires, so that restarts cannot starve a long one.
 */
export async function runAlone(
  service: Service,
  { name, everyMs, destroys = false, run }: Job,
  { holder, signal }: JobRunner,
): Promise<JobOutcome> {
  const { store, clock, trust } = service;
  // Not claimed, so the doubt does not count as a run.
  if (destroys && !(await trust.mayDestroy())) return { kind: 'not_now', lookAgainAt: clock.now() + doubtWaitMs };
  const claim = { name, holder, now: clock.now(), everyMs, holdMs };
  const lookAgainAt = await store.transaction(async ({ jobRuns }) => jobRuns.claim(claim), 'apart');
  if (lookAgainAt !== null) return { kind: 'not_now', lookAgainAt };
  const takenOver = new AbortController();
  const extend = () => {
    store
      .transaction(async ({ jobRuns }) => jobRuns.extend(name, holder, clock.now() + holdMs), 'apart')
      .then((isHeld) => (isHeld ? undefined : takenOver.abort(new JobTakenOver(name))))
      // The next renewal is still in time. If the database stays unreachable, the job fails for the same reason.
      .catch(() => undefined);
  };
  const timer = setInterval(extend, holdMs / 4);
  timer.unref();
  let end: JobRunEnd = 'complete';
  try {
    return { kind: 'ran', count: await run(stoppable(service, AbortSignal.any([signal, takenOver.signal]))) };
  } catch (error) {
    if (signal.aborted) end = 'interrupted';
    throw error;
  } finally {
    clearInterval(timer);
    // Otherwise the claim expires by itself.
    await store.transaction(async ({ jobRuns }) => jobRuns.finish(name, holder, end), 'apart').catch(() => undefined);
  }
}
