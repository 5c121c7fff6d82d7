import type { AccountStatus, Invitation, RootStatusData, Status } from '../../../preload/ipc/status.ts';
import type { ProblemMessage } from '../../../preload/words/message.ts';
import type { Problem } from '../model/problem.ts';
import type { TransferProgress } from '../model/transfer-progress.ts';
import type { SpelledWork } from './work-of.ts';

/** Everything that the status is made of, gathered in one moment. */
export type StatusInput = {
  readonly nowMs: number;
  /** Null: everything runs. 0: paused until resumed. Else: until this time. */
  readonly pausedUntilMs: number | null;
  readonly baseUrl: string;
  readonly user: AccountStatus['user'];
  /** What keeps the whole account from going on; null: nothing. */
  readonly accountProblem: Problem | null;
  readonly accountRetryAtMs: number | null;
  readonly wasReached: boolean;
  readonly roots: readonly WorkingRoot[];
  readonly transfers: readonly TransferProgress[];
  readonly invitations: readonly Invitation[];
  readonly rate: Status['rate'];
  /** Since the last time that all roots were at rest; null: they are. */
  readonly work: SpelledWork | null;
  /** Null: not known yet. */
  readonly secondsLeft: number | null;
};

/** A root with the spell of work that it is in; null: it is at rest. */
export type WorkingRoot = RootView & { readonly work: SpelledWork | null };

/** One root, as the store and its session have it now. */
export type RootView = Omit<RootStatusData, 'state' | 'sentence' | 'name' | 'progress'> & {
  /** All three trees are equal (I13). */
  readonly isInSync: boolean;
  /** The first look at both sides is done. */
  readonly isKnown: boolean;
  readonly isWorking: boolean;
  readonly waiting: number;
  /** Why the root as a whole stands still. */
  readonly trouble: { readonly isLocal: boolean; readonly says: ProblemMessage } | null;
  readonly reasons: readonly Reason[];
};

export type Reason = {
  readonly path: string;
  /** A conflict is no problem of a step: both sides agree, and a person chooses. */
  readonly problem: Omit<Problem, 'code'> & { readonly code: Problem['code'] | 'conflict' };
  readonly retryAtMs: number | null;
  /** Of a conflict: its number. */
  readonly conflict?: number;
};
