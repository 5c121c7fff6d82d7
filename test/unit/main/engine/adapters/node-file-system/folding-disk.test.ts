import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';

/** As APFS and folders of Linux with `+F`: a name is found in any form that folds alike, also as `ss` for `ß`. */
vi.mock(import('../../../../../../main/disk/disk.ts'), async (importOriginal) => {
  const disk = await importOriginal();
  const fold = (name: string): string => name.toUpperCase();
  const stored = (path: string): string => {
    const name = readdirSync(dirname(path)).find((one) => fold(one) === fold(basename(path)));
    return name === undefined ? path : join(dirname(path), name);
  };
  return { ...disk, lstat: ((path: string, options: object) => disk.lstat(stored(path), options)) as never };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-folding-'));
});
afterEach(() => rm(folder, { recursive: true }));

const move = (from: string, to: string) =>
  createNodeFileSystem(createNodeRandom()).move(join(folder, from), join(folder, to));

test('[E30] a correction of the spelling is a rename, where the disk finds the item under both names', async () => {
  await writeFile(join(folder, 'Strasse.txt'), 'x');
  await move('Strasse.txt', 'Straße.txt');
  expect(await readdir(folder)).toEqual(['Straße.txt']);
});

test('another item that the disk finds under the new name stays as it is', async () => {
  await writeFile(join(folder, 'Strasse.txt'), 'x');
  await writeFile(join(folder, 'other.txt'), 'y');
  await expect(move('other.txt', 'Straße.txt')).rejects.toMatchObject({ code: 'exists' });
  expect(await readdir(folder)).toEqual(['Strasse.txt', 'other.txt']);
});
