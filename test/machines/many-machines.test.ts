import { afterAll, beforeAll, expect, test } from 'vitest';
import { runParallel } from '../faults/parallel/run-parallel.ts';
import type { Stage } from '../faults/parallel/stage.ts';
import { testCredentials } from '../support/servers/ceph-server.ts';
import { clusterSecrets, openCluster } from './cluster.ts';

let cluster: Stage | undefined;
const before = { ...process.env };
beforeAll(async () => {
  Object.assign(process.env, testCredentials, clusterSecrets);
  cluster = await openCluster();
}, 180_000);
afterAll(async () => {
  await cluster?.close();
  process.env = before;
});

test('each part is killed in turn under load, the primary permanently, and nothing acknowledged is lost', async () => {
  if (!cluster) throw new Error('The cluster did not start.');
  const { disturbances } = cluster;
  const say = (line: string) => console.log(`  ${line}`);
  const report = await runParallel({ seed: 11, stage: cluster, changes: 100, disturbances, say });
  for (const { name, lostForMs } of report.disturbed) console.log(`  ${name}: requests were lost for ${lostForMs} ms`);
  expect(report.violations).toEqual([]);
  expect(report.disturbed.map(({ name }) => name)).toEqual(disturbances.map(({ name }) => name));
  expect(report.changes).toBeGreaterThanOrEqual(100);
}, 300_000);
