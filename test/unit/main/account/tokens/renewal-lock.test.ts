import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRenewalLock } from '../../../../../main/account/tokens/renewal-lock.ts';

/** On a full disk a file can still be created, but nothing can be written to it. */
const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const real = await importOriginal();
  const open: typeof real.open = async (path, ...flags) => {
    const handle = await real.open(path, ...flags);
    const { writeFile } = handle;
    handle.writeFile = async (...data) => {
      if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return writeFile.apply(handle, data);
    };
    return handle;
  };
  return { ...real, open };
});

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-lock-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

test('a renewal on a full disk fails at once, and leaves no lock for which later ones would wait', async () => {
  const timing = { nowMs: Date.now, sleep: () => Promise.reject(new Error('it waits')) };
  const renew = () => withRenewalLock(state, timing, async () => 'renewed');
  disk.isFull = true;
  await expect(renew()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(state)).toEqual([]);
  disk.isFull = false;
  expect(await renew()).toBe('renewed');
});
