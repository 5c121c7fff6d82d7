import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolders } from '../../../../main/private/make-folders.ts';
import { makeFolders as makeFoldersOfService } from '../../../../service/private/make-folders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['client', async (path: string) => makeFolders(path, 0o700)],
  ['service', (path: string) => makeFoldersOfService(path, 0o700)],
])('folders of the %s', (_program, make) => {
  test('are created with those above them, and the topmost new one is named', async () => {
    expect(await make(join(folder, 'a/b/c'))).toBe(join(folder, 'a'));
    if (process.platform !== 'win32') expect(statSync(join(folder, 'a/b')).mode & 0o777).toBe(0o700);
    expect(await make(join(folder, 'a/b/d'))).toBe(join(folder, 'a/b/d'));
    expect(await make(join(folder, 'a/b/c'))).toBeUndefined();
  });

  test('that several ask for at once are new for one of them at most', async () => {
    const made = await Promise.all(['one', 'two'].map(() => make(join(folder, 'shared'))));
    expect(made.filter((path) => path !== undefined)).toHaveLength(1);
    expect(existsSync(join(folder, 'shared'))).toBe(true);
  });

  test('below a file are refused, with what the disk says', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(make(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(folder, 'file/below'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  test.runIf(existsSync('/proc/self'))('where the system has no room for folders, the attempt ends', async () => {
    await expect(make('/proc/tandem/deep')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/tandem' });
  });
});
