import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localId } from '../../../../../../main/engine/model/ids.ts';
import { createLocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

describe('the local tree', () => {
  let root: LocalRoot;
  const idOf = (path: string): number => root.row(path).id;
  /** Files, observed and synced. */
  const given = async (...paths: string[]): Promise<void> => {
    for (const path of paths) await root.write(path, `content of ${path}`);
    await root.observer.scanAll();
    root.syncAll();
  };
  beforeEach(async () => {
    root = await openLocalRoot();
  });
  afterEach(() => root.dispose());

  describe('presence', () => {
    test('[E42] [E43] a first scan finds everything, hidden and empty files included, and marks it', async () => {
      await root.write('a/b/file', 'x');
      await root.write('a/.hidden', '');
      await mkdir(root.at('empty'));
      const report = await root.observer.scanAll();
      expect(root.tree()).toEqual(['a/', 'a/.hidden', 'a/b/', 'a/b/file', 'empty/']);
      expect(report).toMatchObject({ root: 'present', changed: 5, settleAtMs: null, unreadable: [], restless: [] });
      expect(root.dirty()).toEqual(['a', 'a/.hidden', 'a/b', 'a/b/file', 'empty']);
    });

    test('a second scan of an unchanged tree writes nothing', async () => {
      await given('a/b/file', 'c');
      expect((await root.observer.scanAll()).changed).toBe(0);
      expect((await root.scan('', 'a', 'a/b')).changed).toBe(0);
      expect(root.dirty()).toEqual([]);
    });

    test('a scan of one folder finds its new items at any depth', async () => {
      await given('a/old');
      await root.write('a/new/deep/file', 'x');
      await root.scan('a');
      expect(root.tree()).toContain('a/new/deep/file');
      expect(root.dirty()).toEqual(['a/new', 'a/new/deep', 'a/new/deep/file']);
    });

    test('a scan of a folder that the tree does not know yet finds it from its parent', async () => {
      await given('a/old');
      await root.write('n/deep/file', 'x');
      await root.scan('n/deep');
      expect(root.tree()).toContain('n/deep/file');
    });

    test('[E58] [E59] [E62] links, pipes and undecodable names are listed as left out, not followed, not synced', async () => {
      await root.write('dir/file', 'x');
      await symlink('..', root.at('dir/loop'));
      execFileSync('mkfifo', [root.at('pipe')]);
      await root.write('~$lock.docx', 'x');
      const bad = Buffer.concat([Buffer.from(`${root.path}/`), Buffer.from([0xff])]);
      await writeFile(bad, 'x');
      await root.observer.scanAll();
      expect(root.tree()).toEqual(['dir/', 'dir/file']);
      const reasons = root.store.ignored(10).map(({ name, reason }) => `${name}: ${reason}`);
      expect(reasons).toEqual(
        expect.arrayContaining(['loop: link', 'pipe: special', '~$lock.docx: rule', '\\xff: undecodable']),
      );
    });
  });

  describe('content', () => {
    test('[E52] a change of content clears the digest and marks only that file', async () => {
      await given('a', 'b');
      await root.write('a', 'other, longer');
      await utimes(root.at('a'), 1, 1);
      await root.scan('');
      expect(root.row('a').sha1).toBeNull();
      expect(root.row('b').sha1).not.toBeNull();
      expect(root.dirty()).toEqual(['a']);
    });

    test('[E51] other bytes of the same size and modification time are found by the change time', async () => {
      await root.write('a', 'one');
      await utimes(root.at('a'), 1000, 1000);
      await root.observer.scanAll();
      root.syncAll();
      await root.write('a', 'two');
      await utimes(root.at('a'), 1000, 1000);
      await root.scan('');
      expect(root.row('a').sha1).toBeNull();
    });

    test('[E20] a file that was missing and comes back with other bytes is the same item', async () => {
      await given('a');
      const before = idOf('a');
      await rm(root.at('a'));
      await root.scan('');
      await root.write('a', 'made anew');
      await root.scan('');
      expect(idOf('a')).toBe(before);
      await root.settle();
      expect(root.tree()).toEqual(['a']);
    });
  });

  describe('absence', () => {
    test('[E119] an absent file is missing first, and gone only after a second look and the settling time', async () => {
      await given('a', 'b');
      const a = idOf('a');
      await rm(root.at('a'));
      const report = await root.scan('');
      expect(root.tree()).toEqual(['a', 'b']);
      expect(root.store.isMissing(root.row('a').id)).toBe(true);
      expect(report.settleAtMs).not.toBeNull();
      expect(root.dirty()).toEqual([]);
      expect((await root.observer.settleMissing()).changed).toBe(0);
      expect(root.tree()).toEqual(['a', 'b']);
      await root.settle();
      expect(root.tree()).toEqual(['b']);
      expect(root.dirty()).toEqual([`#${a}`]);
    });

    test('[E119] a file that comes back before it is believed to be gone was never gone', async () => {
      await given('a');
      const before = root.row('a');
      await rename(root.at('a'), `${root.path}-aside`);
      await root.scan('');
      await rename(`${root.path}-aside`, root.at('a'));
      await root.settle();
      expect(root.row('a').id).toBe(before.id);
      expect(root.store.missingCount()).toBe(0);
    });

    test('[E119] a missing file that turns up elsewhere has moved', async () => {
      await given('from/a', 'to/x');
      const before = idOf('from/a');
      await rename(root.at('from/a'), `${root.path}-aside`);
      await root.scan('from');
      await rename(`${root.path}-aside`, root.at('to/a'));
      await root.scan('to');
      await root.settle();
      expect(idOf('to/a')).toBe(before);
      expect(root.tree()).toEqual(['from/', 'to/', 'to/a', 'to/x']);
    });

    test('a folder that is gone takes everything below with it, once', async () => {
      await given('a/b/one', 'a/two', 'keep');
      await rm(root.at('a'), { recursive: true });
      await root.scan('a/b', 'a', '');
      expect(root.store.missingCount()).toBe(1);
      await root.settle();
      expect(root.tree()).toEqual(['keep']);
      expect(root.dirty()).toHaveLength(4);
    });

    test('[E65] a file created and deleted between two looks leaves no trace', async () => {
      await given('a');
      await root.write('b', 'x');
      await rm(root.at('b'));
      expect((await root.scan('')).changed).toBe(0);
    });
  });

  describe('rules', () => {
    test('[E78] an added rule stops the sync of the matching files, and deletes nothing anywhere', async () => {
      await given('logs/a.log', 'logs/b.txt', 'build/x/y');
      await root.write('.tandemignore', '*.log\n/build/\n');
      await root.scan('');
      expect(root.tree()).toEqual(['.tandemignore', 'logs/', 'logs/b.txt']);
      await root.settle();
      const { localIds } = root.store.dirty(100);
      expect(localIds.filter((id) => root.store.syncedByLocal(id) !== undefined && !root.store.local(id))).toEqual([]);
      expect(root.store.syncedTotals().files).toBe(1);
      expect(root.observer.ignoredBy('logs/a.log', false)).toEqual({ rule: '*.log', source: '.tandemignore:1' });
    });

    test('[P69] [E78] an item renamed to an ignored name is not deleted: it is no longer synced', async () => {
      await given('a.txt', 'docs/b.txt', 'c.txt');
      await root.write('.tandemignore', '*.bak\n');
      await root.scan('');
      const [a, docs] = [localId(idOf('a.txt')), localId(idOf('docs'))] as const;
      await rename(root.at('a.txt'), root.at('docs/a.bak'));
      await rename(root.at('docs'), root.at('docs.bak'));
      await root.scan('');
      await root.settle();
      expect(root.tree()).toEqual(['.tandemignore', 'c.txt']);
      expect(root.store.syncedByLocal(docs)).toBeUndefined();
      // Its folder is no longer scanned, which is as good as out of the root.
      expect(root.store.syncedByLocal(a)).toBeDefined();
      expect(root.store.syncedTotals()).toMatchObject({ files: 2, folders: 0 });
    });

    test('[E78] a rename to such a name is only waited for: a program that saves in this way has changed the file', async () => {
      await given('a.txt');
      const a = idOf('a.txt');
      await rename(root.at('a.txt'), root.at('~WRL0001.tmp'));
      await root.scan('');
      await root.write('a.txt', 'saved');
      await rm(root.at('~WRL0001.tmp'));
      await root.scan('');
      await root.settle();
      expect(idOf('a.txt')).toBe(a);
      expect(root.store.syncedTotals().files).toBe(1);
    });

    test('[E78] what a file system keeps of a deleted file that is still open was deleted', async () => {
      await given('a.txt');
      const a = localId(idOf('a.txt'));
      await rename(root.at('a.txt'), root.at('.fuse_hidden0000000100000001'));
      await root.scan('');
      await root.settle();
      expect(root.tree()).toEqual([]);
      expect(root.store.syncedByLocal(a)).toBeDefined();
    });

    test('[E79] removing a rule brings back the files that it matched, as new ones', async () => {
      await root.write('docs/.tandemignore', '*.log');
      await given('docs/a.log', 'docs/b');
      expect(root.tree()).toEqual(['docs/', 'docs/.tandemignore', 'docs/b']);
      await rm(root.at('docs/.tandemignore'));
      await root.scan('docs');
      expect(root.tree()).toContain('docs/a.log');
    });

    test('[E120] nothing below a folder that is left out is looked at', async () => {
      await root.write('.tandemignore', 'node_modules/');
      await root.write('node_modules/a/b/c', 'x');
      await root.observer.scanAll();
      expect((await root.scan('node_modules/a/b')).changed).toBe(0);
      expect(root.tree()).toEqual(['.tandemignore']);
      expect(root.store.ignored(10).map(({ name, reason }) => [name, reason])).toEqual([['node_modules', 'rule']]);
    });

    test('[E58] a link in the place of a synced file stops its sync and deletes nothing', async () => {
      await given('a', 'b');
      const a = idOf('a');
      await rename(root.at('a'), `${root.path}-aside`);
      await symlink(`${root.path}-aside`, root.at('a'));
      await root.scan('');
      await root.settle();
      await rm(`${root.path}-aside`);
      expect(root.tree()).toEqual(['b']);
      expect(root.store.syncedByLocal(root.row('b').id)).toBeDefined();
      expect(root.store.dirty(10).localIds.some((id) => id === a && root.store.syncedByLocal(id))).toBe(false);
    });
  });

  describe('concurrent writes', () => {
    test('a listing that is older than a record does not undo it', async () => {
      await given('a', 'dir/x');
      const slow = (path: string) => root.fileSystem.list(path);
      const row = root.row('a');
      // While the folder is listed, a step moves the file and records that.
      let isFirst = true;
      const observer = createLocalObserver({
        fileSystem: {
          ...root.fileSystem,
          list: async (path) => {
            const listing = await slow(path);
            if (isFirst) {
              isFirst = false;
              const stat = await root.fileSystem.move(root.at('a'), root.at('dir/b'));
              const parentId = root.row('dir').id;
              root.store.putLocal({ ...row, parentId, name: 'b', fingerprint: stat.fingerprint }, root.store.tick());
            }
            return listing;
          },
        },
        store: root.store,
        clock: { nowMs: () => 0, today: () => '', sleep: () => Promise.resolve() },
        root: { localPath: root.path, marker: 'marker', volumeId: (await root.fileSystem.volumeId(root.path)) ?? '' },
        ignoreLines: [],
      });
      await observer.scanDirectories([root.path]);
      expect(root.tree()).toEqual(['dir/', 'dir/b', 'dir/x']);
      expect(root.row('dir/b').id).toBe(row.id);
      expect(root.store.missingCount()).toBe(0);
    });
  });

  describe('the root', () => {
    test('[E67] a root that is gone is missing; nothing is written', async () => {
      await given('a');
      await rename(root.path, `${root.path}-moved`);
      expect(await root.observer.rootState()).toBe('missing');
      expect(await root.observer.scanAll()).toMatchObject({ root: 'missing', changed: 0, settleAtMs: null });
      expect(root.tree()).toEqual(['a']);
      await rename(`${root.path}-moved`, root.path);
    });

    test('[E68] [E69] an empty folder in its place is emptied, one without our marker is replaced', async () => {
      await given('a');
      await rm(root.path, { recursive: true });
      await mkdir(root.path);
      expect(await root.observer.rootState()).toBe('emptied');
      expect((await root.scan('')).changed).toBe(0);
      await root.write('other', 'x');
      expect(await root.observer.rootState()).toBe('replaced');
      await root.fileSystem.writeMarker(root.path, 'another');
      expect(await root.observer.scanAll()).toMatchObject({ root: 'replaced', changed: 0 });
      expect(root.tree()).toEqual(['a']);
    });

    test('[E70] a file or a link in its place is replaced', async () => {
      await rename(root.path, `${root.path}-moved`);
      await symlink(`${root.path}-moved`, root.path);
      expect(await root.observer.rootState()).toBe('replaced');
      await rm(root.path);
      await rename(`${root.path}-moved`, root.path);
      expect(await root.observer.rootState()).toBe('present');
    });

    test('[E71] a copy of the root with our marker is taken for the root, and its files for the same items', async () => {
      await given('a/file');
      const before = idOf('a/file');
      execFileSync('cp', ['-a', root.path, `${root.path}-copy`]);
      await rm(root.path, { recursive: true });
      await rename(`${root.path}-copy`, root.path);
      await root.observer.scanAll();
      expect(root.tree()).toEqual(['a/', 'a/file']);
      expect(idOf('a/file')).toBe(before);
      expect(root.store.missingCount()).toBe(0);
    });

    test('a mode that changed costs a hash and nothing else', async () => {
      await given('a');
      await chmod(root.at('a'), 0o600);
      await root.scan('');
      expect(root.tree()).toEqual(['a']);
      expect(root.dirty()).toEqual(['a']);
    });
  });
});
