import { cp, mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatMarker } from '../../../../../main/engine/model/root-marker.ts';
import { type FileSystem, FileSystemError } from '../../../../../main/engine/ports/file-system.ts';
import {
  findRoot,
  type LostRoot,
  NEAR,
  type SearchLimits,
  WIDE,
} from '../../../../../main/engine/recover/find-root.ts';
import { realDisk } from '../../../../support/engine/real-disk.ts';

const real = realDisk();

let folder: string;
let root: LostRoot;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-find-')));
  root = await linkedAt('a/b/root');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (path: string): string => join(folder, path);

/** A linked folder with a file. */
async function linkedAt(path: string): Promise<LostRoot> {
  await mkdir(at(path), { recursive: true });
  await writeFile(at(join(path, 'mine.txt')), 'mine');
  await real.writeMarker(at(path), formatMarker({ id: 'marker', epoch: 'first' }));
  const [stat, volumeId] = [await real.stat(at(path)), await real.volumeId(at(path))];
  if (stat === null || volumeId === null) throw new Error('the folder that was just made is gone');
  return { localPath: at(path), marker: 'marker', volumeId, identity: stat.fingerprint.identity };
}

async function moveTo(path: string): Promise<void> {
  await mkdir(dirname(at(path)), { recursive: true });
  await rename(root.localPath, at(path));
}

/** The folders that a search lists, in order, and what it finds. */
async function search(limits: SearchLimits, likely: readonly string[] = [], change: Partial<FileSystem> = {}) {
  const listed: string[] = [];
  const fileSystem: FileSystem = {
    ...real,
    ...change,
    list: (path) => {
      listed.push(path);
      return (change.list ?? real.list)(path);
    },
  };
  return { found: await findRoot(fileSystem, root, likely, limits), listed };
}

/** Neither limit is reached. */
const ENOUGH: SearchLimits = { folders: 100, names: 100 };
const denied = (path: string): Promise<never> =>
  Promise.reject(new FileSystemError('denied', path, `${path} cannot be read`));

describe('[P55] [E71] a root that was moved is found', () => {
  test.each([
    ['under another name beside its place', 'a/b/renamed'],
    ['in the folder above', 'a/root'],
    ['under a name that is never searched below', 'a/b/.root'],
  ])('near: %s', async (_, place) => {
    await moveTo(place);
    expect((await search(NEAR)).found).toBe(at(place));
  });

  test('near means two folders: its own and the one above', async () => {
    await moveTo('a/b/deep/root');
    expect(await search(NEAR)).toEqual({ found: null, listed: [at('a/b'), at('a')] });
    expect((await search(WIDE)).found).toBe(at('a/b/deep/root'));
  });

  test('wide: in the likely places, before anything is searched below', async () => {
    await mkdir(at('a/b/deep'));
    await moveTo('home/root');
    expect(await search(WIDE, [at('home')])).toEqual({
      found: at('home/root'),
      listed: [at('a/b'), at('a'), at('home')],
    });
  });

  test('wide: below the likely places', async () => {
    await moveTo('home/documents/2026/root');
    expect((await search(ENOUGH, [at('home')])).found).toBe(at('home/documents/2026/root'));
  });

  test('the folder that it was in was renamed', async () => {
    await rename(at('a/b'), at('a/c'));
    expect(await search(ENOUGH)).toEqual({ found: at('a/c/root'), listed: [at('a'), folder, at('a/c')] });
  });

  test('a file has the name of the folder that it was in', async () => {
    await rename(at('a/b'), at('a/c'));
    await writeFile(at('a/b'), 'a file');
    expect((await search(ENOUGH)).found).toBe(at('a/c/root'));
  });

  test('the folders that it was in are gone up to the top of the disk, or cannot be examined: the search begins there', async () => {
    const gone: LostRoot = { ...root, localPath: '/tandem-gone/with/all/root' };
    const listed: string[] = [];
    const list: FileSystem['list'] = (path) => {
      listed.push(path);
      return denied(path);
    };
    await findRoot({ ...real, list }, gone, [], NEAR);
    await findRoot({ ...real, list, stat: denied }, root, [], NEAR);
    expect(listed).toEqual(['/', '/']);
  });
});

describe('[P55] [E71] a search passes over', () => {
  test('a copy: it has another identity', async () => {
    await cp(at('a/b/root'), at('a/b/copy'), { recursive: true });
    await rm(root.localPath, { recursive: true });
    expect((await search(ENOUGH)).found).toBeNull();
  });

  test.each<[string, () => Promise<Partial<FileSystem>>]>([
    [
      'it has no marker',
      async () => {
        await rm(at('a/b/moved/.tandem'), { recursive: true });
        return {};
      },
    ],
    [
      'its marker is another',
      async () => {
        await real.writeMarker(at('a/b/moved'), 'another');
        return {};
      },
    ],
    ['it is of another volume', async () => ({ volumeId: async () => 'another volume' })],
    ['its marker cannot be read', async () => ({ readMarker: denied })],
  ])('a folder with its identity: %s', async (_, change) => {
    await moveTo('a/b/moved');
    expect((await search(ENOUGH, [], await change())).found).toBeNull();
  });

  test('the folder at the old place and everything below it', async () => {
    await mkdir(at('a/b/root/deep'));
    const { found, listed } = await search(ENOUGH);
    expect(found).toBeNull();
    expect(listed).not.toContain(root.localPath);
  });

  test('a file', async () => {
    await moveTo('away/root');
    await writeFile(at('a/b/root'), 'a file');
    const stat = await real.stat(at('a/b/root'));
    if (stat !== null) root = { ...root, localPath: at('a/b/other'), identity: stat.fingerprint.identity };
    expect((await search(NEAR, [], { readMarker: async () => 'marker' })).found).toBeNull();
  });
});

describe('[P55] a search has limits', () => {
  test.each(['.hidden', 'node_modules', '$RECYCLE.BIN'])('nothing is searched below %s', async (name) => {
    await moveTo(`a/b/${name}/root`);
    const { found, listed } = await search(ENOUGH);
    expect([found, listed.includes(at(`a/b/${name}`))]).toEqual([null, false]);
  });

  test('no folder is listed twice', async () => {
    await rm(root.localPath, { recursive: true });
    const { listed } = await search({ folders: 20, names: 1_000 }, [at('a/b'), at('a')]);
    expect(listed.slice(0, 2)).toEqual([at('a/b'), at('a')]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test.each([
    [3, null],
    [4, 'home/deep/root'],
  ])('of %i folders', async (folders, found) => {
    await moveTo('home/deep/root');
    const searched = await search({ folders, names: 100 }, [at('home')]);
    expect(searched.found).toBe(found === null ? null : at(found));
  });

  test.each([
    ['as many as were examined', 2, null],
    ['one more', 3, 'a/b/deep/root'],
  ])('of names: %s', async (_, names, found) => {
    await moveTo('a/b/deep/root');
    // `a/b` has one folder and `a` has one; files do not count.
    await writeFile(at('a/b/a file'), '');
    expect((await search({ folders: 100, names })).found).toBe(found === null ? null : at(found));
  });

  test('the names in one folder are examined to the end', async () => {
    for (const name of ['1', '2', '3']) await mkdir(at(`a/b/${name}`));
    await moveTo('a/b/4');
    expect((await search({ folders: 1, names: 1 })).found).toBe(at('a/b/4'));
  });

  test('an unreadable folder is skipped; any other failure ends the search', async () => {
    await moveTo('a/root');
    const list: FileSystem['list'] = (path) => (path === at('a/b') ? denied(path) : real.list(path));
    expect((await search(NEAR, [], { list })).found).toBe(at('a/root'));
    const mistake = (): Promise<never> => Promise.reject(new TypeError('a mistake'));
    await expect(search(NEAR, [], { list: mistake })).rejects.toThrow('a mistake');
    await expect(search(NEAR, [], { readMarker: mistake })).rejects.toThrow('a mistake');
  });

  test('a search that is aborted lists nothing more', async () => {
    await moveTo('a/root');
    const abort = new AbortController();
    const listed: string[] = [];
    const list: FileSystem['list'] = (path) => {
      listed.push(path);
      abort.abort();
      return real.list(path);
    };
    expect(await findRoot({ ...real, list }, root, [], NEAR, abort.signal)).toBeNull();
    expect(listed).toEqual([at('a/b')]);
  });
});
