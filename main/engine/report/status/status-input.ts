import type { AccountStatus, Invitation, RootStatusData, Status } from '../../../../preload/ipc/shapes/status.ts';
import type { ProblemMessage } from '../../../../preload/words/message.ts';
import type { Person } from '../../model/entry.ts';
import type { Problem } from '../../model/plan/problem.ts';
import type { TransferProgress } from '../../model/transfer/transfer-progress.ts';
import type { SpelledWork } from './work-of.ts';

/** All inputs of the status, as one snapshot. */
export type StatusInput = {
  readonly nowMs: number;
  /** Null: everything runs. 0: paused until resumed. Otherwise: until this time. */
  readonly pausedUntilMs: number | null;
  readonly baseUrl: string;
  /** Same as `EngineParts.account`. */
  readonly account: string;
  readonly user: AccountStatus['user'];
  /** The problem that blocks the whole account; null: none. */
  readonly accountProblem: Problem | null;
  readonly accountRetryAtMs: number | null;
  readonly wasReached: boolean;
  /** False: nothing syncs here; only the state is open, for one command. */
  readonly isRunning: boolean;
  readonly roots: readonly WorkingRoot[];
  readonly transfers: readonly TransferProgress[];
  readonly invitations: readonly Invitation[];
  readonly rate: Status['rate'];
  /** Since all roots were last idle; null: they are idle. */
  readonly work: SpelledWork | null;
  /** Null: not known yet. */
  readonly secondsLeft: number | null;
};

/** A root with its current spell of work; null: idle. */
export type WorkingRoot = RootView & { readonly work: SpelledWork | null };

/** One root, from the store and its session. */
export type RootView = Omit<RootStatusData, 'state' | 'sentence' | 'name' | 'progress'> & {
  /** All three trees are equal (I13). */
  readonly isInSync: boolean;
  /** The first scan of both sides is complete. */
  readonly isKnown: boolean;
  readonly isWorking: boolean;
  readonly waiting: number;
  /** Why the root as a whole is suspended. */
  readonly trouble: { readonly isLocal: boolean; readonly says: ProblemMessage } | null;
  readonly reasons: readonly Reason[];
};

export type Reason = {
  readonly path: string;
  /** A conflict is not a failed step: both sides agree, and the user chooses. */
  readonly problem: Omit<Problem, 'code'> & { readonly code: Problem['code'] | 'conflict' };
  readonly retryAtMs: number | null;
  /** For a conflict: its id. */
  readonly conflict?: number;
  /** For a conflict: who had last changed the other version. */
  readonly by?: Person;
  /** For a held batch: its id. */
  readonly held?: number;
  /** A name that would let it sync. */
  readonly suggestedName?: string;
  /** It may stay on this computer only. */
  readonly canKeepHere?: true;
};
