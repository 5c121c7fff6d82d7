/** The recent versions of a file, to detect constant growth. */
export type Growth = {
  readonly sizeBytes: number;
  readonly atMs: number;
  /** Consecutive versions, each larger than the previous one and soon after it. */
  readonly versions: number;
  /** The minimum wait after `atMs` before the next version. */
  readonly pauseMs: number;
};

/** More consecutive versions than a person would make. */
const MANY = 10;
/** How soon after the previous version, or after its pause, a version counts as consecutive. */
const SOON_MS = 15_000;
const PAUSE = { firstMs: 60_000, longestMs: 10 * 60_000 };
/**
 * A constantly growing log would upload a full version every second. From the tenth version on it uploads once a minute, then less and
 * less often, down to every ten minutes (edge case 46). Shrinking or resting for a while resets this.
 */
export function nextGrowth(before: Growth | undefined, sizeBytes: number, nowMs: number): Growth {
  const goesOn =
    before !== undefined && sizeBytes > before.sizeBytes && nowMs - before.atMs <= before.pauseMs + SOON_MS;
  if (!goesOn) return { sizeBytes, atMs: nowMs, versions: 1, pauseMs: 0 };
  const versions = before.versions + 1;
  const pauseMs = versions < MANY ? 0 : Math.min(Math.max(PAUSE.firstMs, before.pauseMs * 2), PAUSE.longestMs);
  return { sizeBytes, atMs: nowMs, versions, pauseMs };
}
