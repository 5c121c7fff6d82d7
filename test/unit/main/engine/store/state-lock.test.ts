import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockState } from '../../../../../main/engine/store/state-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

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
