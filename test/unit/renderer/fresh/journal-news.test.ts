import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../../preload/ipc/shapes/status.ts';
import { type ListedFolder, namesIn, newsFor } from '../../../../renderer/state/fresh/journal-news.ts';

const entry = (kind: string, path: string, more: Partial<ActivityEntry> = {}): ActivityEntry =>
  ({ kind, itemKind: 'file', rootId: 1, path, fromPath: null, ...more }) as ActivityEntry;
const listed = (path: string, ...names: string[]): ListedFolder => ({
  rootId: 1,
  path,
  folderId: path,
  has: (name) => names.includes(name),
});
const isNews = (one: ActivityEntry, ...folders: ListedFolder[]) => newsFor([one], folders).length === 1;

test.each([
  ['a delete of a row that is shown', entry('trash-local', 'a/one.txt'), ['one.txt'], true],
  ['a delete that this window has made itself', entry('trash-remote', 'a/one.txt'), [], false],
  ['a new folder', entry('create-remote-folder', 'a/new', { itemKind: 'folder' }), [], true],
  [
    'a new folder that this window has made itself',
    entry('create-local-folder', 'a/new', { itemKind: 'folder' }),
    ['new'],
    false,
  ],
  ['a new file', entry('upload', 'a/one.txt'), [], true],
  ['a new version of a file that is shown', entry('upload-version', 'a/one.txt'), ['one.txt'], true],
  ['a rename elsewhere', entry('move-local', 'a/two.txt', { fromPath: 'a/one.txt' }), ['one.txt'], true],
  [
    'a rename of which both names are shown',
    entry('move-local', 'a/two.txt', { fromPath: 'a/one.txt' }),
    ['one.txt', 'two.txt'],
    true,
  ],
  [
    'a rename that this window has made itself',
    entry('move-remote', 'a/two.txt', { fromPath: 'a/one.txt' }),
    ['two.txt'],
    false,
  ],
] as const)('%s', (_what, one, shown, expected) => {
  expect(isNews(one, listed('a', ...shown))).toBe(expected);
});

test('an entry of a folder that is not listed, or of another root, is news', () => {
  expect(isNews(entry('trash-local', 'b/one.txt'), listed('a'))).toBe(true);
  expect(isNews(entry('trash-local', 'a/one.txt', { rootId: 2 }), listed('a'))).toBe(true);
  expect(isNews(entry('trash-local', 'one.txt'), listed(''))).toBe(false);
});

test('a move out of a listed folder into one that is not listed is news', () => {
  expect(isNews(entry('move-remote', 'b/one.txt', { fromPath: 'a/one.txt' }), listed('a'))).toBe(true);
});

test('both names of a move are looked for', () => {
  expect([...namesIn([entry('move-local', 'a/two.txt', { fromPath: 'b/one.txt' }), entry('upload', 'c.txt')])]).toEqual(
    ['two.txt', 'one.txt', 'c.txt'],
  );
});
