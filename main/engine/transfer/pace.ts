const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/**
 * How long to leave something alone after its n-th failure in a row, so that what always fails is tried ever more rarely and
 * blocks no other (I11): doubling from 2 s to 15 min, half to one and a half times that by chance, so that many that failed
 * together do not come back together. `fraction` is at least 0, below 1.
 */
export function backoffMs(failures: number, fraction: number): number {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS);
  return Math.round(delayMs * (0.5 + fraction));
}
