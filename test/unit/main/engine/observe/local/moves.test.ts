import { link, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import { type FileSystem, FileSystemError } from '../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

describe('moves on disk', () => {
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

  test('a rename keeps the item and its digest', async () => {
    await given('a');
    const before = root.row('a');
    await rename(root.at('a'), root.at('b'));
    await root.scan('');
    expect(root.tree()).toEqual(['b']);
    expect(root.row('b')).toMatchObject({ id: before.id, sha1: before.sha1 });
  });

  test('[E8] a move with an edit keeps the item', async () => {
    await given('from/a', 'to/x');
    const before = idOf('from/a');
    await rename(root.at('from/a'), root.at('to/b'));
    await root.write('to/b', 'edited after the move');
    await root.scan('to', 'from');
    expect(idOf('to/b')).toBe(before);
    expect(root.row('to/b').sha1).toBeNull();
  });

  test.each([[['to']], [['from']], [['to', 'from']], [['from', 'to']], [['']]])(
    '[E119] a move between folders is found when the hints are for %j, or when everything is scanned later',
    async (hints) => {
      await given('from/a', 'to/x');
      const before = idOf('from/a');
      await rename(root.at('from/a'), root.at('to/a'));
      await root.scan(...hints);
      await root.observer.scanAll();
      expect(idOf('to/a')).toBe(before);
      expect(root.tree()).toEqual(['from/', 'to/', 'to/a', 'to/x']);
    },
  );

  test('[I8] what moves from a folder to one that is looked at right after it is the same item', async () => {
    await given('from/a', 'to/x');
    const before = idOf('from/a');
    let hasMoved = false;
    const list: FileSystem['list'] = async (path) => {
      if (path === root.at('to') && !hasMoved) {
        hasMoved = true;
        await rename(root.at('from/a'), root.at('to/b'));
      }
      return root.fileSystem.list(path);
    };
    const observer = createLocalObserver({ ...root.parts, fileSystem: { ...root.fileSystem, list } });
    await observer.scanDirectories([root.at('from'), root.at('to')]);
    expect(root.tree()).toEqual(['from/', 'to/', 'to/b', 'to/x']);
    expect(idOf('to/b')).toBe(before);
  });

  test.each(['', 'a'])(
    '[I8] a folder that gets another name after the first look at "%s" is one item',
    async (movedAfter) => {
      await root.write('a/sub/in', 'it');
      let hasMoved = false;
      const list: FileSystem['list'] = async (path) => {
        const listing = await root.fileSystem.list(path);
        if (path === root.at(movedAfter) && !hasMoved) {
          hasMoved = true;
          await rename(root.at('a'), root.at('b'));
        }
        return listing;
      };
      const observer = createLocalObserver({ ...root.parts, fileSystem: { ...root.fileSystem, list } });
      await observer.scanDirectories([root.path]);
      expect(root.tree()).toEqual(['b/', 'b/sub/', 'b/sub/in']);
      expect(root.store.missingCount()).toBe(0);
    },
  );

  test('[E73] what moved out of a folder that cannot be read at the moment is the same item', async () => {
    await given('from/a', 'from/sub/b', 'to/x');
    const before = [idOf('from/a'), idOf('from/sub'), idOf('from/sub/b')];
    await rename(root.at('from/a'), root.at('to/a'));
    await rename(root.at('from/sub'), root.at('to/sub'));
    const list: FileSystem['list'] = (path) =>
      path === root.at('from')
        ? Promise.reject(new FileSystemError('io', path, 'the disk had trouble'))
        : root.fileSystem.list(path);
    const observer = createLocalObserver({ ...root.parts, fileSystem: { ...root.fileSystem, list } });
    await observer.scanDirectories([root.at('to')]);
    expect([idOf('to/a'), idOf('to/sub'), idOf('to/sub/b')]).toEqual(before);
    expect(root.tree()).toEqual(['from/', 'to/', 'to/a', 'to/sub/', 'to/sub/b', 'to/x']);
  });

  test('[I9] a row that lost its name is missing at once, so that a crash leaves no two at one name', async () => {
    await given('a', 'b/x');
    const [a, b] = [root.row('a').id, root.row('b').id];
    await rename(root.at('a'), root.at('c'));
    await rename(root.at('b'), root.at('a'));
    // The pass breaks off when the state was written: the new name of the file was not looked at yet.
    const list: FileSystem['list'] = async (path) => {
      const listing = await root.fileSystem.list(path);
      return { ...listing, entries: listing.entries.filter(({ name }) => name !== 'c') };
    };
    const walk: FileSystem['walk'] = () => {
      throw new FileSystemError('io', root.path, 'the disk had trouble');
    };
    const observer = createLocalObserver({ ...root.parts, fileSystem: { ...root.fileSystem, list, walk } });
    await expect(observer.scanDirectories([root.path])).rejects.toThrow('trouble');
    expect([root.store.local(b)?.name, root.store.isMissing(a), root.store.isMissing(b)]).toEqual(['a', true, false]);
    await root.observer.scanAll();
    expect([idOf('a'), idOf('c'), root.store.missingCount()]).toEqual([b, a, 0]);
  });

  test('a moved folder is one changed row, with any number of files in it', async () => {
    await given(...Array.from({ length: 50 }, (_, n) => `big/sub/f${n}`), 'to/x');
    const before = [idOf('big'), idOf('big/sub/f7')];
    await rename(root.at('big'), root.at('to/moved'));
    const report = await root.scan('', 'to');
    expect(report.changed).toBe(1);
    expect([idOf('to/moved'), idOf('to/moved/sub/f7')]).toEqual(before);
    expect(root.dirty()).toEqual(['to/moved']);
  });

  test('a folder that moved unobserved is found by a full scan', async () => {
    await given(...Array.from({ length: 30 }, (_, n) => `z/big/f${n}`), 'a/x');
    const before = idOf('z/big/f3');
    await rename(root.at('z/big'), root.at('a/big'));
    expect((await root.observer.scanAll()).changed).toBe(1);
    expect(idOf('a/big/f3')).toBe(before);
  });

  test('[E13] two files that swapped their names keep their identities', async () => {
    await given('a', 'b');
    const [a, b] = [idOf('a'), idOf('b')];
    await rename(root.at('a'), root.at('t'));
    await rename(root.at('b'), root.at('a'));
    await rename(root.at('t'), root.at('b'));
    await root.scan('');
    expect([idOf('a'), idOf('b')]).toEqual([b, a]);
    expect(root.tree()).toEqual(['a', 'b']);
    expect(root.store.missingCount()).toBe(0);
  });

  test('[E13] also in different folders, and with folders', async () => {
    await given('p/x/one', 'q/x/two');
    const [p, q] = [idOf('p/x'), idOf('q/x')];
    await rename(root.at('p/x'), root.at('t'));
    await rename(root.at('q/x'), root.at('p/x'));
    await rename(root.at('t'), root.at('q/x'));
    await root.observer.scanAll();
    expect([idOf('p/x'), idOf('q/x')]).toEqual([q, p]);
    expect(root.tree()).toEqual(['p/', 'p/x/', 'p/x/two', 'q/', 'q/x/', 'q/x/one']);
  });

  test('a parent and its child that changed places keep their identities', async () => {
    await given('a/b/file');
    const [a, b] = [idOf('a'), idOf('a/b')];
    await rename(root.at('a/b'), root.at('t'));
    await rename(root.at('a'), root.at('t/a'));
    await rename(root.at('t'), root.at('b'));
    await root.observer.scanAll();
    expect(root.tree()).toEqual(['b/', 'b/a/', 'b/file']);
    expect([idOf('b/a'), idOf('b')]).toEqual([a, b]);
  });

  test('one synced file renamed onto another: the one that moved stays, the other one is gone', async () => {
    await given('a', 'b');
    const [a, b] = [idOf('a'), idOf('b')];
    await rename(root.at('a'), root.at('b'));
    await root.scan('');
    expect(root.tree()).toEqual(['b']);
    expect(idOf('b')).toBe(a);
    expect(root.dirty()).toContain(`#${b}`);
  });

  test('[E14] a folder renamed and a new one under its old name are two items', async () => {
    await given('docs/file');
    const before = idOf('docs');
    await rename(root.at('docs'), root.at('old'));
    await root.write('docs/new', 'x');
    await root.scan('');
    expect(idOf('old')).toBe(before);
    expect(idOf('docs')).not.toBe(before);
    expect(root.tree()).toEqual(['docs/', 'docs/new', 'old/', 'old/file']);
  });

  test('[E15] a file moved out of a folder that is then deleted is moved, not deleted', async () => {
    await given('gone/keep', 'gone/other', 'to/x');
    const before = idOf('gone/keep');
    await rename(root.at('gone/keep'), root.at('to/keep'));
    await rm(root.at('gone'), { recursive: true });
    await root.scan('', 'gone', 'to');
    await root.settle();
    expect(idOf('to/keep')).toBe(before);
    expect(root.tree()).toEqual(['to/', 'to/keep', 'to/x']);
  });

  test('[E30] a rename that changes only the case is a rename', async () => {
    await given('readme');
    const before = idOf('readme');
    await rename(root.at('readme'), root.at('README'));
    await root.scan('');
    expect(root.tree()).toEqual(['README']);
    expect(idOf('README')).toBe(before);
  });

  test('[E56] a second name of a file is an item of its own, and a rename of either is a rename', async () => {
    await given('a');
    const a = idOf('a');
    await link(root.at('a'), root.at('b'));
    await root.scan('');
    const b = idOf('b');
    expect(idOf('a')).toBe(a);
    expect(b).not.toBe(a);
    root.syncAll();
    await rename(root.at('a'), root.at('c'));
    await root.scan('');
    expect([idOf('b'), idOf('c')]).toEqual([b, a]);
  });

  test('[E56] the first look at everything lists no folder again for files with a second name in an earlier one', async () => {
    await root.write('a/0', 'it');
    // More than the listings that are compared together.
    for (let index = 1; index < 1_000; index++) await root.write(`a/${index}`, '');
    await root.write('b/other', '');
    await link(root.at('a/0'), root.at('b/0'));
    const listed: string[] = [];
    const list: FileSystem['list'] = async (path) => {
      listed.push(path);
      return root.fileSystem.list(path);
    };
    const observer = createLocalObserver({ ...root.parts, fileSystem: { ...root.fileSystem, list } });
    await observer.scanAll();
    expect(listed).toEqual([]);
    expect(idOf('b/0')).not.toBe(idOf('a/0'));
  });

  test('[E26] a file that became a folder, and a folder that became a file, are new items', async () => {
    await given('file', 'folder/inner');
    const [file, folder] = [idOf('file'), idOf('folder')];
    await rm(root.at('file'));
    await rm(root.at('folder'), { recursive: true });
    await root.write('file/inner', 'x');
    await root.write('folder', 'x');
    await root.scan('');
    expect(root.tree()).toEqual(['file/', 'file/inner', 'folder']);
    expect(idOf('file')).not.toBe(file);
    expect(idOf('folder')).not.toBe(folder);
  });

  test('[E119] what lies in a folder that moves away from the look at everything is not believed to be gone', async () => {
    await given('folder/below/a', 'b');
    const a = idOf('folder/below/a');
    await rename(root.at('folder/below/a'), root.at('folder/a'));
    await root.scan('folder/below');
    let isMoving = true;
    const fileSystem: FileSystem = {
      ...root.fileSystem,
      async *walk(path, enter, signal) {
        if (!isMoving) return yield* root.fileSystem.walk(path, enter, signal);
        yield { ok: true, listing: await root.fileSystem.list(path) };
        isMoving = false;
        await rename(root.at('folder'), root.at('moved'));
        const [gone, why] = [root.at('folder'), 'it is not there'];
        yield { ok: false, path: gone, error: new FileSystemError('not_found', gone, why) };
      },
    };
    const observer = createLocalObserver({ ...root.parts, fileSystem });
    root.advance(2_000);
    const { settleAtMs } = await observer.settleMissing();
    expect(settleAtMs).not.toBeNull();
    expect(idOf('moved/below/a')).toBe(a);
    root.advance(10_000);
    expect(await observer.settleMissing()).toMatchObject({ settleAtMs: null });
    expect(root.tree()).toEqual(['b', 'moved/', 'moved/a', 'moved/below/']);
    expect(idOf('moved/a')).toBe(a);
  });
});
