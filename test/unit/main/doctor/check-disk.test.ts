import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDisk } from '../../../../main/doctor/check-disk.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-doctor-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('before the first sync, a missing state folder is as it should be', async () => {
  const state = join(folder, 'state');
  expect(await checkDisk(state, [])).toEqual([
    { name: 'state', outcome: 'good', sentence: `No state in ${state} yet. The first sync creates it.`, remedy: null },
  ]);
});

test('a synced folder that is missing needs its person', async () => {
  const missing = join(folder, 'synced');
  const [state, room, synced] = await checkDisk(folder, [missing]);
  expect([state?.outcome, room?.sentence]).toEqual(['good', expect.stringMatching(/^\d+\.\d GB free on the disk of /)]);
  expect(synced).toMatchObject({ name: 'disk', outcome: 'warning', sentence: `The folder ${missing} doesn't exist.` });
  expect(synced?.remedy).toContain('Reconnect its disk');
});
