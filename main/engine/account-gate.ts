import type { Problem } from './model/problem.ts';
import type { Clock } from './ports/clock.ts';
import type { Random } from './ports/random.ts';
import { backoffMs } from './transfer/pace.ts';
import { createUploadGate, type UploadGate } from './upload-gate.ts';

/**
 * Trouble that is about no path: offline, signed out, a pause that the service asked for. One state for the whole account:
 * nothing is sent while it lasts, and the first one after it is a probe (edge cases 97, 102, 105).
 */
export type AccountGate = {
  /** Holds new content back while there is no room for it. */
  readonly uploads: UploadGate;
  readonly isOpen: boolean;
  /** Null: connected, or not tried yet. */
  readonly problem: Problem | null;
  readonly retryAtMs: number | null;
  /** True once anything was answered. */
  readonly wasReached: boolean;
  trouble(problem: Problem): void;
  /** The service answered: what waited goes on. */
  reached(): void;
  /** May it be tried (again) now? */
  mayTry(): boolean;
  /** A person asked for it, or the network is back. */
  tryNow(): void;
};

export function createAccountGate(clock: Clock, random: Random, changed: () => void): AccountGate {
  let problem: Problem | null = null;
  let failures = 0;
  let retryAtMs: number | null = null;
  let wasReached = false;
  const uploads = createUploadGate(clock, random);
  return {
    uploads,
    get isOpen() {
      return problem === null;
    },
    get problem() {
      return problem;
    },
    get retryAtMs() {
      return retryAtMs;
    },
    get wasReached() {
      return wasReached;
    },
    trouble: (found) => {
      // Many steps fail of one cause at once: they count as one failure.
      const isNew = problem === null || mayTry();
      problem = found;
      if (isNew) {
        failures += 1;
        const waitMs = Math.min(backoffMs(failures, random.fraction()), LONGEST_WAIT_MS);
        retryAtMs = clock.nowMs() + Math.max(waitMs, found.retryAfterMs ?? 0);
      }
      changed();
    },
    reached: () => {
      wasReached = true;
      failures = 0;
      if (problem === null) return;
      problem = null;
      retryAtMs = null;
      changed();
    },
    mayTry,
    tryNow: () => {
      uploads.tryNow();
      if (problem === null) return;
      retryAtMs = clock.nowMs();
      changed();
    },
  };

  function mayTry(): boolean {
    return problem === null || (retryAtMs !== null && retryAtMs <= clock.nowMs());
  }
}

/** People come back online and expect to see it: no longer than this between two tries. */
const LONGEST_WAIT_MS = 60_000;
