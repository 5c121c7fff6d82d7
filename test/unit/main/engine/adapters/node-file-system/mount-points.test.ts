import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { thisComputer } from '../../../../../../main/engine/adapters/node-file-system/local-stat.ts';
import { readMountPoints } from '../../../../../../main/engine/adapters/node-file-system/walk/mount-points.ts';
import { collect } from '../../../../../support/collect.ts';
import { realDisk } from '../../../../../support/engine/real-disk.ts';
import { mountTable } from '../../../../../support/files/mount-table.ts';

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'tandem-mounts-')));
  await mkdir(join(home, 'root'));
});
afterEach(() => rm(home, { recursive: true }));

test('[E61] whatever is mounted from the same disk is a mount in each listing, and is not entered', async () => {
  const root = join(home, 'root');
  for (const folder of ['bound', 'plain', 'two words']) await mkdir(join(root, folder));
  for (const file of ['bound.conf', 'plain.conf']) await writeFile(join(root, file), 'x');
  await symlink('plain', join(root, 'link'));
  // The link leads to a folder of its own; only what has the path is mounted.
  const table = await mountTable(
    home,
    ['bound', 'two words', 'bound.conf'].map((name) => join(root, name)),
  );
  const fileSystem = realDisk({ ...thisComputer(), mountTable: table.path });
  const kinds = {
    bound: 'mount',
    'bound.conf': 'mount',
    link: 'link',
    plain: 'folder',
    'plain.conf': 'file',
    'two words': 'mount',
  };
  const listing = await fileSystem.list(root);
  expect(Object.fromEntries(listing.entries.map(({ name, stat }) => [name, stat.kind]))).toEqual(kinds);
  const walked = await collect(fileSystem.walk(root, () => true));
  expect(walked).toEqual([{ ok: true, listing }, expect.objectContaining({ ok: true })]);
});

test('a mount is found by way of a link above the root, and nothing passes for it that only has its name', async () => {
  await symlink(join(home, 'root'), join(home, 'way'));
  await mkdir(join(home, 'root', 'inner', 'bound'), { recursive: true });
  await symlink(join(home, 'root', 'bound'), join(home, 'root', 'inner', 'link'));
  const { path } = await mountTable(home, [join(home, 'root', 'bound')]);
  const mounts = readMountPoints(path);
  expect(mounts.has(join(home, 'way'), 'bound')).toBe(true);
  expect(mounts.has(join(home, 'root', 'inner'), 'bound')).toBe(false);
  expect(mounts.has(join(home, 'root', 'inner'), 'link')).toBe(false);
});

test('a system without the table has none; one that cannot be read fails the listing', async () => {
  expect(readMountPoints(null).has('/', 'proc')).toBe(false);
  expect(readMountPoints(join(home, 'missing')).has('/', 'proc')).toBe(false);
  const fileSystem = realDisk({ ...thisComputer(), mountTable: home });
  await expect(fileSystem.list(join(home, 'root'))).rejects.toMatchObject({ name: 'FileSystemError' });
  expect(await collect(fileSystem.walk(join(home, 'root'), () => true))).toMatchObject([{ ok: false }]);
});
