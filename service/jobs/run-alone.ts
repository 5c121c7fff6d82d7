import type { Service } from '../domain/service.ts';

/** Work that is done again and again; `everyMs` is the least time between the beginnings of two runs, in milliseconds. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (service: Service) => Promise<number>;
}

/** How it went: the number that the job gave, or when to look again because it is not its turn or another process runs it. */
export type JobOutcome =
  | { readonly kind: 'ran'; readonly count: number }
  | { readonly kind: 'not_now'; readonly lookAgainAt: number };

/** A process that dies holds its job for this long; one that lives extends its claim in time, in milliseconds. */
const holdMs = 120_000;

/**
 * Runs a job unless another process on the same data does or did so lately. The claim is a row, so it works on every database and
 * outlives connections; a process that stood still for longer than its claim may run beside another, which jobs must stand
 * (each of their steps is a transaction of its own).
 */
export async function runAlone(service: Service, { name, everyMs, run }: Job, holder: string): Promise<JobOutcome> {
  const { store, clock } = service;
  const claim = { name, holder, now: clock.now(), everyMs, holdMs };
  const lookAgainAt = await store.transaction(async ({ jobRuns }) => jobRuns.claim(claim));
  if (lookAgainAt !== null) return { kind: 'not_now', lookAgainAt };
  const extend = () => {
    // The next one is in time too; and if the database stays away, the job fails for the same reason.
    store.transaction(async ({ jobRuns }) => jobRuns.extend(name, holder, clock.now() + holdMs)).catch(() => undefined);
  };
  const timer = setInterval(extend, holdMs / 4);
  timer.unref();
  try {
    return { kind: 'ran', count: await run(service) };
  } finally {
    clearInterval(timer);
    // Without this the claim ends by itself.
    await store.transaction(async ({ jobRuns }) => jobRuns.finish(name, holder)).catch(() => undefined);
  }
}
