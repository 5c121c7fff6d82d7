import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Computer } from '../../../../../../main/engine/adapters/node-file-system/local-stat.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

/** Few names, so that they collide. */
const NAMES = ['a', 'b', 'c'];
const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const change = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), at: path }),
  fc.record({ kind: fc.constant('folder' as const), at: path }),
  fc.record({ kind: fc.constant('move' as const), at: path, to: path }),
  fc.record({ kind: fc.constant('swap' as const), at: path, to: path }),
  fc.record({ kind: fc.constant('remove' as const), at: path }),
  /** The watcher hints at some of the folders that changed since. */
  fc.record({ kind: fc.constant('scan' as const), lost: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('sync' as const) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Its numbers are given again, so the place decides. */
const noBirthTimes: Computer = { birthTimes: false, renumbering: [], bootTag: 0n, mountTable: null };

test.each([
  ['this disk', undefined],
  ['[P94] a disk without birth times', noBirthTimes],
])(
  '[E13] [E14] [E15] [E119] %s: whatever happens between scans, the tree ends as the disk is',
  async (_, computer) => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 25 }), async (changes) => {
        const root = await openLocalRoot([], computer);
        try {
          const touched = new Set<string>();
          for (const one of changes) await play(root, one, touched);
          await root.observer.scanAll();
          await root.settle();
          await root.settle();
          expect(root.tree()).toEqual(await diskTree(root.path));
          await expectIdentities(root);
          expect(root.store.missingCount()).toBe(0);
          expect((await root.observer.scanAll()).changed).toBe(0);
        } finally {
          await root.dispose();
        }
      }),
      { numRuns: 15 },
    );
  },
  60_000,
);

async function play(root: LocalRoot, one: Change, touched: Set<string>): Promise<void> {
  switch (one.kind) {
    case 'scan': {
      const hints = [...touched].slice(one.lost);
      touched.clear();
      await root.scan(...hints);
      return;
    }
    case 'sync':
      root.syncAll();
      return;
    default:
      // A change that the disk refuses (a file in the way, a folder into itself) did not happen.
      await apply(root, one).catch(() => undefined);
      for (const at of 'to' in one ? [one.at, one.to] : [one.at]) touched.add(dirname(at) === '.' ? '' : dirname(at));
  }
}

async function apply(root: LocalRoot, one: Exclude<Change, { kind: 'scan' | 'sync' }>): Promise<void> {
  const at = root.at(one.at);
  switch (one.kind) {
    case 'write':
      await root.write(one.at, `${Math.random()}`);
      return;
    case 'folder':
      await mkdir(at, { recursive: true });
      return;
    case 'move':
      await rename(at, root.at(one.to));
      return;
    case 'swap': {
      const aside = `${root.path}-aside`;
      await rename(at, aside);
      const swapped = await rename(root.at(one.to), at).then(
        () => true,
        () => false,
      );
      await rename(aside, swapped ? root.at(one.to) : at);
      return;
    }
    case 'remove':
      await rm(at, { recursive: true });
  }
}

async function diskTree(folder: string, below = ''): Promise<string[]> {
  const tree: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    if (below === '' && name === '.tandem') continue;
    const here = join(folder, name);
    const isFolder = (await stat(here)).isDirectory();
    tree.push(`${below}${name}${isFolder ? '/' : ''}`);
    if (isFolder) tree.push(...(await diskTree(here, `${below}${name}/`)));
  }
  return tree;
}

/** Each row carries the identity of the item at its path. */
async function expectIdentities(root: LocalRoot): Promise<void> {
  for (const at of root.tree()) {
    const onDisk = await root.fileSystem.stat(root.at(at.replace(/\/$/, '')));
    expect(root.row(at).fingerprint.identity, at).toBe(onDisk?.fingerprint.identity);
  }
}
