const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/**
 * Backoff after the n-th failure in a row, so that permanent failures are retried ever more rarely and block nothing else (I11).
 * It doubles from 2 s to 15 min and is multiplied by a random factor between 0.5 and 1.5 (`fraction` is at least 0, below 1), so
 * that items that failed together don't retry together.
 */
export function backoffMs(failures: number, fraction: number): number {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS);
  return Math.round(delayMs * (0.5 + fraction));
}
