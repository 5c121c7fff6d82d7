import { rename, rm, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import { FileSystemError } from '../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

test('[E79] what a rule named that is taken away is looked for until it was found: a look that failed is made up for', async () => {
  await root.write('.tandemignore', '*.log');
  await root.write('docs/deep/a.log', 'log');
  let isReadable = true;
  const { fileSystem } = root.parts;
  const walk: typeof fileSystem.walk = (...from) => {
    if (isReadable) return fileSystem.walk(...from);
    throw new FileSystemError('io', root.path, 'not now');
  };
  const observer = createLocalObserver({ ...root.parts, fileSystem: { ...fileSystem, walk } });
  await observer.scanAll();
  await rm(root.at('.tandemignore'));
  isReadable = false;
  await expect(observer.scanDirectories([root.path])).rejects.toThrow('not now');
  isReadable = true;
  await observer.scanDirectories([root.path]);
  expect(root.tree()).toContain('docs/deep/a.log');
});

test('before the first scan the rule files above a path are read, in folders that are known, never behind a link', async () => {
  await root.write('.tandemignore', '*.log');
  await root.write('docs/.tandemignore', '\n*.o');
  await root.write('docs/a.o', 'x');
  await root.observer.scanAll();
  await root.write('elsewhere/.tandemignore', '*.c');
  await symlink(root.at('elsewhere'), root.at('away'));
  const observer = createLocalObserver(root.parts);
  for (const path of ['docs/a.o', 'docs/deep/a.log', 'away/a.c']) await observer.readRules(path);
  expect(observer.ignoredBy('docs/a.o', false)).toEqual({ rule: '*.o', source: 'docs/.tandemignore:2' });
  expect(observer.ignoredBy('docs/deep/a.log', false)).toEqual({ rule: '*.log', source: '.tandemignore:1' });
  expect(observer.ignoredBy('away/a.c', false)).toBeNull();
  await rm(root.at('docs/.tandemignore'));
  await observer.readRules('docs/a.o');
  expect(observer.ignoredBy('docs/a.o', false)).toBeNull();
});

test('rules that cannot be read for an answer stay as they are known', async () => {
  await root.write('.tandemignore', '*.log');
  const { fileSystem } = root.parts;
  let isReadable = true;
  const stat: typeof fileSystem.stat = async (path) => {
    if (isReadable) return fileSystem.stat(path);
    throw new FileSystemError('denied', path, 'not now');
  };
  const observer = createLocalObserver({ ...root.parts, fileSystem: { ...fileSystem, stat } });
  await observer.readRules('a.log');
  isReadable = false;
  await observer.readRules('a.log');
  expect(observer.ignoredBy('a.log', false)).toEqual({ rule: '*.log', source: '.tandemignore:1' });
});

test.each([[['', 'b/sub']], [['', 'b/sub/deep']], [['b/sub', '']]])(
  '[E78] a rule file that a renamed folder brings along counts before anything below is looked at (%j)',
  async (looks) => {
    await root.write('a/.tandemignore', '*.log');
    await root.write('a/sub/x.log', 'log');
    await root.write('a/sub/deep/y.log', 'log');
    await root.observer.scanAll();
    root.syncAll();
    const { id } = root.row('a/sub');
    await rename(root.at('a'), root.at('b'));
    await root.scan(...looks);
    expect(root.tree()).toEqual(['b/', 'b/.tandemignore', 'b/sub/', 'b/sub/deep/']);
    expect(root.row('b/sub').id).toBe(id);
    expect(root.dirty()).toEqual(['b']);
  },
);

/** An observer that can read this rule file only while it may. */
function refused(file: string, mayRead = { now: false }) {
  const { fileSystem } = root.parts;
  const openRead: typeof fileSystem.openRead = (path) =>
    path === root.at(file) && !mayRead.now
      ? Promise.reject(new FileSystemError('busy', path, 'not now'))
      : fileSystem.openRead(path);
  return createLocalObserver({ ...root.parts, fileSystem: { ...fileSystem, openRead } });
}

test('[E73] a folder whose rules cannot be read yet is unreadable with everything below it', async () => {
  for (const path of ['docs/a.txt', 'docs/sub/b.txt', 'open/c.txt']) await root.write(path, path);
  await root.write('docs/.tandemignore', '*.log');
  await root.observer.scanAll();
  root.syncAll();
  const known = root.tree();
  for (const path of ['docs/x.log', 'docs/sub/y.log', 'docs/new/z.log', 'open/d.log']) await root.write(path, path);
  const observer = refused('docs/.tandemignore');
  const { unreadable } = await observer.scanAll();
  expect(unreadable).toEqual([{ path: 'docs', error: expect.objectContaining({ code: 'busy' }) }]);
  await observer.scanDirectories([root.at('docs/sub'), root.at('docs/new'), root.at('docs')]);
  expect(root.tree()).toEqual([...known, 'open/d.log'].toSorted());
});

test.each([
  ['can be read', async (mayRead: { now: boolean }) => void (mayRead.now = true)],
  ['are gone', () => rm(root.at('docs/.tandemignore'))],
])('[E73] once its rules %s, the folder is scanned with everything below it', async (_title, opens) => {
  await root.write('docs/.tandemignore', '# none');
  await root.write('docs/sub/b.txt', 'b');
  const mayRead = { now: false };
  const observer = refused('docs/.tandemignore', mayRead);
  await observer.scanAll();
  expect(root.tree()).toEqual(['docs/']);
  await opens(mayRead);
  await observer.scanDirectories([root.at('docs')]);
  expect(root.tree()).toEqual(expect.arrayContaining(['docs/', 'docs/sub/', 'docs/sub/b.txt']));
});

test('[P87] an edit below an overlong rule file is found once the former file is back', async () => {
  await root.write('docs/.tandemignore', '*.log');
  await root.write('docs/sub/x.txt', 'one');
  await root.observer.scanAll();
  root.syncAll();
  await rename(root.at('docs/.tandemignore'), root.at('aside'));
  await root.write('docs/.tandemignore', 'rule\n'.repeat(1_001));
  await root.scan('docs');
  await root.write('docs/sub/x.txt', 'edited');
  await root.scan('docs/sub');
  expect(root.dirty()).not.toContain('docs/sub/x.txt');
  await rename(root.at('aside'), root.at('docs/.tandemignore'));
  await root.scan('docs');
  expect(root.dirty()).toContain('docs/sub/x.txt');
});

test('[E73] without the rules of the root the scan is no scan', async () => {
  await root.write('.tandemignore', '*.log');
  await root.write('x.log', 'log');
  await expect(refused('.tandemignore').scanAll()).rejects.toThrow('not now');
  expect(root.tree()).toEqual([]);
});
