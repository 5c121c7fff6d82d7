/** Bytes per second over a sliding window. */
export interface Rate {
  /** Notes how many bytes are done at a time; going back starts anew. */
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
    // The newest sample before the window stays: it is where the window's bytes start from.
    const first = samples.findLastIndex((sample) => sample.atMs <= nowMs - windowMs);
    if (first > 0) samples = samples.slice(first);
  };
  return {
    note(nowMs, bytesDone) {
      const last = samples.at(-1);
      if (last && bytesDone < last.bytes) samples = [];
      else if (samples.length > 1 && last && nowMs - last.atMs < GRAIN_MS) samples.pop();
      samples.push({ atMs: nowMs, bytes: bytesDone });
      forget(nowMs);
    },
    bytesPerSecond(nowMs) {
      forget(nowMs);
      const [first] = samples;
      const last = samples.at(-1);
      if (!first || !last || last.atMs <= nowMs - windowMs) return 0;
      const elapsedMs = Math.min(nowMs - first.atMs, windowMs);
      return elapsedMs < SHORTEST_MS ? 0 : Math.round(((last.bytes - first.bytes) * 1000) / elapsedMs);
    },
  };
}
