import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trashFolder } from '../../../../main/compose/trash-folder.ts';

const AT = Date.UTC(2026, 10, 20, 14, 3, 7);
const folderOf = (...root: string[]) =>
  trashFolder('/state', AT, join('/', ...root), join('/', ...root, 'box', 'a.txt'));

test('what was deleted is found by day, time, root and folder', () => {
  expect(folderOf('home', 'Files')).toMatch(/^.state.trash.2026-11-20.14-03-07.Files-[0-9a-f]{8}.box$/);
});

test('two roots of one name never share a folder, and one root always has the same', () => {
  expect(folderOf('work', 'Files')).not.toBe(folderOf('home', 'Files'));
  expect(folderOf('work', 'Files')).toBe(folderOf('work', 'Files'));
});
