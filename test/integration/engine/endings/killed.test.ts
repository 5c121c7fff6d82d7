import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTree } from '../../../support/files/disk-tree.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../support/lines/faulty-proxy.ts';
import { eventually, startTandem, tandem } from '../../../support/programs/processes.ts';
import { openWorkplace, type SyncReport, type Workplace } from '../../../support/programs/workplace.ts';

const MEBIBYTE = 1024 ** 2;
const PART = 8 * MEBIBYTE;

let place: Workplace;
let proxy: FaultyProxy;
beforeEach(async () => {
  place = await openWorkplace();
  proxy = await startFaultyProxy({ publicUrl: new URL(place.service().baseUrl).origin });
});
afterEach(async () => {
  await proxy.stop();
  await place.close();
});

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex');
const partsSeen = () =>
  proxy.seen.filter((request) => request.method === 'PUT' && request.path.includes('upload_sessions'));

test('[I10] [E110] a client killed during an upload sends no part again that the service has', async () => {
  const computer = await place.computer('killed');
  const bytes = randomBytes(12 * PART - 5);
  await writeFile(join(computer.root, 'large.bin'), bytes);
  proxy.break({
    method: 'PUT',
    path: /upload_sessions/,
    after: 6,
    times: 1_000,
    fault: { kind: 'hold', until: new Promise(() => {}) },
  });
  const flags = [
    'sync',
    '--local',
    computer.root,
    '--remote',
    '0',
    '--state',
    computer.state,
    '--base-url',
    proxy.baseUrl,
  ];
  const env = { TANDEM_TOKEN: place.token };
  const first = startTandem(flags, { env });
  // Six are stored once each of the four streams holds one that is not.
  await eventually('four parts to be held', async () => partsSeen().length >= 10);
  await first.kill('SIGKILL');
  const sentBefore = partsSeen().length;
  proxy.mend();

  const again = await tandem([...flags, '--once', '--json'], { env });
  expect(again.stderr + again.code).toBe('0');
  const report = JSON.parse(again.stdout) as SyncReport;
  expect(report).toMatchObject({ state: 'in_sync', uploaded: 1 });
  expect(partsSeen().length - sentBefore).toBeLessThanOrEqual(6);
  expect(await place.web().items('0')).toMatchObject([{ name: 'large.bin', sha1: sha1(bytes) }]);
});

test('a service killed during uploads keeps every acknowledged file and no partial one, and the client resumes by itself', async () => {
  const computer = await place.computer('patient');
  await mkdir(join(computer.root, 'many'));
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      writeFile(join(computer.root, 'many', `${index}.bin`), randomBytes(20_000)),
    ),
  );
  await writeFile(join(computer.root, 'large.bin'), randomBytes(64 * MEBIBYTE));
  const client = computer.sync();
  await eventually('the client to have signed in', async () => client.stderr().includes('Keeping the folder in sync'));
  const acknowledged = new Map<string, string>();
  let isOver = false;
  const others = [0, 1].map(async (uploader) => {
    for (let round = 0; !isOver; round++) {
      const bytes = randomBytes(100_000);
      const made = await place
        .web()
        .upload('0', `other ${uploader} ${round}`, bytes)
        .catch(() => null);
      if (made !== null) acknowledged.set(made.id, sha1(bytes));
    }
  });
  for (let kill = 0; kill < 3; kill++) {
    const before = acknowledged.size;
    await eventually('some uploads to be acknowledged', async () => acknowledged.size > before + 10);
    await place.restartService('SIGKILL');
  }
  isOver = true;
  await Promise.all(others);

  expect(acknowledged.size).toBeGreaterThan(30);
  for (const [id, digest] of acknowledged) expect(sha1(await place.web().read(id))).toBe(digest);
  await eventually(
    'the client to have everything',
    async () => {
      const remote = await place.web().items('0');
      const folder = remote.find((item) => item.name === 'many');
      if (folder === undefined || !remote.some((item) => item.name === 'large.bin')) return false;
      return (await place.web().items(folder.id)).length === 200;
    },
    60_000,
  ).catch(async (error: unknown) => {
    const status = await tandem(['status', '--json', '--state', computer.state]);
    throw new Error(`${String(error)}\n${status.stdout}\n${client.stderr()}`);
  });
  const local = await readTree(computer.root);
  for (const item of await place.web().items('0')) {
    if (item.type === 'file') expect(sha1(await place.web().read(item.id))).toBe(item.sha1);
    if (item.name === 'large.bin') expect(item.sha1).toBe(local.get('large.bin'));
  }
  expect((await client.kill('SIGTERM')).code).toBe(0);
  expect((await computer.once()).report).toMatchObject({ state: 'in_sync', conflicts: 0, blocked: [] });
  const settled = (await computer.once()).report;
  expect(settled).toMatchObject({ uploaded: 0, downloaded: 0 });
}, 180_000);
