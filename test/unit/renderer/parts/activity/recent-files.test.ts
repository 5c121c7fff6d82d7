import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../../../preload/ipc/shapes/status.ts';
import { newestFiles, recentAct, recentChanges } from '../../../../../renderer/parts/activity/recent-files.ts';

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

test('the files that changed last come newest first, each once and without folders', () => {
  const entries = [
    changed(6, 1, 'b'),
    changed(5, 1, 'folder', 'folder'),
    changed(4, 1, 'a'),
    changed(3, 2, 'b'),
    changed(2, 1, 'b'),
    changed(1, 1, 'c'),
  ];
  expect(newestFiles(entries).map(({ id }) => id)).toEqual([6, 4, 3, 1]);
});

test('equal changes of one person in one folder are one, unless another change or a long time lies between', () => {
  const hour = 3_600_000;
  const bob = { id: '8', name: 'Bob' };
  const at = (id: number, path: string, change: Partial<ActivityEntry> = {}): ActivityEntry => ({
    ...changed(id, 1, path),
    batch: id,
    atMs: 100 * hour + id,
    ...change,
  });
  const together = (...files: readonly ActivityEntry[]) =>
    recentChanges(files, 3).map(({ newest, others }) => [newest.id, others]);
  expect(together(at(9, 'x/a'), at(8, 'x/b'), at(7, 'x/c'))).toEqual([[9, 2]]);
  expect(together(at(9, 'x/a'), at(8, 'y/b'))).toHaveLength(2);
  expect(together(at(9, 'x/a'), at(8, 'x/b', { by: bob, side: 'local', kind: 'download' }))).toHaveLength(2);
  expect(together(at(9, 'x/a'), at(8, 'x/b', { kind: 'upload-version' }), at(7, 'x/c'))).toHaveLength(3);
  const late = { atMs: hour };
  expect(together(at(9, 'x/a'), at(8, 'x/b', late))).toHaveLength(2);
  expect(together(at(9, 'x/a'), at(8, 'x/b', { ...late, batch: 9 }))).toEqual([[9, 1]]);
  expect(together(...'abcd'.split('').map((folder, index) => at(9 - index, `${folder}/a`)))).toHaveLength(3);
});

test('a file whose last change was its delete is not recent, and each change has its word', () => {
  const deleted = { ...changed(9, 1, 'a'), kind: 'trash-local' };
  expect(newestFiles([deleted, changed(4, 1, 'a'), changed(3, 1, 'b')]).map(({ id }) => id)).toEqual([3]);
  expect(recentAct({ ...changed(1, 1, 'a'), kind: 'download-version' })).toBe('edited');
  expect(recentAct({ ...changed(1, 1, 'x/b'), kind: 'move-local', fromPath: 'x/a' })).toBe('renamed');
  expect(recentAct({ ...changed(1, 1, 'y/a'), kind: 'move-remote', fromPath: 'x/a' })).toBe('moved');
  expect(recentAct({ ...changed(1, 1, 'a'), kind: 'adopt' })).toBeNull();
});
