import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import { RemoteError } from '../ports/remote.ts';

/** Waits between the attempts of one request within a transfer; longer trouble is the engine's to wait for. */
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 1_000;
/** A pause that the service asks for is sat out when it is no longer than this. */
const LONGEST_WAIT_MS = 30_000;

export type Patience = { readonly clock: Clock; readonly random: Random };

/**
 * Runs `attempt` again when the service was not reached or not ready: a transfer of a gigabyte is not given up for a restart of
 * the service. `attempt` is told which attempt it is (1, 2, ...), because before a repetition it may have to look first.
 */
export async function patiently<T>(
  { clock, random }: Patience,
  signal: AbortSignal,
  attempt: (number: number) => Promise<T>,
): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const waitMs = error instanceof RemoteError ? waitOf(error, number, random) : null;
      if (waitMs === null || number >= ATTEMPTS) throw error;
      await clock.sleep(waitMs, signal);
      signal.throwIfAborted();
    }
  }
}

/** Null: waiting does not help. */
function waitOf(error: RemoteError, number: number, random: Random): number | null {
  if (error.code !== 'offline' && error.code !== 'unavailable' && error.code !== 'rate_limited') return null;
  const waitMs = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (number - 1) * (0.5 + random.fraction());
  return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}
