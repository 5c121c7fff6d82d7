import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockState } from '../../../../../main/engine/store/state-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-lock-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, { recursive: true });
});

const inUse = expect.objectContaining({ code: 'state_in_use' });

test('[E117] a lock that was given back twice does not end the one that was taken since', () => {
  const first = lockState(folder);
  first.release();
  const second = lockState(folder);
  first.release();
  expect(() => lockState(folder)).toThrow(inUse);
  second.release();
  lockState(folder).release();
});

test('[E117] a lock that another process took over is left to it', async () => {
  const lock = lockState(folder);
  await writeFile(join(folder, 'lock'), 'of another process');
  lock.release();
  expect(await readFile(join(folder, 'lock'), 'utf8')).toBe('of another process');
});

test('[E117] of two that find a lock stale at the same moment, only one gets it', async () => {
  const stale = 999_999_999;
  await writeFile(join(folder, 'lock'), `${stale} 1\n`);
  const kill = process.kill.bind(process);
  let asked = 0;
  let other = { release: (): void => undefined };
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    if (pid !== stale) return kill(pid, signal);
    asked += 1;
    if (asked === 1) other = lockState(folder);
    throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
  });
  expect(() => lockState(folder)).toThrow(inUse);
  expect(await readdir(folder)).toEqual(['lock']);
  other.release();
  lockState(folder).release();
});
