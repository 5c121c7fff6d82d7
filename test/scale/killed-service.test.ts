import { expect, test } from 'vitest';
import { killService } from '../faults/kill-service.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';

/* A short run of `npm run faults`; the long one kills 50 times. */
const plan = { kills: 3, seed: 1, say: () => undefined };

test('a service on SQLite that is killed under load loses nothing that it acknowledged, and no event', async () => {
  const report = await killService({ ...plan, storage: [] });
  expect(report.violations).toEqual([]);
  expect(report.changes).toBeGreaterThan(plan.kills);
});

test('a service on PostgreSQL and a bucket that is killed under load loses nothing that it acknowledged, and no event', async () => {
  const database = await newDatabase();
  const storage = ['--database', database, '--blobs', await newBucketFolder()];
  const report = await killService({ ...plan, storage });
  expect(report.violations).toEqual([]);
  expect(report.changes).toBeGreaterThan(plan.kills);
  await dropDatabase(database);
});
