import { remoteProblem } from '../../execute/problems.ts';
import { type Remote, RemoteError } from '../../ports/remote/remote.ts';
import type { Wake } from '../schedule/wake.ts';
import type { AccountGate } from './account-gate.ts';

export type Asking = {
  readonly remote: Pick<Remote, 'currentPosition'>;
  readonly gate: Pick<AccountGate, 'problem' | 'mayTry' | 'reached' | 'trouble'>;
  /** A root reads from the service, so it finds out by itself. */
  readonly isAsked: () => boolean;
  /** Rings when the gate changes. */
  readonly wake: Wake;
};

/** A time of the next try is noticed this late at most. */
const EVERY_MS = 5_000;

/** Finds out whether the service is back when no root does: without its folder, a root reads nothing from it (SPEC P88). */
export async function keepAsking({ remote, gate, isAsked, wake }: Asking, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wake.wait(gate.problem === null ? null : EVERY_MS, signal);
    const { problem } = gate;
    if (signal.aborted || problem === null || !gate.mayTry() || isAsked()) continue;
    try {
      await remote.currentPosition(signal);
      gate.reached();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RemoteError)) throw error;
      const found = remoteProblem(error, '');
      gate.trouble(found?.reach === 'account' ? found : problem);
    }
  }
}
