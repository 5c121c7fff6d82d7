import type { Service } from '../domain/service.ts';

/** A periodic job; `everyMs` is the minimum time between the starts of two runs, in milliseconds. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** It may take long and runs beside the others, so that they need not wait for it. */
  readonly isLong?: boolean;
  readonly run: (service: Service) => Promise<number>;
}

/** The outcome: the job's count, or when to check again because the job is not due or runs in another process. */
export type JobOutcome =
  | { readonly kind: 'ran'; readonly count: number }
  | { readonly kind: 'not_now'; readonly lookAgainAt: number };

/** The lease of a job, in milliseconds. A running process renews it; after a crash it expires. */
const holdMs = 120_000;

/**
 * Runs a job unless another process on the same data runs it or ran it recently. The claim is a row, so it works on every database
 * and survives connections. A process suspended for longer than its claim may overlap with another, which jobs must tolerate: each
 * of their steps is its own transaction.
 */
export async function runAlone(service: Service, { name, everyMs, run }: Job, holder: string): Promise<JobOutcome> {
  const { store, clock } = service;
  const claim = { name, holder, now: clock.now(), everyMs, holdMs };
  const lookAgainAt = await store.transaction(async ({ jobRuns }) => jobRuns.claim(claim), 'apart');
  if (lookAgainAt !== null) return { kind: 'not_now', lookAgainAt };
  const extend = () => {
    // The next renewal is still in time. If the database stays unreachable, the job fails for the same reason.
    store
      .transaction(async ({ jobRuns }) => jobRuns.extend(name, holder, clock.now() + holdMs), 'apart')
      .catch(() => undefined);
  };
  const timer = setInterval(extend, holdMs / 4);
  timer.unref();
  try {
    return { kind: 'ran', count: await run(service) };
  } finally {
    clearInterval(timer);
    // Otherwise the claim expires by itself.
    await store.transaction(async ({ jobRuns }) => jobRuns.finish(name, holder), 'apart').catch(() => undefined);
  }
}
