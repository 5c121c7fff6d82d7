import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../../../preload/ipc/shapes/status.ts';
import { newestFiles, recentAct } from '../../../../../renderer/parts/activity/recent-files.ts';

const changed = (id: number, rootId: number, path: string, itemKind: 'file' | 'folder' = 'file'): ActivityEntry => ({
  id,
  atMs: id,
  rootId,
  kind: 'upload',
  side: 'remote',
  path,
  fromPath: null,
  itemKind,
  bytes: 1,
  sentence: '',
  rule: '',
  batch: 1,
  undo: 'possible',
  by: null,
});

test('the files that changed last come newest first, each once, without folders, and no more than asked for', () => {
  const entries = [
    changed(6, 1, 'b'),
    changed(5, 1, 'folder', 'folder'),
    changed(4, 1, 'a'),
    changed(3, 2, 'b'),
    changed(2, 1, 'b'),
    changed(1, 1, 'c'),
  ];
  expect(newestFiles(entries, 3).map(({ id }) => id)).toEqual([6, 4, 3]);
  expect(newestFiles([], 3)).toEqual([]);
});

test('a file whose last change was its delete is not recent, and each change has its word', () => {
  const deleted = { ...changed(9, 1, 'a'), kind: 'trash-local' };
  expect(newestFiles([deleted, changed(4, 1, 'a'), changed(3, 1, 'b')], 3).map(({ id }) => id)).toEqual([3]);
  expect(recentAct({ ...changed(1, 1, 'a'), kind: 'download-version' })).toBe('edited');
  expect(recentAct({ ...changed(1, 1, 'x/b'), kind: 'move-local', fromPath: 'x/a' })).toBe('renamed');
  expect(recentAct({ ...changed(1, 1, 'y/a'), kind: 'move-remote', fromPath: 'x/a' })).toBe('moved');
  expect(recentAct({ ...changed(1, 1, 'a'), kind: 'adopt' })).toBeNull();
});
