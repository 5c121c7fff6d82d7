import type { Problem } from '../../model/plan/problem.ts';
import type { RootRenewal } from '../../recover/root-renewal.ts';

/** Why a root is stopped or has to be reopened. */
export type Standing = {
  /** Why the whole root is stopped: its folder is gone from the service, or its state cannot be written. */
  readonly problem: Problem | null;
  /** Set: the session ends and the root is reopened this way. */
  readonly renewal: RootRenewal | null;
  stop(problem: Problem): void;
  resume(): void;
  renew(renewal: RootRenewal): void;
};

export function createStanding(): Standing {
  let problem: Problem | null = null;
  let renewal: RootRenewal | null = null;
  return {
    get problem() {
      return problem;
    },
    get renewal() {
      return renewal;
    },
    stop(why) {
      problem = why;
    },
    resume() {
      problem = null;
    },
    renew(how) {
      renewal = how;
    },
  };
}
