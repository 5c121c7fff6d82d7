import { expect, test } from 'vitest';
import { operations } from '../../../../contract/operations.ts';
import { fuzz } from '../../../fuzz/fuzz.ts';

test('malformed requests over all operations: no 5xx, no silence, no leak, one shape of error', async () => {
  // Every operation has its turn, with as many requests as one arrangement serves.
  const requests = 24 * Object.keys(operations).length;

  const report = await fuzz({ seed: 20_260_101, requests });

  expect(report.faults).toEqual([]);
  expect(report.sent).toBeGreaterThanOrEqual(requests);
  expect([...report.statuses.keys()]).toEqual(expect.arrayContaining(['400', '401', '404']));
});
