import { expect, test } from 'vitest';
import type { Kind, RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { itemId, sequenceId } from '../../../../../../main/engine/model/ids.ts';
import { inOrderOfEach } from '../../../../../../main/engine/observe/remote/order-of-each.ts';
import type { RemoteChange } from '../../../../../../main/engine/ports/remote/remote.ts';

type Told = { readonly kind?: Kind; readonly isRemoved?: boolean; readonly isCurrent?: boolean };

function change(id: string, number: string | null, { kind = 'file', isRemoved, isCurrent }: Told = {}): RemoteChange {
  const entry: RemoteEntry = {
    id: itemId(id),
    parentId: itemId('1'),
    name: id,
    kind,
    etag: null,
    sequenceId: number === null ? null : sequenceId(number),
    content: null,
    versionId: null,
    contentModifiedAtMs: null,
    canUpload: true,
    canRename: true,
    canDelete: true,
    canDownload: true,
  };
  const told = { entry, contents: false, ...(isCurrent === true && { isCurrent }) };
  return { ...told, kind: isRemoved === true ? 'removed' : 'changed' };
}

const inOrder = (...changes: RemoteChange[]): readonly string[] =>
  inOrderOfEach(changes).map(({ entry }) => `${entry.id} ${entry.sequenceId}`);

test('[E91] [P85] the events of one file are taken in the order of their numbers, at its places in the page', () => {
  const gone = change('a', '10', { isRemoved: true });
  expect(
    inOrder(gone, change('b', '7'), change('a', '9'), change('c', '1'), change('a', '8'), change('b', '6')),
  ).toEqual(['a 8', 'b 6', 'a 9', 'c 1', 'a 10', 'b 7']);
});

test('[E91] repeated events are kept', () => {
  expect(inOrder(change('a', '2'), change('a', '1'), change('a', '2'))).toEqual(['a 1', 'a 2', 'a 2']);
});

test('[E91] without a number, after a look and for folders the order is the one of the page', () => {
  expect(inOrder(change('a', '2'), change('a', null, { isRemoved: true }), change('a', '1'))).toEqual([
    'a 2',
    'a null',
    'a 1',
  ]);
  expect(inOrder(change('a', '2'), change('a', '1', { isCurrent: true }))).toEqual(['a 2', 'a 1']);
  const folder: Told = { kind: 'folder' };
  expect(inOrder(change('f', '2', folder), change('f', '1', folder))).toEqual(['f 2', 'f 1']);
});
