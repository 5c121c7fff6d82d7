import { describe, expect, test } from 'vitest';
import { type Growth, nextGrowth } from '../../../../../../main/engine/root/waiting/growth.ts';

/** Versions of these sizes, each as many milliseconds after the one before, when it goes up as soon as it may. */
function grown(versions: readonly (readonly [sizeBytes: number, afterMs: number])[]): Growth | undefined {
  let growth: Growth | undefined;
  let nowMs = 0;
  for (const [sizeBytes, afterMs] of versions) {
    nowMs += Math.max(afterMs, growth?.pauseMs ?? 0);
    growth = nextGrowth(growth, sizeBytes, nowMs);
  }
  return growth;
}
const log = (count: number) => Array.from({ length: count }, (_, index) => [100 + index, 1_000] as const);

describe('a file that grows all the time', () => {
  test('[E46] goes up at once nine times, then once a minute, then ever more seldom, and never seldomer than every ten minutes', () => {
    expect(grown(log(9))?.pauseMs).toBe(0);
    expect([10, 11, 12, 13, 14, 30].map((count) => (grown(log(count))?.pauseMs ?? 0) / 60_000)).toEqual([
      1, 2, 4, 8, 10, 10,
    ]);
  });

  test('[E46] one that rests for a while, or does not grow, is none', () => {
    expect(grown([...log(12), [1_000, 10 * 60_000]])?.pauseMs).toBe(0);
    expect(grown([...log(12), [50, 1_000]])?.pauseMs).toBe(0);
    expect(grown(Array.from({ length: 50 }, () => [100, 1_000] as const))?.pauseMs).toBe(0);
  });
});
