import { expect, test } from 'vitest';
import { createStaleRuns } from '../../../../../../main/engine/root/state/rounds.ts';

const third = (runs: ReturnType<typeof createStaleRuns>, node: string, from: number) => {
  for (const tick of [from, from + 1]) runs.count(node, tick);
  return runs.count(node, from + 2);
};

test('[P64] [E89] one full look serves all runs that began before it, and each run asks for one at most', () => {
  const runs = createStaleRuns();
  const [a, b] = [third(runs, 'a', 1), third(runs, 'b', 2)];
  expect(a).toEqual({ times: 3, since: 1 });
  expect([runs.needsLook(a, 'remote', 5), runs.needsLook(b, 'remote', 6)]).toEqual([true, false]);
  expect(runs.needsLook(b, 'local', 7)).toBe(true);
  expect(runs.needsLook(runs.count('b', 8), 'remote', 9)).toBe(false);
});
