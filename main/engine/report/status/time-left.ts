/** An amount of work, done or left. Files cost time on their own, in addition to their bytes. */
export type Work = { readonly files: number; readonly bytes: number };

/**
 * Estimates the time left in a spell of work from its recent speed. A single bytes-per-second rate is wrong for either ten
 * thousand small files or one huge one, so the time per file and per byte is learned along the way.
 */
export type TimeLeft = {
  /**
   * Records the total done so far. Decreases are ignored: an arrived file may not be recorded yet. `movedAtMs`: the time of the
   * last progress, if later than the previous call.
   */
  note(nowMs: number, done: Work, movedAtMs: number): void;
  /** Seconds; null while unknown: too little data, or nothing moves. */
  seconds(ahead: Work): number | null;
  restart(): void;
};

type Look = Work & { readonly atMs: number };

/** The progress within some time. */
type Stretch = { readonly ms: number; readonly files: number; readonly bytes: number };

/** Minimum length of a stretch, so that the end of a batch does not look like a burst. */
const STRETCH_MS = 1_000;
/** The first stretches go into opening connections and ramping up. */
const SLOW_STRETCHES = 2;
/** Samples older than this count for a third, and so on, as the speed varies. */
const MEMORY_MS = 10_000;
/** After this long without progress the estimate is unknown; on a slow line, after twice the usual wait between parts. */
const STALLED_MS = 15_000;
/** How much of the longest wait between two updates carries over to the next one. */
const WAITS_KEPT = 0.9;
/** After the last file: recording it, and a final check of both sides. */
const END_MS = 80;
/** After the last byte of a file: its commit. Used until completed files give a better estimate. */
const FIRST_COMMIT_MS = 150;

export function createTimeLeft(): TimeLeft {
  let sums = noSums();
  let stretches = 0;
  let start: Look | null = null;
  let look: Look = { files: 0, bytes: 0, atMs: 0 };
  let movedAtMs = 0;
  let usualWaitMs = STRETCH_MS;
  const restart = (): void => {
    [sums, stretches, start, usualWaitMs] = [noSums(), 0, null, STRETCH_MS];
  };
  const endStretch = (from: Look, to: Look): void => {
    stretches += 1;
    if (stretches > SLOW_STRETCHES) {
      sums = added(sums, { ms: to.atMs - from.atMs, files: to.files - from.files, bytes: to.bytes - from.bytes });
    }
    start = to;
  };
  return {
    restart,
    note(nowMs, reported, reportedMovedAtMs) {
      if (nowMs < look.atMs) restart();
      const before = look;
      if (start === null) {
        look = { ...reported, atMs: nowMs };
        [start, movedAtMs] = [look, nowMs];
        return;
      }
      look = {
        files: Math.max(reported.files, before.files),
        bytes: Math.max(reported.bytes, before.bytes),
        atMs: nowMs,
      };
      if (look.files === before.files && look.bytes === before.bytes) {
        // Before the first file, folders are being scanned, which says nothing about the speed of files.
        if (stretches === 0 && before.files === start.files && before.bytes === start.bytes) start = look;
        return;
      }
      const atMs = reportedMovedAtMs > before.atMs && reportedMovedAtMs < nowMs ? reportedMovedAtMs : nowMs;
      usualWaitMs = Math.max(STRETCH_MS, atMs - movedAtMs, usualWaitMs * WAITS_KEPT);
      movedAtMs = atMs;
      if (atMs - start.atMs >= STRETCH_MS) endStretch(start, { ...look, atMs });
    },
    seconds(ahead) {
      const waitedMs = look.atMs - movedAtMs;
      const cost = waitedMs > Math.max(STALLED_MS, 2 * usualWaitMs) ? null : costOf(sums);
      if (cost === null) return null;
      if (ahead.files <= 0 && ahead.bytes <= 0) return 0;
      const end = END_MS + (sums.files === 0 ? FIRST_COMMIT_MS : 0);
      const ms = cost.perFileMs * ahead.files + cost.perByteMs * ahead.bytes + end;
      // Time passes between two updates.
      return Math.max(0, ms - Math.min(waitedMs, usualWaitMs)) / 1000;
    },
  };
}

/** Weighted sums over the stretches: of the values, and of the products for a least-squares fit. */
type Sums = ReturnType<typeof noSums>;

function noSums() {
  return { ms: 0, files: 0, bytes: 0, ff: 0, bb: 0, fb: 0, tf: 0, tb: 0 };
}

function added(sums: Sums, { ms, files, bytes }: Stretch): Sums {
  const keep = Math.exp(-ms / MEMORY_MS);
  return {
    ms: sums.ms * keep + ms,
    files: sums.files * keep + files,
    bytes: sums.bytes * keep + bytes,
    ff: sums.ff * keep + files * files,
    bb: sums.bb * keep + bytes * bytes,
    fb: sums.fb * keep + files * bytes,
    tf: sums.tf * keep + ms * files,
    tb: sums.tb * keep + ms * bytes,
  };
}

type Cost = { readonly perFileMs: number; readonly perByteMs: number };

/**
 * The fit only splits the time between files and bytes; the total is scaled to the measured time. If both always came in the same
 * proportion, the fit is undetermined, and the better single predictor is used.
 */
function costOf(sums: Sums): Cost | null {
  if (sums.files === 0 && sums.bytes === 0) return null;
  const { perFileMs, perByteMs } = sharesOf(sums);
  const explainedMs = perFileMs * sums.files + perByteMs * sums.bytes;
  if (explainedMs <= 0) return null;
  const scale = sums.ms / explainedMs;
  return { perFileMs: perFileMs * scale, perByteMs: perByteMs * scale };
}

function sharesOf({ ff, bb, fb, tf, tb }: Sums): Cost {
  const byFiles: Cost = { perFileMs: ff === 0 ? 0 : tf / ff, perByteMs: 0 };
  const byBytes: Cost = { perFileMs: 0, perByteMs: bb === 0 ? 0 : tb / bb };
  if (ff === 0) return byBytes;
  if (bb === 0) return byFiles;
  const determinant = ff * bb - fb * fb;
  const isTold = determinant > 0.02 * ff * bb;
  const fit = { perFileMs: (tf * bb - tb * fb) / determinant, perByteMs: (tb * ff - tf * fb) / determinant };
  if (isTold && fit.perFileMs >= 0 && fit.perByteMs >= 0) return fit;
  // The reduction in squared error from either alone.
  return (tf * tf) / ff >= (tb * tb) / bb ? byFiles : byBytes;
}
