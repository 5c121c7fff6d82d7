/** Bytes per second over a sliding window. */
export interface Rate {
  /** Records the total done so far. A lower total or an earlier time starts over. */
  note(nowMs: number, bytesDone: number): void;
  /** 0 while nothing moves. */
  bytesPerSecond(nowMs: number): number;
}

type Sample = { readonly atMs: number; readonly bytes: number };

/** Samples closer together than this are merged. */
const GRAIN_MS = 100;
/** A rate over less time than this is meaningless. */
const SHORTEST_MS = 250;

export function createRate(windowMs = 5_000): Rate {
  let samples: Sample[] = [];
  const forget = (nowMs: number) => {
    // Keep the newest sample before the window: with the next one it gives the amount at the window's start.
    const first = samples.findLastIndex((sample) => sample.atMs <= nowMs - windowMs);
    if (first > 0) samples = samples.slice(first);
  };
  return {
    note(nowMs, bytesDone) {
      const [before, last] = [samples.at(-2), samples.at(-1)];
      if (last && (bytesDone < last.bytes || nowMs < last.atMs)) samples = [];
      else if (before && last && last.atMs - before.atMs < GRAIN_MS) samples.pop();
      samples.push({ atMs: nowMs, bytes: bytesDone });
      forget(nowMs);
    },
    bytesPerSecond(nowMs) {
      forget(nowMs);
      const [first, second] = samples;
      const last = samples.at(-1);
      const startMs = nowMs - windowMs;
      if (!first || !last || last.atMs <= startMs) return 0;
      const elapsedMs = Math.min(nowMs - first.atMs, windowMs);
      const start = second && first.atMs < startMs ? between(first, second, startMs) : first.bytes;
      return elapsedMs < SHORTEST_MS ? 0 : Math.round(((last.bytes - start) * 1000) / elapsedMs);
    },
  };
}

/** Bytes at a time between two samples, interpolated: bytes recorded at `other` were moving all along. */
function between(one: Sample, other: Sample, atMs: number): number {
  return one.bytes + ((other.bytes - one.bytes) * (atMs - one.atMs)) / (other.atMs - one.atMs);
}
