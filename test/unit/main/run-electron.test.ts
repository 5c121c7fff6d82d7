import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runElectron } from '../../../main/run-electron.ts';

test('the exit code is that of the app', async () => {
  expect(await runElectron(process.execPath, ['-e', 'process.exit(3)'])).toBe(3);
});

test('an app that a signal ended has failed', async () => {
  expect(await runElectron(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'])).toBe(1);
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
