import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { lockState } from '../../../../../main/engine/store/state-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const inUse = expect.objectContaining({ code: 'state_in_use' });

/** Another process that holds the lock until it is killed. */
async function holder(): Promise<{ readonly pid: number | undefined; kill(): Promise<void> }> {
  const module = join(import.meta.dirname, '../../../../../main/engine/store/state-lock.ts');
  const code = `import(process.argv[1]).then(({ lockState }) => {
    // Held by a name: what is out of reach may be closed at any time.
    globalThis.held = lockState(process.argv[2]);
    console.log('locked');
    setInterval(() => undefined, 60_000);
  });`;
  const child = spawn(process.execPath, ['-e', code, module, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return {
    pid: child.pid,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('[E117] a state that another process uses is refused with its number until that process ends, even by a crash', async () => {
  const other = await holder();
  expect(() => lockState(folder)).toThrow(expect.objectContaining({ code: 'state_in_use', pid: other.pid }));
  await other.kill();
  lockState(folder).release();
});

test('[E117] a lock that was given back twice does not end the one that was taken since', () => {
  const first = lockState(folder);
  first.release();
  const second = lockState(folder);
  first.release();
  expect(() => lockState(folder)).toThrow(inUse);
  second.release();
  lockState(folder).release();
});

test('[E117] a number that a crash left behind refuses nobody, though another process has it now', async () => {
  lockState(folder).release();
  expect(await readFile(join(folder, 'state.pid'), 'utf8')).toBe(`${process.pid}\n`);
  lockState(folder).release();
  expect((await readdir(folder)).sort()).toEqual(['state.lock', 'state.pid']);
});
