import { link, lstat, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDisk } from '../../../../../../main/engine/adapters/node-file-system/disk.ts';
import { moveByCopy } from '../../../../../../main/engine/adapters/node-file-system/trash.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';

let home: string;
const at = (path: string): string => join(home, path);
const disk = createDisk(createNodeRandom());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-copy-'));
  for (const folder of ['root/folder', 'bin']) await mkdir(at(folder), { recursive: true });
  await writeFile(at('root/folder/file'), 'bytes');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const move = (name: string, flushDirectory = disk.flushDirectory) =>
  moveByCopy({ ...disk, flushDirectory }, at(`root/${name}`), at(`bin/${name}`));

test('a save that keeps size and time, while the file is copied to another volume, is not lost', async () => {
  const path = at('root/folder/file');
  const saveAgain = async (): Promise<void> => {
    const { atime, mtime } = await lstat(path);
    await writeFile(path, 'saved');
    await utimes(path, atime, mtime);
  };
  await utimes(path, 1_000_000, 1_000_000);
  await expect(move('folder', saveAgain)).rejects.toMatchObject({ code: 'changed' });
  expect(await readFile(path, 'utf8')).toBe('saved');
  expect(await readdir(at('bin'))).toEqual([]);
});

test('hard links of one file move together to another volume', async () => {
  await link(at('root/folder/file'), at('root/folder/link'));
  await move('folder');
  expect((await readdir(at('bin/folder'))).sort()).toEqual(['file', 'link']);
  expect(await readdir(at('root'))).toEqual([]);
});

test('a copy that is cut off leaves nothing under the name, and the next try leaves nothing of it', async () => {
  let isCutOff = (): void => undefined;
  const cutOff = new Promise<void>((resolve) => {
    isCutOff = resolve;
  });
  // As if the process ended here.
  const never = (): Promise<void> => {
    isCutOff();
    return new Promise(() => undefined);
  };
  void move('folder', never);
  await cutOff;
  const left = await readdir(at('bin'));
  expect(left).toEqual([expect.stringMatching(/^\.tandem-copy-/)]);
  expect(await readFile(at('root/folder/file'), 'utf8')).toBe('bytes');
  await move('folder');
  expect([await readdir(at('bin')), await readdir(at('root'))]).toEqual([['folder'], []]);
  expect(await readFile(at('bin/folder/file'), 'utf8')).toBe('bytes');
});

test('what took the name while the copy was made stays', async () => {
  await writeFile(at('root/note'), 'ours');
  await writeFile(at('bin/note'), 'another');
  await expect(move('note')).rejects.toMatchObject({ code: 'exists' });
  expect([await readFile(at('bin/note'), 'utf8'), await readFile(at('root/note'), 'utf8')]).toEqual([
    'another',
    'ours',
  ]);
  expect(await readdir(at('bin'))).toEqual(['note']);
});
