import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTandem, tandem } from '../../support/programs/processes.ts';

/** The command line on the account that `npm start` creates, after `npm start` has ended. */
const program = fileURLToPath(new URL('../../../main/headless.ts', import.meta.url));
let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-private-'));
  env = { TANDEM_HOME: home };
  const first = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  const ended = once(first, 'exit');
  await Promise.race([once(createInterface({ input: first.stdout }), 'line'), ended]);
  first.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
afterAll(() => rm(home, { recursive: true, force: true }));

const save = (name: string) => writeFile(join(home, 'Tandem', name), name);

test('tandem run keeps the private account in sync, also where only its state folder is named', async () => {
  await save('one.txt');
  // A unit of the system names the state folder and nothing else.
  const daemon = startTandem(['run', '--state', join(home, 'client')]);
  try {
    await syncedBeside('one.txt');
    await save('two.txt');
    await syncedBeside('two.txt');
    const second = await tandem(['run'], { env });
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`process ${daemon.pid}`)]);
  } finally {
    expect((await daemon.kill('SIGTERM')).code).toBe(0);
  }
});

test('tandem sync --once starts the private service for as long as it runs', async () => {
  await save('three.txt');
  const args = ['sync', '--once', '--json', '--local', join(home, 'Tandem'), '--remote', '0'];
  const once = await tandem(args, { env });
  expect([once.code, JSON.parse(once.stdout)]).toEqual([0, expect.objectContaining({ state: 'in_sync', uploaded: 1 })]);
  const after = await tandem(['ls'], { env });
  expect([after.code, after.stderr]).toEqual([1, expect.stringContaining('private service is not running')]);
  expect(after.stderr).toContain('npm start');
  expect(after.stderr).not.toContain('--base-url');
});

test('tandem status while nothing runs does not blame the connection', async () => {
  const { stdout } = await tandem(['status'], { env });
  expect(stdout).toContain('Start it with `tandem run`');
  expect(stdout).not.toContain('connection');
});

const syncedBeside = (name: string): Promise<unknown> =>
  eventually(`${name} is uploaded`, async () => (await tandem(['ls'], { env })).stdout.includes(name));
