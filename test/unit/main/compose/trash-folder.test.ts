import { lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { trashFolder } from '../../../../main/compose/trash-folder.ts';
import { memoryFolder } from '../../../support/files/quick-folder.ts';

const AT = Date.UTC(2026, 10, 20, 14, 3, 7);
const folderIn = (state: string, rootPath: string) => trashFolder(state, AT, rootPath, join(rootPath, 'box', 'a.txt'));
const folderOf = (...root: string[]) => folderIn('/state', join('/', ...root));

const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});
async function folderOn(volume: string): Promise<string> {
  const folder = await mkdtemp(join(volume, 'tandem-volume-'));
  made.push(folder);
  return folder;
}

test('what was deleted is found by day, time, root and folder', async () => {
  expect(await folderOf('home', 'Files')).toMatch(/^.state.trash.2026-11-20.14-03-07.Files-[0-9a-f]{8}.box$/);
});

test('two roots of one name never share a folder, and one root always has the same', async () => {
  expect(await folderOf('work', 'Files')).not.toBe(await folderOf('home', 'Files'));
  expect(await folderOf('work', 'Files')).toBe(await folderOf('work', 'Files'));
});

const other = memoryFolder();

test.runIf(other !== undefined)(
  '[P51] a root on another volume has its trash there, private to its owner',
  async () => {
    const [state, near, far] = [await folderOn(tmpdir()), await folderOn(tmpdir()), await folderOn(other ?? '')];
    expect(await folderIn(state, near)).toContain(join(state, 'trash'));
    expect(await folderIn(state, far)).toBe(join(far, '.tandem', 'trash', '2026-11-20', '14-03-07', 'box'));
    expect((await lstat(join(far, '.tandem'))).mode & 0o777).toBe(0o700);
  },
);

test.runIf(other !== undefined)('a link in place of our folder leads no deleted item elsewhere', async () => {
  const [state, far, elsewhere] = [await folderOn(tmpdir()), await folderOn(other ?? ''), await folderOn(other ?? '')];
  await symlink(elsewhere, join(far, '.tandem'));
  await mkdir(join(far, 'box'));
  await expect(folderIn(state, far)).rejects.toMatchObject({ code: 'not_supported' });
  expect(await readdir(elsewhere)).toEqual([]);
});
