import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/**
 * How long to leave something alone after its n-th failure in a row: doubling from 2 s to 15 min, half to one and a half times
 * that by chance, so that many that failed together do not come back together. `fraction` is at least 0, below 1.
 */
export function backoffMs(failures: number, fraction: number): number {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS);
  return Math.round(delayMs * (0.5 + fraction));
}

/** Back-off of single paths: one that always fails is tried ever more rarely and blocks no other (I11). */
export interface Pace {
  /** Notes a failure; `retryAfterMs` is what the service asked for. Returns when to try again, milliseconds since the epoch. */
  failed(key: string, retryAfterMs?: number | null): number;
  /** Forgets the failures of a path. */
  succeeded(key: string): void;
  /** When it may be tried again; null: at once. */
  retryAtMs(key: string): number | null;
  /** Lets all be tried at once, e.g. because the network is back or a person asked for it. */
  reset(): void;
}

export function createPace(clock: Clock, random: Random): Pace {
  const failing = new Map<string, { readonly failures: number; readonly retryAtMs: number }>();
  return {
    failed(key, retryAfterMs) {
      const failures = (failing.get(key)?.failures ?? 0) + 1;
      const retryAtMs = clock.nowMs() + Math.max(backoffMs(failures, random.fraction()), retryAfterMs ?? 0);
      failing.set(key, { failures, retryAtMs });
      return retryAtMs;
    },
    succeeded: (key) => void failing.delete(key),
    retryAtMs: (key) => failing.get(key)?.retryAtMs ?? null,
    reset: () => failing.clear(),
  };
}
