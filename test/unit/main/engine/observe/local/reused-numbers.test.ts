import { statfsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Computer } from '../../../../../../main/engine/adapters/node-file-system/local-stat.ts';
import { createLocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';
import { realDisk } from '../../../../../support/engine/real-disk.ts';
import { quickPlace } from '../../../../../support/files/quick-folder.ts';

/** The disk of the tests as one that gives numbers again and keeps no birth times; `added` to each number after a mount. */
const disk = (added: bigint): Computer => ({
  birthTimes: false,
  renumbering: [statfsSync(quickPlace()).type],
  bootTag: added,
  mountTable: null,
});

describe('a disk that gives numbers again', () => {
  let root: LocalRoot;
  const idOf = (path: string): number => root.row(path.replace(/\/$/, '')).id;
  const numberOf = async (path: string): Promise<bigint> => (await stat(root.at(path), { bigint: true })).ino;
  const given = async (...paths: string[]): Promise<void> => {
    for (const path of paths) await root.write(path, `content of ${path}`);
    await root.observer.scanAll();
    root.syncAll();
  };
  /** Mounts the disk again; this item then has that number. */
  const mountAgain = async (path: string, number: bigint) => {
    const fileSystem = realDisk(disk(number - (await numberOf(path))));
    return createLocalObserver({ ...root.parts, fileSystem });
  };
  beforeEach(async () => {
    root = await openLocalRoot([], disk(0n));
  });
  afterEach(() => root.dispose());

  test('[P94][E57] a new folder with the number of a deleted one is new', async () => {
    await given('client/offer', 'other');
    const [client, offer, number] = [idOf('client'), idOf('client/offer'), await numberOf('client')];
    await rm(root.at('client'), { recursive: true });
    await root.write('salaries/2026', 'secret');
    const observer = await mountAgain('salaries', number);
    await observer.scanAll();
    root.advance(10_000);
    await observer.settleMissing();
    expect(root.tree()).toEqual(['other', 'salaries/', 'salaries/2026']);
    expect(idOf('salaries')).not.toBe(client);
    expect(idOf('salaries/2026')).not.toBe(offer);
    expect(root.store.missingCount()).toBe(0);
  });

  test.each([
    ['client', 'private'],
    ['private', 'client'],
  ])('[P94][E57] "%s" stays itself when a new mount gives its number to "%s"', async (former, now) => {
    await given('client/offer', 'private/diary', 'private/inner/page');
    const before = root.tree().map(idOf);
    const observer = await mountAgain(now, await numberOf(former));
    await observer.scanAll();
    expect(root.tree()).toEqual([
      'client/',
      'client/offer',
      'private/',
      'private/diary',
      'private/inner/',
      'private/inner/page',
    ]);
    expect(root.tree().map(idOf)).toEqual(before);
    expect((await observer.scanAll()).changed).toBe(0);
  });

  test('[P94][E57] files of one size and time stay themselves when a new mount exchanges their numbers', async () => {
    for (const name of ['a', 'b']) {
      await root.write(name, name);
      await utimes(root.at(name), 1_000, 1_000);
    }
    await given();
    const before = [idOf('a'), idOf('b')];
    const observer = await mountAgain('b', await numberOf('a'));
    await observer.scanAll();
    expect([idOf('a'), idOf('b')]).toEqual(before);
    // Read again: the number is no proof of the content either.
    expect([root.row('a').sha1, root.row('b').sha1]).toEqual([null, null]);
  });

  test.each([
    ['its files', ['box/one', 'box/two', 'box/three']],
    ['those of its folders', ['box/in/deep/one', 'box/void/x']],
  ])('[P94] a folder that got another name or place is the same by %s', async (_, paths) => {
    await given(...paths, 'to/x');
    const before = root
      .tree()
      .filter((path) => path.startsWith('box/'))
      .map(idOf);
    await rename(root.at('box'), root.at('to/moved'));
    if (paths.includes('box/one')) await root.write('to/moved/one', 'edited since, and one more is new');
    await root.write('to/moved/new', 'new');
    await root.scan('', 'to');
    await root.settle();
    const after = root.tree().filter((path) => path.startsWith('to/moved/') && path !== 'to/moved/new');
    expect(after.map(idOf)).toEqual(before);
    expect(root.store.missingCount()).toBe(0);
  });

  test('[P94] an empty folder that got another name is new, and so is one that holds other files; those of the known one are moved', async () => {
    await given('empty/x', 'box/one', 'box/two', 'box/three');
    await rm(root.at('empty/x'));
    await root.scan('empty');
    await root.settle();
    const [empty, box, one] = [idOf('empty'), idOf('box'), idOf('box/one')];
    await rename(root.at('empty'), root.at('void'));
    await rename(root.at('box'), root.at('case'));
    for (const name of ['two', 'three']) await rm(root.at(`case/${name}`));
    await root.scan('');
    await root.settle();
    expect(root.tree()).toEqual(['case/', 'case/one', 'void/']);
    expect([idOf('void') === empty, idOf('case') === box, idOf('case/one') === one]).toEqual([false, false, true]);
  });

  test('[P94][E14] a renamed folder and a new one with its old name: the name keeps the item, the files are moved', async () => {
    await given('docs/file');
    const [docs, file] = [idOf('docs'), idOf('docs/file')];
    await rename(root.at('docs'), root.at('old'));
    await mkdir(root.at('docs'));
    await root.scan('');
    await root.settle();
    expect(root.tree()).toEqual(['docs/', 'old/', 'old/file']);
    expect([idOf('docs'), idOf('old/file')]).toEqual([docs, file]);
  });
});
