/** How much of the current spell of work is done, and how much is left: files cost time by themselves, and by their bytes. */
export type Work = { readonly files: number; readonly bytes: number };

/**
 * Says how long the rest of a spell of work takes, from how fast it went lately. One number of bytes a second is wrong for either ten
 * thousand small files or one huge one: the time goes by files and by bytes, and how much by which is learnt on the way.
 */
export type TimeLeft = {
  /** Notes what is done by now. What seems to go back is ignored: a file that has arrived may not be written down yet. */
  note(nowMs: number, done: Work): void;
  /** Seconds; null while it is not known: too little was seen, or nothing moves. */
  seconds(left: Work): number | null;
  restart(): void;
};

/** What happened between two looks. */
type Stretch = { readonly ms: number; readonly files: number; readonly bytes: number };

/** Stretches are at least so long, so that a batch that ends does not look like a rush. */
const STRETCH_MS = 1_000;
/** What is older than this counts a third, and so on: work gets faster and slower. */
const MEMORY_MS = 10_000;
/** Less than this says nothing yet. */
const SHORTEST_MS = 1_000;
/** With nothing done for so long, nothing is known. */
const STALLED_MS = 15_000;

export function createTimeLeft(): TimeLeft {
  let sums = noSums();
  let last: (Work & { readonly atMs: number }) | null = null;
  let hasStarted = false;
  let movedAtMs = 0;
  let nowMs = 0;
  const restart = (): void => {
    sums = noSums();
    last = null;
    hasStarted = false;
  };
  return {
    restart,
    note(atMs, told) {
      nowMs = atMs;
      const done = { files: Math.max(told.files, last?.files ?? 0), bytes: Math.max(told.bytes, last?.bytes ?? 0) };
      if (last === null) {
        last = { ...done, atMs };
        movedAtMs = atMs;
        return;
      }
      const stretch = { ms: atMs - last.atMs, files: done.files - last.files, bytes: done.bytes - last.bytes };
      const hasMoved = stretch.files > 0 || stretch.bytes > 0;
      if (hasMoved) movedAtMs = atMs;
      if (!hasMoved && !hasStarted) {
        // Before the first file goes the folders are looked through: that says nothing about how fast files go.
        last = { ...done, atMs };
        return;
      }
      if (stretch.ms < STRETCH_MS) return;
      // The first stretch is spent on opening lines and on getting up to speed.
      if (hasStarted) sums = added(sums, stretch);
      hasStarted = true;
      last = { ...done, atMs };
    },
    seconds(left) {
      if (sums.ms < SHORTEST_MS || nowMs - movedAtMs > STALLED_MS) return null;
      if (left.files <= 0 && left.bytes <= 0) return 0;
      const cost = costOf(sums);
      return cost === null ? null : (cost.perFileMs * left.files + cost.perByteMs * left.bytes) / 1000;
    },
  };
}

/** Weighted sums over the stretches: of themselves, and of the products that a fit by least squares needs. */
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
 * The fit says how the time is shared between files and bytes; how much it is in all is what it was. Where the two always came in
 * the same proportion there is nothing to tell them apart by, and the one that explains more stands for both.
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
  // What the squares of the errors lose by either alone.
  return (tf * tf) / ff >= (tb * tb) / bb ? byFiles : byBytes;
}
