import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSyncFolder } from '../../../main/private/make-sync-folder.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-folder-'));
});
afterEach(() => rm(home, { recursive: true }));

test('a new sync folder is closed to other users, and one that exists keeps its permissions', async () => {
  const path = join(home, 'new', 'Tandem');
  expect(makeSyncFolder(path)).toBe(true);
  // Windows has no modes.
  if (process.platform !== 'win32') {
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await chmod(path, 0o755);
  }
  expect(makeSyncFolder(path)).toBe(false);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o755);
});
