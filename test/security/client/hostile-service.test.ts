import { expect, test } from 'vitest';
import { fuzzClient } from '../../fuzz/client/fuzz-client.ts';

test('5,000 lies: each client operation ends with a value or an error that names the problem, and no token leaks', async () => {
  const report = await fuzzClient({ seed: 20_260_101, answers: 5_000 });
  expect(report.faults).toEqual([]);
  expect(report.answered).toBeGreaterThanOrEqual(5_000);
  // Controls: nearly every operation received lies, some lies were detected, and truthful responses were accepted.
  expect(report.operations).toBeGreaterThan(150);
  expect(report.ends.get('bad_answer')).toBeGreaterThan(1_000);
  expect(report.ends.get('value')).toBeGreaterThan(100);
}, 600_000);
