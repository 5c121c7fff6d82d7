import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runElectron } from '../../../main/run-electron.ts';

const app = (script: string): Promise<number | Error> => runElectron(process.execPath, ['-e', script]);
const ready = (then: string): string => `process.send({ ready: true }, () => ${then})`;
const killed = 'process.kill(process.pid, "SIGKILL")';

test('the exit code is that of the app', async () => {
  expect(await app(ready('process.exit(3)'))).toBe(3);
});

test('an app that a signal ended has failed', async () => {
  expect(await app(ready(killed))).toBe(1);
});

test.each([
  [killed, 'it ended with SIGKILL'],
  ['process.exit(3)', 'it ended with exit code 3'],
])('an app that fails before it is ready could not start, and the answer says why: %s', async (script, why) => {
  expect(await app(script)).toMatchObject({ message: why });
});

test('an app that ends before it is ready, since it runs already, has done its work', async () => {
  expect(await app('process.exit(0)')).toBe(0);
});

test('a binary that cannot be run is an answer with the reason, and nothing listens for signals any more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-electron-'));
  const listening = process.listenerCount('SIGTERM');
  try {
    await writeFile(join(folder, 'electron'), 'not a program', { mode: 0o644 });
    const end = await runElectron(join(folder, 'electron'), []);
    expect(end).toBeInstanceOf(Error);
    expect(process.listenerCount('SIGTERM')).toBe(listening);
  } finally {
    await rm(folder, { recursive: true });
  }
});
