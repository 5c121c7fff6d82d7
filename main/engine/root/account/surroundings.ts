import type { Clock } from '../../ports/clock.ts';
import type { Remote } from '../../ports/remote/remote.ts';
import type { Surroundings } from '../../ports/surroundings.ts';
import { createWake } from '../schedule/wake.ts';
import type { AccountGate } from './account-gate.ts';
import { keepAsking } from './keep-asking.ts';

/** `rescan`: changes on disk may have been missed. `isEarlier`: the clock was set back. */
export type Noticed = { readonly rescan: boolean; readonly isEarlier: boolean };

export type SurroundingsWatch = {
  /** The account state changed: after a sign-out, check more often; otherwise the service may be due for a try. */
  stir(): void;
  /** Checks now: the system reported a wake-up (`rescan`: changes on disk may have been missed). */
  look(what: Pick<Noticed, 'rescan'>): void;
  run(signal: AbortSignal): Promise<void>;
};

const EVERY_MS = 15_000;
/** While the account is signed out: users expect sync to resume right after they sign in. */
const SIGNED_OUT_MS = 1_500;
/** A check this much too late or too early means that the computer slept or the clock was set, not just that it was busy. */
const JUMP_MS = 20_000;

type Watched = { readonly clock: Clock; readonly remote: Remote; readonly surroundings?: Surroundings };

/**
 * Detects changes that no event reports (edge cases 97, 106, 109): sleep, a clock change, another network, a new sign-in, a service that is
 * back. Calls `noticed`, which checks both sides again. `isAsked`: a root finds out by itself whether the service is back.
 */
export function watchSurroundings(
  { clock, remote, surroundings }: Watched,
  gate: AccountGate,
  { noticed, isAsked }: { readonly noticed: (what: Noticed) => void; readonly isAsked: () => boolean },
): SurroundingsWatch {
  const wake = createWake(clock);
  const asking = { remote, gate, isAsked, wake: createWake(clock) };
  const isSignedOut = (): boolean => gate.problem?.code === 'signed_out';
  const signIn = async (): Promise<string | null> => {
    const ask = surroundings?.signInMark ?? null;
    // A locked secret store gives no answer.
    return ask === null || !isSignedOut() ? null : ask().catch(() => null);
  };
  let asked: Pick<Noticed, 'rescan'> | null = null;
  const lookAround = async (signal: AbortSignal): Promise<void> => {
    let network = surroundings?.network() ?? '';
    let mark: string | null = null;
    while (!signal.aborted) {
      const beganMs = clock.nowMs();
      const waitMs = isSignedOut() ? SIGNED_OUT_MS : EVERY_MS;
      await wake.wait(waitMs, signal);
      if (signal.aborted) return;
      const passedMs = clock.nowMs() - beganMs;
      const isEarlier = passedMs < -JUMP_MS;
      const nowNetwork = surroundings?.network() ?? '';
      const isElsewhere = nowNetwork !== network;
      network = nowNetwork;
      const hasSlept = passedMs > waitMs + JUMP_MS || isEarlier || asked?.rescan === true;
      if (hasSlept) noticed({ rescan: true, isEarlier });
      else if (isElsewhere || asked !== null) noticed({ rescan: false, isEarlier: false });
      asked = null;
      const nowMark = await signIn();
      if (mark !== null && nowMark !== null && nowMark !== mark) gate.tryNow();
      mark = nowMark;
    }
  };
  return {
    stir: () => {
      if (isSignedOut()) wake.ring();
      asking.wake.ring();
    },
    look: ({ rescan }) => {
      asked = { rescan: rescan || asked?.rescan === true };
      wake.ring();
    },
    run: async (signal) => {
      await Promise.all([lookAround(signal), keepAsking(asking, signal)]);
    },
  };
}
