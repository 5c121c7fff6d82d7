import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeLocalTrash } from '../../../../../main/engine/adapters/node-local-trash.ts';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import { memoryFolder } from '../../../../support/files/quick-folder.ts';

const other = memoryFolder();

/** The trash on the volume of the root, and on another one where this computer has one. */
let root: string;
const homes: string[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-root-'));
  await mkdir(join(root, '.tandem'));
});
afterEach(async () => {
  for (const folder of [root, ...homes.splice(0)]) await rm(folder, { recursive: true, force: true });
});

async function openTrash(volume: string) {
  const home = await mkdtemp(join(volume, 'tandem-trash-'));
  homes.push(home);
  const random = createNodeRandom();
  const fileSystem = createNodeFileSystem(random);
  const folderFor = async () => join(home, 'day');
  return {
    home,
    fileSystem,
    trash: createNodeLocalTrash(fileSystem, random, { home, folderFor, momentsOf: async function* () {} }),
  };
}

test('[P51] an item in the trash of a root is deleted there, and leaves no empty folder of ours in a folder that is no longer synced', async () => {
  const { trash } = await openTrash(tmpdir());
  const place = join(root, '.tandem', 'trash', 'day', 'note.txt');
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, 'note');
  await writeFile(join(root, 'note.txt'), 'synced');
  for (const outside of [join(root, '.tandem'), join(root, '.tandem', 'trash'), join(root, 'note.txt')])
    await expect(trash.purge(outside)).rejects.toMatchObject({ code: 'denied' });
  await trash.purge(place);
  expect(await readdir(root)).toEqual(['note.txt']);
});

test('[P51] an item on a volume that is away is not taken for deleted; where its root is there, nothing is left to delete', async () => {
  const { trash } = await openTrash(tmpdir());
  const unplugged = join(root, 'bare mount point', 'Files', '.tandem', 'trash', 'day', 'note.txt');
  await expect(trash.purge(unplugged)).rejects.toMatchObject({ code: 'not_found' });
  if (other === undefined) return;
  const there = await mkdtemp(join(other, 'tandem-root-'));
  homes.push(there);
  const placeIn = (folder: string) => join(folder, '.tandem', 'trash', 'day', 'note.txt');
  await expect(trash.purge(placeIn(join(there, 'USB')))).rejects.toMatchObject({ code: 'not_found' });
  await trash.purge(placeIn(there));
});

for (const [name, volume] of [
  ['on the same volume', tmpdir()],
  ...(other === undefined ? [] : [['on another volume', other]]),
] as [string, string][]) {
  it(`[P51] what lies in the trash comes back whole and never over anything, ${name}`, async () => {
    const { home, fileSystem, trash } = await openTrash(volume);
    await mkdir(join(root, 'box', 'inner'), { recursive: true });
    await writeFile(join(root, 'box', 'inner', 'note.txt'), 'note');
    await chmod(join(root, 'box', 'inner'), 0o700);
    const place = await fileSystem.trash(join(root, 'box'), join(home, 'day'));
    await mkdir(join(root, 'box'));
    await expect(trash.takeBack(place, root, join(root, 'box'))).rejects.toMatchObject({ code: 'exists' });
    expect(await readdir(join(root, 'box'))).toEqual([]);
    expect(await trash.takeBack(place, root, join(root, 'box (2)'))).toMatchObject({ kind: 'folder' });
    expect(await readFile(join(root, 'box (2)', 'inner', 'note.txt'), 'utf8')).toBe('note');
    expect((await stat(join(root, 'box (2)', 'inner'))).mode & 0o777).toBe(0o700);
    expect([await readdir(home), await fileSystem.listStaging(root)]).toEqual([[], []]);
  });

  it(`[P51] a copy is kept beside others of its name, and nothing outside of the trash is ever purged, ${name}`, async () => {
    const { home, trash } = await openTrash(volume);
    const path = join(root, 'note.txt');
    await writeFile(path, 'first');
    const first = await trash.keepCopy(path, root);
    await writeFile(path, 'second');
    const second = await trash.keepCopy(path, root);
    expect([await readFile(first, 'utf8'), await readFile(second, 'utf8')]).toEqual(['first', 'second']);
    await expect(trash.purge(path)).rejects.toMatchObject({ code: 'denied' });
    await expect(trash.purge(home)).rejects.toMatchObject({ code: 'denied' });
    await trash.purge(first);
    await trash.purge(first);
    expect([await readdir(join(home, 'day')), await readFile(path, 'utf8')]).toEqual([['note (2).txt'], 'second']);
  });

  it(`[P51] copies of two files of one name that are kept at once are both there, ${name}`, async () => {
    const { trash } = await openTrash(volume);
    const folders = ['a', 'b'].map((folder) => join(root, folder));
    for (const folder of folders) {
      await mkdir(folder);
      await writeFile(join(folder, 'note.txt'), folder);
    }
    for (let round = 0; round < 50; round += 1) {
      const places = await Promise.all(folders.map((folder) => trash.keepCopy(join(folder, 'note.txt'), root)));
      expect(await Promise.all(places.map((place) => readFile(place, 'utf8')))).toEqual(folders);
    }
  });
}
