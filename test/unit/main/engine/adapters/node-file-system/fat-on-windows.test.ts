import { execFileSync } from 'node:child_process';
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';
import { renameOnDisk } from '../../../../../../main/engine/execute/disk/rename-on-disk.ts';
import type { DiskBench } from '../../../../../suites/disk/disk-bench.ts';
import { fileSystemSuite } from '../../../../../suites/disk/file-system.ts';

/** Whether the disk does what FAT, exFAT and unregistered disks do under Windows. */
const fat = vi.hoisted(() => ({ hasNewIdentities: false }));

vi.mock(import('../../../../../../main/disk/disk.ts'), async (importOriginal) => {
  const disk = await importOriginal();
  /** libuv turns ERROR_INVALID_FUNCTION into this. */
  const unable = async (): Promise<never> => {
    throw Object.assign(new Error('illegal operation on a directory'), { code: 'EISDIR' });
  };
  return {
    ...disk,
    link: unable,
    linkSync: () => {
      throw Object.assign(new Error('illegal operation on a directory'), { code: 'EISDIR' });
    },
    realpath: unable as never,
    rename: async (from, to) => {
      await disk.rename(from, to);
      if (fat.hasNewIdentities) renumber(String(to));
    },
  };
});

/** A moved item gets another file ID; all else about it stays. */
function renumber(path: string): void {
  // Kept until the end, so that its number is not given again.
  const own = mkdtempSync(join(aside, 'item-'));
  const [before, times] = [join(own, 'before'), join(own, 'times')];
  // Node sets no nanoseconds.
  execFileSync('touch', ['-r', path, times]);
  renameSync(path, before);
  if (lstatSync(before).isDirectory()) {
    mkdirSync(path);
    for (const name of readdirSync(before)) renameSync(join(before, name), join(path, name));
  } else copyFileSync(before, path);
  execFileSync('touch', ['-r', times, path]);
}

let aside: string;
beforeAll(async () => {
  aside = await mkdtemp(join(tmpdir(), 'tandem-aside-'));
});
afterAll(() => rm(aside, { recursive: true }));

/** Any system without folders that can be held open, so that the folder is checked afterwards. */
const system = Object.getOwnPropertyDescriptor(process, 'platform');
beforeAll(() => Object.defineProperty(process, 'platform', { ...system, value: 'darwin' }));
afterAll(() => system && Object.defineProperty(process, 'platform', system));

async function openDisk(): Promise<DiskBench> {
  const home = await mkdtemp(join(tmpdir(), 'tandem-fat-'));
  const [root, outside] = [join(home, 'root'), join(home, 'outside')];
  await Promise.all([mkdir(root), mkdir(outside)]);
  return {
    fileSystem: createNodeFileSystem(createNodeRandom()),
    root,
    outside,
    movesKeepIdentity: !fat.hasNewIdentities,
    hasHardLinks: false,
    write: (path, text) => writeFile(path, text),
    read: (path) => readFile(path, 'utf8').catch(() => null),
    folder: async (path) => void (await mkdir(path, { recursive: true })),
    link: (path, target) => symlink(target, path),
    rename,
    hardLink: link,
    date: (path, modifiedAtMs) => utimes(path, modifiedAtMs / 1000, modifiedAtMs / 1000),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}

fileSystemSuite('without hard links and real paths', openDisk);

describe('a disk on which a move changes the identity', () => {
  beforeAll(() => {
    fat.hasNewIdentities = true;
  });
  afterAll(() => {
    fat.hasNewIdentities = false;
  });
  fileSystemSuite('that changes identities', openDisk);

  let bench: DiskBench;
  beforeEach(async () => {
    bench = await openDisk();
    await mkdir(join(bench.root, '.tandem'));
    await bench.folder(join(bench.root, 'folder'));
    await bench.write(join(bench.root, 'folder/a'), 'a');
  });
  afterEach(() => bench.dispose());
  const at = (path: string) => join(bench.root, path);
  const identityOf = async (path: string) => {
    const stat = await bench.fileSystem.stat(at(path));
    if (stat === null) throw new Error(`nothing at ${path}`);
    return stat.fingerprint.identity;
  };

  test.each(['folder', 'folder/a'])('%s is renamed and trashed, as it has kept kind, size and time', async (path) => {
    const identity = await identityOf(path);
    const moved = await renameOnDisk(bench.fileSystem, { from: at(path), to: at('moved'), identity });
    expect(moved?.fingerprint.identity).toBe(await identityOf('moved'));
    expect(moved?.fingerprint.identity).not.toBe(identity);
    const trash = join(bench.outside, 'trash');
    const place = await bench.fileSystem.trash(at('moved'), trash, await identityOf('moved'));
    expect(await bench.fileSystem.stat(at('moved'))).toBeNull();
    expect((await bench.fileSystem.stat(place))?.kind).toBe(path === 'folder' ? 'folder' : 'file');
    expect(await readdir(at('.tandem'))).toEqual([]);
  });

  test('another item that came to the name right before it is still noticed', async () => {
    const [identity, from, to] = [await identityOf('folder/a'), at('folder/a'), at('b')];
    const { fileSystem } = bench;
    const swapped = {
      ...fileSystem,
      move: async (...paths: Parameters<typeof fileSystem.move>) => {
        await writeFile(from, 'saved over it');
        return fileSystem.move(...paths);
      },
    };
    expect(await renameOnDisk(swapped, { from, to, identity })).toBeNull();
    expect(await bench.read(from)).toBe('saved over it');
  });
});
