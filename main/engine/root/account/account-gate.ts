import { backoffMs } from '../../execute/transfer/pace/pace.ts';
import type { Problem } from '../../model/plan/problem.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { createStepCounts, type StepCounts } from '../state/rounds.ts';
import { createUploadGate, type UploadGate } from './upload-gate.ts';

/**
 * Account-wide trouble that concerns no single path: offline, signed out, or a pause requested by the service.
 * While it lasts nothing is sent, and the first request afterwards is a probe (edge cases 97, 102, 105).
 */
export type AccountGate = {
  /** Holds back new content while the account has no room for it. */
  readonly uploads: UploadGate;
  /** Steps that did not reach the service although the account did: trouble of the account itself or another network explains the earlier ones. */
  readonly unreached: StepCounts;
  readonly isOpen: boolean;
  /** Null: connected, or not tried yet. */
  readonly problem: Problem | null;
  readonly retryAtMs: number | null;
  /** True once the service has answered any request. */
  readonly wasReached: boolean;
  trouble(problem: Problem): void;
  /** The service answered: waiting work resumes. */
  reached(): void;
  /** Whether a request may be sent now. */
  mayTry(): boolean;
  /** Retries now: the user asked, or the network changed or came back. */
  tryNow(): void;
};

export function createAccountGate(clock: Clock, random: Random, changed: () => void): AccountGate {
  let problem: Problem | null = null;
  let failures = 0;
  let retryAtMs: number | null = null;
  let wasReached = false;
  const uploads = createUploadGate(clock, random);
  const unreached = createStepCounts();
  return {
    uploads,
    unreached,
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
      // Many steps may fail from one cause at once; count them as one failure.
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
      unreached.forget(null);
      if (problem === null) return;
      retryAtMs = clock.nowMs();
      changed();
    },
  };

  function mayTry(): boolean {
    return problem === null || (retryAtMs !== null && retryAtMs <= clock.nowMs());
  }
}

/** The longest wait between two attempts: users who come back online expect a quick reconnect. */
const LONGEST_WAIT_MS = 60_000;
