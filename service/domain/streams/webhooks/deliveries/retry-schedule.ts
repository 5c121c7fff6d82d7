/** Seconds from each failed attempt to the next: twelve attempts in two hours. */
const pausesSeconds: readonly number[] = [5, 15, 30, 60, 120, 240, 480, 900, 1200, 1800, 2350];

/** Maximum attempts per delivery. */
export const maxTries = pausesSeconds.length + 1;

/** The backoff varies by this share in either direction, so that a recovered receiver does not get everything at once. */
const jitter = 0.1;

/** The longest backoff, in milliseconds. */
export const longestPauseMs = Math.max(...pausesSeconds) * 1000 * (1 + jitter);

/**
 * Backoff in milliseconds after this many failed attempts; null when it is time to give up. `chance` is from 0 to 1: it
 * chooses the jitter.
 */
export function pauseAfter(tries: number, chance: number): number | null {
  const seconds = pausesSeconds[tries - 1];
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * chance));
}
