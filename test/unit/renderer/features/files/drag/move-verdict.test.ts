import { describe, expect, it } from 'vitest';
import { type Dragged, moveVerdict } from '../../../../../../renderer/features/files/drag/move-verdict.ts';
import type { Item } from '../../../../../../renderer/state/items/item.ts';

const item = (type: 'file' | 'folder', id: string, parent: string): Item =>
  ({ type, id, name: id, parent: { type: 'folder', id: parent, name: parent } }) as Item;

const fileIn = (parent: string): Dragged => ({ items: [item('file', '1', parent)], from: '10' });
const folder: Dragged = { items: [item('folder', '20', '10'), item('file', '1', '10')], from: '10' };
const row = { folderId: '30', above: ['0', '10'], mayAdd: true, opens: true };
const list = { ...row, opens: false };

describe('a drop of dragged items', () => {
  it.each([
    ['on no folder', fileIn('10'), null, 'stay'],
    ['on a list that is not loaded yet', fileIn('10'), { ...list, folderId: '', mayAdd: false }, 'stay'],
    ['on another folder', fileIn('10'), row, 'move'],
    ['on the list of a folder that opened during the drag', fileIn('10'), list, 'move'],
    ['on the folder that they are in', fileIn('30'), row, 'stay'],
    ['beside the search results that they come from', fileIn('40'), { ...list, folderId: '10' }, 'stay'],
    ['on the breadcrumb of the folder that was searched', fileIn('40'), { ...row, folderId: '10' }, 'move'],
    ['on one of themselves', folder, { ...row, folderId: '20' }, 'itself'],
    ['on a folder with the id of a dragged file', fileIn('10'), { ...row, folderId: '1' }, 'move'],
    ['in one of themselves', folder, { ...row, above: ['0', '10', '20'] }, 'below'],
    ['on a folder that takes nothing', fileIn('10'), { ...row, mayAdd: false }, 'right'],
    ['on one of themselves that takes nothing', folder, { ...row, folderId: '20', mayAdd: false }, 'itself'],
  ] as const)('%s: %#', (_where, dragged, target, verdict) => {
    expect(moveVerdict(dragged, target)).toBe(verdict);
  });

  it('moves an item whose folder is unknown out of the shown one', () => {
    const { parent: _parent, ...homeless } = item('file', '1', '10');
    const dragged = { items: [homeless as Item], from: '30' };
    expect(moveVerdict(dragged, row)).toBe('stay');
    expect(moveVerdict({ ...dragged, from: '10' }, row)).toBe('move');
  });
});
