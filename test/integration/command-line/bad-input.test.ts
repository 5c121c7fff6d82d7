import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, tandem, tandemService } from '../../support/programs/processes.ts';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/** Each trouble is a sentence that says what and what to do, with the right exit code; nothing is lost. */
let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
});
afterAll(() => place.close());

const sync = (computer: Computer, changes: Record<string, string>, env: Record<string, string> = {}) => {
  const flags = {
    '--local': computer.root,
    '--remote': '0',
    '--state': computer.state,
    '--base-url': place.service().baseUrl,
    ...changes,
  };
  return tandem(['sync', '--once', '--json', ...Object.entries(flags).flat()], {
    env: { TANDEM_TOKEN: place.token, ...env },
  });
};
const noTrace = (text: string) => expect(text).not.toMatch(/\n\s+at |node:internal|\.ts:\d+/);

test('an unknown remote folder', async () => {
  const end = await sync(await place.computer('unknown'), { '--remote': '987654321' });
  expect(end.code).toBe(1);
  expect(end.stderr).toContain('987654321');
  expect(end.stderr).toMatch(/tandem ls|check the id/i);
  noTrace(end.stderr);
});

test('an unknown or expired token, which is not repeated in the message', async () => {
  const end = await sync(await place.computer('expired'), {}, { TANDEM_TOKEN: 'no-such-token-0123456789' });
  expect(end.code).toBe(1);
  expect(end.stderr).toMatch(/sign|token/i);
  expect(end.stderr + end.stdout).not.toContain('no-such-token');
  noTrace(end.stderr);
});

test('a local folder that does not exist is not created', async () => {
  const computer = await place.computer('missing');
  await rm(computer.root, { recursive: true });
  const end = await sync(computer, {});
  expect(end.code).toBe(1);
  expect(end.stderr).toContain(computer.root);
  noTrace(end.stderr);
});

test('a file where the folder should be', async () => {
  const computer = await place.computer('file');
  await rm(computer.root, { recursive: true });
  await writeFile(computer.root, 'precious');
  const end = await sync(computer, {});
  expect(end.code).toBe(1);
  expect(end.stderr).toMatch(/not a folder/i);
});

test('an unreachable service', async () => {
  const end = await sync(await place.computer('nobody'), { '--base-url': 'http://127.0.0.1:9/2.0' });
  expect(end.code).toBe(1);
  expect(end.stderr).toContain('127.0.0.1:9');
  noTrace(end.stderr);
});

test('an invalid URL', async () => {
  const end = await sync(await place.computer('address'), { '--base-url': 'not an address' });
  expect(end.code).toBe(1);
  expect(end.stderr).toContain('--base-url');
});

test('a state that another process uses', async () => {
  const computer = await place.computer('busy');
  const first = computer.sync();
  await eventually('the first client to run', async () => first.stderr() !== '' || first.stdout() !== '');
  const end = await sync(computer, {});
  expect(end.code).toBe(1);
  expect(end.stderr).toContain(String(first.pid));
  await first.kill('SIGTERM');
  expect((await sync(computer, {})).code).toBe(0);
});

test('a state folder in which the account cannot be written', async () => {
  const computer = await place.computer('unwritable');
  const inTheWay = join(computer.state, 'account.json.new');
  await mkdir(inTheWay, { recursive: true });
  const end = await sync(computer, {});
  expect([end.code, end.stderr]).toEqual([1, expect.stringContaining(inTheWay)]);
  noTrace(end.stderr);
});

test('a name that the service refuses blocks that path alone', async () => {
  const computer = await place.computer('names');
  await mkdir(join(computer.root, 'sub'));
  await writeFile(join(computer.root, 'sub', 'good-name.txt'), 'good');
  await writeFile(join(computer.root, 'sub', 'trailing '), 'bad');
  const end = await sync(computer, {});
  expect(end.code).toBe(2);
  const report = JSON.parse(end.stdout);
  expect(report.state).toBe('attention');
  expect(report.uploaded).toBe(1);
  expect(report.blocked).toHaveLength(1);
  expect(report.blocked[0]).toMatchObject({
    path: 'sub/trailing ',
    reason: 'name_not_allowed_by_service',
    cause: 'name_refused_by_service',
    args: { name: 'trailing ', fault: 'trailing_space' },
  });
  expect(report.blocked[0].remedy).not.toBe('');
});

test('an unknown command, an unknown option and a missing one', async () => {
  for (const args of [
    ['frobnicate'],
    ['sync', '--frobnicate'],
    ['sync', '--once'],
    ['why'],
    ['pause', '--for', 'soon'],
  ]) {
    const end = await tandem(args, { env: { TANDEM_HOME: place.folder } });
    expect([args, end.code]).toEqual([args, 1]);
    expect(end.stderr).toMatch(/usage|--help/i);
    noTrace(end.stderr);
  }
});

test('a port that is in use', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const end = await tandemService(['start', '--data', join(place.folder, 'other'), '--port', String(port)]);
  holder.close();
  expect(end.code).toBe(1);
  expect(end.stderr).toContain(String(port));
  expect(end.stderr).toMatch(/--port/);
  noTrace(end.stderr);
});
