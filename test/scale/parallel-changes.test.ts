import { expect, test } from 'vitest';
import { runParallel } from '../faults/parallel/run-parallel.ts';
import { openTwoProcesses } from '../faults/parallel/two-processes.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';

/* A short run of `npm run faults -- --parallel`; the long one also kills the database. */

/** Most of the time goes into starting processes, which a busy machine slows down several times over. */
const timeout = 300_000;

test('people who change, move, copy and share at once on two processes get one consistent history', {
  timeout,
}, async () => {
  const url = await newDatabase();
  const stage = await openTwoProcesses({ latencyMs: 1, database: { url }, blobs: await newBucketFolder() });
  try {
    const disturbances = stage.disturbances.slice(0, 1);
    const report = await runParallel({ seed: 7, stage, changes: 40, disturbances, say: () => undefined });
    expect(report.violations).toEqual([]);
    expect(report.changes).toBeGreaterThanOrEqual(40);
  } finally {
    await stage.close();
  }
  await dropDatabase(url);
});
