import { expect, test } from 'vitest';
import { fuzzClient } from '../../fuzz/client/fuzz-client.ts';

test('5,000 lies: each act of the client ends with a value or an error that names what was wrong, and no token leaves', async () => {
  const report = await fuzzClient({ seed: 20_260_101, answers: 5_000 });
  expect(report.faults).toEqual([]);
  expect(report.answered).toBeGreaterThanOrEqual(5_000);
  // The controls: nearly each operation was lied to, lies were noticed, and what was no lie was taken.
  expect(report.operations).toBeGreaterThan(150);
  expect(report.ends.get('bad_answer')).toBeGreaterThan(1_000);
  expect(report.ends.get('value')).toBeGreaterThan(100);
}, 600_000);
