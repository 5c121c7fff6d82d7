/** How much of the current spell of work is done, and how much is left: files cost time by themselves, and by their bytes. */
export type Work = { readonly files: number; readonly bytes: number };

/**
 * Says how long the rest of a spell of work takes, from how fast it went lately. One number of bytes a second is wrong for either ten
 * thousand small files or one huge one: the time goes by files and by bytes, and how much by which is learnt on the way.
 */
export type TimeLeft = {
  /**
   * Notes what is done by now. What seems to go back is ignored: a file that has arrived may not be written down yet. `movedAtMs`: when
   * the last of it was done, if that was since the last note.
   */
  note(nowMs: number, done: Work, movedAtMs: number): void;
  /** Seconds; null while it is not known: too little was seen, or nothing moves. */
  seconds(ahead: Work): number | null;
  restart(): void;
};

type Look = Work & { readonly atMs: number };

/** What happened in some time. */
type Stretch = { readonly ms: number; readonly files: number; readonly bytes: number };

/** Stretches are at least so long, so that a batch that ends does not look like a rush. */
const STRETCH_MS = 1_000;
/** The first ones are spent on opening lines and on getting up to speed. */
const SLOW_STRETCHES = 2;
/** What is older than this counts a third, and so on: work gets faster and slower. */
const MEMORY_MS = 10_000;
/** With nothing done for so long, nothing is known; on a slow line, where parts take longer, for twice as long as they do. */
const STALLED_MS = 15_000;
/** How much of the longest wait between two steps forward still counts at the next one. */
const WAITS_KEPT = 0.9;
/** After the last file: its record, and a last look at both sides. */
const END_MS = 80;
/** After the last byte of a file: its commit. What ended files cost tells it better. */
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
    note(nowMs, told, toldMovedAtMs) {
      if (nowMs < look.atMs) restart();
      const before = look;
      if (start === null) {
        look = { ...told, atMs: nowMs };
        [start, movedAtMs] = [look, nowMs];
        return;
      }
      look = { files: Math.max(told.files, before.files), bytes: Math.max(told.bytes, before.bytes), atMs: nowMs };
      if (look.files === before.files && look.bytes === before.bytes) {
        // Before the first file goes the folders are looked through: that says nothing about how fast files go.
        if (stretches === 0 && before.files === start.files && before.bytes === start.bytes) start = look;
        return;
      }
      const atMs = toldMovedAtMs > before.atMs && toldMovedAtMs < nowMs ? toldMovedAtMs : nowMs;
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
      // Between two steps forward time goes on.
      return Math.max(0, ms - Math.min(waitedMs, usualWaitMs)) / 1000;
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
