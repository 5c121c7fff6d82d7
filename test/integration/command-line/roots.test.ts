import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockState } from '../../../main/engine/store/state-lock.ts';
import { eventually, type Finished, startTandem, tandem } from '../../support/programs/processes.ts';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/** Sync roots from the command line, what a sync would do, the daemon, and requests by hand. */
let place: Workplace;
let computer: Computer;
beforeAll(async () => {
  place = await openWorkplace();
  computer = await place.computer('desk');
});
afterAll(() => place.close());

const env = () => ({ TANDEM_TOKEN: place.token });
const run = (...args: string[]): Promise<Finished> => tandem([...args, ...computer.flags], { env: env() });
const json = (finished: Finished) => JSON.parse(finished.stdout);

test('a root is added, planned, synced by the daemon and removed, and both sides keep their files', async () => {
  const folder = await place.web().createFolder('0', 'work');
  const local = join(place.folder, 'work');
  await mkdir(local);
  await writeFile(join(local, 'note.txt'), 'a note');

  const added = await run('roots', 'add', '--local', local, '--remote', folder.id, '--json');
  expect([added.code, json(added).localPath]).toEqual([0, local]);
  expect(json(await run('roots', '--json'))).toMatchObject([{ localPath: local, remoteId: folder.id }]);
  const planned = await run('plan', '--json');
  expect(json(planned)).toMatchObject({ total: 1, steps: [{ kind: 'upload' }] });
  expect(json(await run('api', 'GET', `/folders/${folder.id}/items`)).entries).toEqual([]);

  const daemon = startTandem(['run', '--json', ...computer.flags], { env: env() });
  const listed = () => run('api', 'GET', `/folders/${folder.id}/items`);
  await eventually('the file is on the service', async () => json(await listed()).entries.length === 1);
  expect((await daemon.kill()).code).toBe(0);

  const [root] = json(await run('roots', '--json'));
  expect((await run('roots', 'remove', String(root.id))).code).toBe(0);
  expect(json(await run('roots', '--json'))).toEqual([]);
  expect(await readFile(join(local, 'note.txt'), 'utf8')).toBe('a note');
  expect(json(await listed()).entries).toMatchObject([{ name: 'note.txt' }]);
});

test("a raw request prints the service's answer, and a refusal exits with 1", async () => {
  const made = await run('api', 'POST', '/folders', '--body', '{"name":"by hand","parent":{"id":"0"}}');
  expect([made.code, json(made).name]).toEqual([0, 'by hand']);

  const again = await run('api', 'post', '/folders', '--body', '{"name":"by hand","parent":{"id":"0"}}');
  expect([again.code, json(again).code]).toEqual([1, 'item_name_in_use']);
  expect(again.stderr).toContain('409');
});

test('words that cannot be followed are said, with how to say them', async () => {
  for (const args of [
    ['api', 'FETCH', '/users/me'],
    ['api', 'GET', 'users/me'],
    ['api', 'GET', '//elsewhere.example.com/'],
    ['api', 'POST', '/folders', '--body', '{broken'],
    ['api', 'GET', '/users/me', '--header', 'authorization: Bearer x'],
    ['roots', 'add', '--local', place.folder],
    ['roots', 'remove', 'work'],
    ['roots', 'restore'],
    ['log', '--since', '5'],
    ['open'],
    ['roots', 'rename'],
  ]) {
    const refused = await run(...args);
    expect([args, refused.code, refused.stdout]).toEqual([args, 1, '']);
    expect(refused.stderr.trim().split('\n').length).toBe(2);
  }
});

test('doctor reports each check, and the remedy where one fails', async () => {
  const sound = await run('doctor', '--json');
  const { checks } = json(sound) as { checks: { name: string }[] };
  expect([...new Set(checks.map((check) => check.name))].toSorted((one, other) => one.localeCompare(other))).toEqual([
    'clock',
    'disk',
    'secret_store',
    'service',
    'state',
    'watchers',
  ]);
  expect(checks.filter((check) => check.name === 'service')).toMatchObject([{ outcome: 'good' }]);

  const wrong = await tandem(['doctor', '--json', ...computer.flags], { env: { TANDEM_TOKEN: 'wrong' } });
  expect(wrong.code).toBe(2);
  expect(json(wrong).checks[0]).toMatchObject({
    name: 'service',
    outcome: 'problem',
    remedy: expect.stringMatching(/./),
  });

  const nowhere = ['--state', computer.state, '--base-url', 'http://127.0.0.1:9/2.0'];
  const unreached = await tandem(['doctor', '--json', ...nowhere], { env: env() });
  expect(json(unreached).checks[0]).toMatchObject({ name: 'service', outcome: 'problem' });
});

test('doctor and report run the other checks while another process holds the state', async () => {
  const lock = lockState(computer.state);
  try {
    const end = await run('doctor', '--json');
    const { checks } = json(end) as { checks: { name: string; outcome: string; sentence: string; remedy: string }[] };
    expect([end.code, checks.map(({ name }) => name)]).toEqual([
      2,
      expect.arrayContaining(['service', 'disk', 'watchers']),
    ]);
    expect(checks).toContainEqual({
      name: 'state',
      outcome: 'problem',
      sentence: expect.stringContaining(`process ${process.pid}`),
      remedy: expect.stringMatching(/./),
    });
    expect(json(await run('report')).checks.length).toBe(checks.length);
  } finally {
    lock.release();
  }
});

test('a report contains versions, checks, status and journal, and no secret', async () => {
  const report = await run('report');

  expect(json(report)).toMatchObject({ version: expect.any(String), running: false, checks: expect.any(Array) });
  expect(json(report).journal.length).toBeGreaterThan(0);
  expect(report.stdout).not.toContain(place.token);
});

test('bandwidth limits are shown and set, and survive a restart', async () => {
  expect((await run('bandwidth')).stdout).toBe('Upload: no limit\nDownload: no limit\n');
  const set = json(await run('bandwidth', '--up', '500k', '--json'));
  expect(set).toEqual({ up: { bytesPerSecond: 500_000, hours: [] }, down: { bytesPerSecond: null, hours: [] } });
  const night = [{ weekdays: [0, 6], fromMinute: 1320, toMinute: 390, bytesPerSecond: null }];
  const plan = JSON.stringify({ ...set, up: { ...set.up, hours: night } });
  expect((await run('bandwidth', '--plan', plan, '--down', '2M')).stdout).toBe(
    'Upload: at most 500 kB/s\n    Sun, Sat 22:00-06:30: no limit\nDownload: at most 2.0 MB/s\n',
  );
  const wrong = await run('bandwidth', '--plan', '{"up":1}');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--plan is not a valid bandwidth plan')]);
});
