import { expect, test } from 'vitest';
import { fuzzClient } from '../../fuzz/client/fuzz-client.ts';

test('5,000 lies: each client operation ends with a value or an error that names the problem, and no token leaks', async () => {
  const report = await fuzzClient({ seed: 20_260_101, answers: 5_000 });
  expect(report.faults).toEqual([]);
  expect(report.answered).toBeGreaterThanOrEqual(5_000);
  // Controls: nearly every operation received lies, many lies were detected, and truthful responses were accepted. A busy machine sees more of
  // them cut off by the client's own time limit.
  expect(report.operations).toBeGreaterThan(150);
  expect(report.ends.get('bad_answer')).toBeGreaterThan(500);
  expect(report.ends.get('value')).toBeGreaterThan(100);
}, 600_000);
