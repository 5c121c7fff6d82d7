/** Bytes per second over a sliding window. */
export interface Rate {
  /** Notes how many bytes are done at a time; going back, of either, starts anew. */
  note(nowMs: number, bytesDone: number): void;
  /** 0 while nothing moves. */
  bytesPerSecond(nowMs: number): number;
}

type Sample = { readonly atMs: number; readonly bytes: number };

/** Samples closer to each other than this are one. */
const GRAIN_MS = 100;
/** A rate over less than this says nothing yet. */
const SHORTEST_MS = 250;

export function createRate(windowMs = 5_000): Rate {
  let samples: Sample[] = [];
  const forget = (nowMs: number) => {
    // The newest sample before the window stays: with the next one it tells what was done when the window begins.
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

/** The bytes at a time between two samples: what arrived as one was on its way all the time. */
function between(one: Sample, other: Sample, atMs: number): number {
  return one.bytes + ((other.bytes - one.bytes) * (atMs - one.atMs)) / (other.atMs - one.atMs);
}
