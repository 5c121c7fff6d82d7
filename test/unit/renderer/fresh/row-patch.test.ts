import { describe, expect, test } from 'vitest';
import { patched, patchesById, type RowPatch, someRow } from '../../../../renderer/state/fresh/row-patch.ts';

const FOLDER = '7';
const rowOf = (id: string) => ({ type: 'file', id, name: `file ${id}`, parent: { id: FOLDER } });
const list = { pages: ['ab', 'cd', 'ef'].map((ids) => ({ entries: [...ids].map(rowOf) })), pageParams: [] };
const rename: RowPatch = { type: 'file', id: 'c', fields: { ...rowOf('c'), name: 'new', etag: '1' } };

describe('a cached list with a patch', () => {
  test('is the same object if it does not contain the item', () => {
    expect(patched(list, patchesById([{ ...rename, id: 'z' }]), FOLDER)).toBe(list);
    expect(patched(list, patchesById([{ ...rename, type: 'folder' }]), FOLDER)).toBe(list);
  });

  test('keeps all other parts and rows, and adds no field', () => {
    const after = patched(list, patchesById([rename]), FOLDER);
    const [first, second, third] = list.pages;
    expect(after).toEqual({
      ...list,
      pages: [first, { entries: [{ ...rowOf('c'), name: 'new' }, rowOf('d')] }, third],
    });
    const { pages } = Object(after);
    expect(pages[0]).toBe(first);
    expect(pages[2]).toBe(third);
    expect(pages[1].entries[1]).toBe(second?.entries[1]);
  });

  test.each<[how: string, fields: RowPatch['fields']]>([
    ['was deleted', null],
    ['moved to another folder', { ...rowOf('c'), parent: { id: '8' } }],
  ])('loses the row of an item that %s', (_how, fields) => {
    const after = patched(list, patchesById([{ ...rename, fields }]), FOLDER);
    expect(Object(after).pages[1]).toEqual({ entries: [rowOf('d')] });
  });

  test('is searched once for all patches, and says which items it contained', () => {
    const gone = ['a', 'f', 'z'].map((id): RowPatch => ({ type: 'file', id, fields: null }));
    const had: RowPatch[] = [];
    const after = patched(list, patchesById([...gone, rename]), FOLDER, (patch) => had.push(patch));
    expect(Object(after).pages).toEqual([
      { entries: [rowOf('b')] },
      { entries: [{ ...rowOf('c'), name: 'new' }, rowOf('d')] },
      { entries: [rowOf('e')] },
    ]);
    expect(had).toEqual([gone[0], rename, gone[1]]);
  });
});

test('looks at rows part by part, up to the first that passes', () => {
  const seen: unknown[] = [];
  const isSought = ({ id }: { readonly [name: string]: unknown }): boolean => {
    seen.push(id);
    return id === 'c';
  };
  expect(someRow(list, isSought)).toBe(true);
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(someRow(list, ({ id }) => id === 'z')).toBe(false);
  expect(someRow(undefined, () => true)).toBe(false);
});
