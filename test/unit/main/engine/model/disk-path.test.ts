import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { belowFolder, isWithin, namesBelow } from '../../../../../main/engine/model/disk-path.ts';

test.each([
  ['/a', '/a/b', 'b'],
  ['/a', '/a/b/c', 'b/c'],
  ['/a', '/a', ''],
  ['/', '/a', 'a'],
  ['/a', '/a/..b', '..b'],
  ['/a', '/a/b\\c', 'b\\c'],
  ['/a/b', '/a', null],
  ['/a/b', '/a/c', null],
  ['/a', '/ab', null],
  ['C:\\Users', 'C:\\Users\\Ann\\a.txt', 'Ann/a.txt'],
  ['C:\\Users', 'c:\\users\\Ann', 'Ann'],
  ['C:\\', 'C:\\Users', 'Users'],
  ['C:\\Users\\Ann', 'C:\\Users', null],
  ['C:\\Users', 'D:\\Files', null],
  ['C:\\Users', '\\\\server\\share\\files', null],
])('[P58] below %s, %s is %s', (folder, path, below) => {
  expect(belowFolder(folder, path, folder.startsWith('/') ? posix : win32)).toBe(below);
});

test('a path of this computer is within a folder, or leads to it by its names', () => {
  expect([isWithin('/a/b', '/a'), isWithin('/a', '/a'), isWithin('/b', '/a')]).toEqual([true, true, false]);
  expect([namesBelow('/a', '/a/b/c'), namesBelow('/a', '/a')]).toEqual(['b/c', '']);
});
