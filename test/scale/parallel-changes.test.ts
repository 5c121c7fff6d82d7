import { expect, test } from 'vitest';
import { runParallel } from '../faults/parallel/run-parallel.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';

/* A short run of `npm run faults -- --parallel`; the long one also kills the database. */

test('people who change, move, copy and share at once on two processes get one consistent history', async () => {
  const url = await newDatabase();
  const plan = { seed: 7, changes: 60, latencyMs: 1, processKills: 1, databaseKills: 0, say: () => undefined };
  const report = await runParallel({ ...plan, database: { url }, blobs: await newBucketFolder() });
  expect(report.violations).toEqual([]);
  expect(report.changes).toBeGreaterThanOrEqual(plan.changes);
  await dropDatabase(url);
});
