/** Seconds from each failed try to the next one: twelve tries in two hours. */
const pausesSeconds: readonly number[] = [5, 15, 30, 60, 120, 240, 480, 900, 1200, 1800, 2350];

/** How often a message is sent at most. */
export const maxTries = pausesSeconds.length + 1;

/**
 * Milliseconds to wait after so many failed tries; null when it is time to give up. `chance` is from 0 to 1: it spreads the
 * tries by a tenth to either side, so that a receiver that comes back is not met by everything at once.
 */
export function pauseAfter(tries: number, chance: number): number | null {
  const seconds = pausesSeconds[tries - 1];
  return seconds === undefined ? null : Math.round(seconds * 1000 * (0.9 + 0.2 * chance));
}
