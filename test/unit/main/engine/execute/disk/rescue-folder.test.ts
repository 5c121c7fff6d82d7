import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';
import { rescueFolder } from '../../../../../../main/engine/execute/disk/rescue-folder.ts';
import type { FileSystem } from '../../../../../../main/engine/ports/file-system.ts';

let folder: string;
const at = (path: string): string => join(folder, path);
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-rescue-')));
  for (const path of ['home', 'media/STICK/docs']) await mkdir(at(path), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** This machine's disk, on which `STICK` is the top of a volume. */
function withStick(): FileSystem {
  const disk = createNodeFileSystem(createNodeRandom());
  const isOnStick = (path: string) => path === at('media/STICK') || path.startsWith(at('media/STICK/'));
  return { ...disk, volumeId: async (path) => (isOnStick(path) ? 'stick' : disk.volumeId(path)) };
}

const found = (rootPath: string, places = [at('home')], roots = [rootPath], below = '') =>
  rescueFolder({ fileSystem: withStick(), roots, places }, rootPath, below);

test('[P70] what is rescued lies beside the root', async () => {
  expect(await found(at('media/STICK/docs'))).toBe(at('media/STICK/docs (rescued)'));
});

test.each([
  ['the top of a mount', () => at('media/STICK'), 'STICK (rescued)'],
  ['a whole disk', () => '/', 'Tandem (rescued)'],
])('[P70] %s has nothing beside it: what is rescued lies in the home folder', async (_what, rootPath, name) => {
  expect(await found(rootPath(), [at('home')], [at('media/STICK')])).toBe(at(join('home', name)));
});

test('[P70] what is rescued never lies in a synced folder, whatever way leads there', async () => {
  await symlink(at('home'), at('way'));
  const stick = at('media/STICK');
  expect(await found(stick, [at('home/below'), at('way'), at('media')], [stick, at('home')])).toBe(
    at('media/STICK (rescued)'),
  );
  await expect(found(stick, [at('way')], [stick, at('home')])).rejects.toMatchObject({
    code: 'not_supported',
    path: at('way/STICK (rescued)'),
  });
});

test('[P70] what is rescued from a folder never goes into a folder below that is synced itself, or leads into one', async () => {
  const docs = at('media/STICK/docs');
  await mkdir(at('media/STICK/docs (rescued)/work'), { recursive: true });
  const roots = [docs, at('media/STICK/docs (rescued)/work'), at('home')];
  const into = (below: string) => found(docs, [], roots, below);
  expect(await into('')).toBe(at('media/STICK/docs (rescued)'));
  expect(await into('other')).toBe(at('media/STICK/docs (rescued)/other'));
  for (const below of ['work', 'work/new']) expect(await into(below)).toBe(at(`media/STICK/docs (rescued 2)/${below}`));
  await mkdir(at('media/STICK/docs (rescued 2)'));
  await symlink(at('home'), at('media/STICK/docs (rescued 2)/work'));
  expect(await into('work/new')).toBe(at('media/STICK/docs (rescued 3)/work/new'));
});
