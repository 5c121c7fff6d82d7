/** What is known of a file of which one version after the other went up. */
export type Growth = {
  readonly sizeBytes: number;
  readonly atMs: number;
  /** Versions in a row, each larger than the one before and soon after it. */
  readonly versions: number;
  /** No further one before this long after `atMs`. */
  readonly pauseMs: number;
};

/** So many in a row are no person at work. */
const MANY = 10;
/** As soon after the one before, or after its pause. */
const SOON_MS = 15_000;
const PAUSE = { firstMs: 60_000, longestMs: 10 * 60_000 };
/**
 * A log that grows all the time would be a version every second, each with all that was there before. From the tenth on it
 * goes up once a minute, then less and less often, down to every ten minutes (edge case 46). A file that shrinks, or rests
 * for a while, is none.
 */
export function nextGrowth(before: Growth | undefined, sizeBytes: number, nowMs: number): Growth {
  const goesOn =
    before !== undefined && sizeBytes > before.sizeBytes && nowMs - before.atMs <= before.pauseMs + SOON_MS;
  if (!goesOn) return { sizeBytes, atMs: nowMs, versions: 1, pauseMs: 0 };
  const versions = before.versions + 1;
  const pauseMs = versions < MANY ? 0 : Math.min(Math.max(PAUSE.firstMs, before.pauseMs * 2), PAUSE.longestMs);
  return { sizeBytes, atMs: nowMs, versions, pauseMs };
}
