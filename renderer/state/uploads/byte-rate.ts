/** The rate of a batch over its last seconds. */
export type ByteRate = { readonly add: (bytes: number) => void; readonly perSecond: () => number };

/** Before this the rate would be a guess. */
const LEAST_MS = 1_000;
/** Long enough to smooth bursts, short enough to follow a slower line. */
const WINDOW_MS = 5_000;

export function byteRate(nowMs: () => number = () => performance.now()): ByteRate {
  const startedMs = nowMs();
  let seen: readonly { readonly atMs: number; readonly bytes: number }[] = [];
  return {
    add: (bytes) => {
      const atMs = nowMs();
      seen = [...seen.filter((one) => atMs - one.atMs < WINDOW_MS), { atMs, bytes }];
    },
    perSecond: () => {
      const spanMs = Math.min(WINDOW_MS, nowMs() - startedMs);
      const bytes = seen.reduce((sum, one) => sum + one.bytes, 0);
      return spanMs < LEAST_MS ? 0 : (bytes * 1_000) / spanMs;
    },
  };
}
