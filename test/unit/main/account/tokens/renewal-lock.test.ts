import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withRenewalLock } from '../../../../../main/account/tokens/renewal-lock.ts';
import { lockFile } from '../../../../../main/private/file-lock.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-lock-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

test('a renewal waits while another one is under way, however long it takes', async () => {
  const other = lockFile(join(state, 'sign-in.lock'));
  let waits = 0;
  const sleep = async () => {
    waits += 1;
    if (waits === 3) other?.release();
  };
  expect(await withRenewalLock(state, { sleep }, async () => waits)).toBe(3);
});

test('a renewal that fails leaves no lock for which later ones would wait', async () => {
  const timing = { sleep: () => Promise.reject(new Error('it waits')) };
  const failing = withRenewalLock(state, timing, () => Promise.reject(new Error('no answer')));
  await expect(failing).rejects.toThrow('no answer');
  expect(await withRenewalLock(state, timing, async () => 'renewed')).toBe('renewed');
});
