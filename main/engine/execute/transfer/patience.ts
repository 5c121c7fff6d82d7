import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { RemoteError, type RemoteErrorCode } from '../../ports/remote/remote.ts';

/** Retries of one request within a transfer; the engine handles longer outages. */
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 1_000;
/** The longest Retry-After to wait for here. */
const LONGEST_WAIT_MS = 30_000;

export type Patience = { readonly clock: Clock; readonly random: Random };

/**
 * Retries `attempt` if the service was unreachable or not ready, so that its restart does not fail a transfer of gigabytes.
 * `attempt` receives its number (1, 2, ...), because a retry may have to check first.
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

const PASSING: ReadonlySet<RemoteErrorCode> = new Set(['offline', 'unavailable', 'not_ready', 'rate_limited']);

/** Null: waiting does not help. */
function waitOf(error: RemoteError, number: number, random: Random): number | null {
  if (!PASSING.has(error.code)) return null;
  const waitMs = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (number - 1) * (0.5 + random.fraction());
  return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}
