import { expect, it } from 'vitest';
import { fileIdentity, itemId } from '../../../../main/engine/model/ids.ts';
import { descendsFrom, openChronicle } from './chronicle.ts';

/** Two computers with one file each, which people save in turn. */
function chronicleOf(...saves: readonly (readonly ['A' | 'B', string])[]) {
  const disks = new Map<string, string>();
  const disk = (name: string) => {
    const content = disks.get(name);
    return content === undefined ? [] : [{ path: 'file', identity: fileIdentity(name), content }];
  };
  const chronicle = openChronicle({ disk, service: () => [], wasRemoved: () => false }, ['A', 'B']);
  for (const [name, content] of saves) {
    const noted = chronicle.watch(name);
    disks.set(name, content);
    noted();
  }
  return chronicle;
}

it('[I6] a content saved over a common one derives from the source of that one if only one person made it', () => {
  const { savedOver } = chronicleOf(['A', 'A1'], ['A', 'common one'], ['A', 'A2']);
  expect(descendsFrom(savedOver, 'A2', 'A1')).toBe(true);
});

it('[I6] a content saved over a common one that two people made derives from neither source', () => {
  const before = chronicleOf(['A', 'A1'], ['A', 'common one'], ['B', 'common one'], ['B', 'B1']);
  expect(descendsFrom(before.savedOver, 'B1', 'A1')).toBe(false);
  const after = chronicleOf(['A', 'A1'], ['B', 'common one'], ['B', 'B1'], ['A', 'common one']);
  expect(descendsFrom(after.savedOver, 'B1', 'A1')).toBe(false);
});

it('[I4] an edit of a restored content may come back with it even if it was deleted elsewhere meanwhile, other edits may not', () => {
  let isLive = true;
  let saved = 'web1';
  const node = { id: itemId('1'), path: 'file', isFolder: false, contents: ['web1'] };
  const disk = () => [
    { path: 'file', identity: fileIdentity('A'), content: saved },
    { path: 'other', identity: fileIdentity('B'), content: 'A2' },
  ];
  const chronicle = openChronicle({ disk, service: () => [{ ...node, isLive }], wasRemoved: () => false }, ['A']);
  const after = (actor: string, act: () => void): void => {
    const noted = chronicle.watch(actor);
    act();
    noted();
  };
  after('A', () => {
    saved = 'A1';
  });
  for (const now of [false, true]) {
    expect(chronicle.manifold.has('A1')).toBe(false);
    after('web', () => {
      isLive = now;
    });
  }
  expect(chronicle.manifold.has('A1')).toBe(true);
  expect(chronicle.manifold.has('A2')).toBe(false);
});

it('[I3] a file that was moved away and back may have become what its place held at the last look', () => {
  let path = 'file';
  const identity = fileIdentity('A');
  const disk = () => [{ path, identity, content: 'A1' }];
  const chronicle = openChronicle({ disk, service: () => [], wasRemoved: () => false }, ['A']);
  const isOver: boolean[] = [];
  for (const next of ['other', 'file']) {
    const noted = chronicle.watch('A');
    path = next;
    noted();
    isOver.push(chronicle.movedOverOn('A').has(identity) && chronicle.manifold.has('A1'));
  }
  expect(isOver).toEqual([false, true]);
});

it('[I3] a file moved away has the file that took its name as its successor', () => {
  const [saved, backup] = [fileIdentity('new'), fileIdentity('old')];
  let disk = [{ path: 'file', identity: backup, content: 'A1' }];
  const chronicle = openChronicle({ disk: () => disk, service: () => [], wasRemoved: () => false }, ['A']);
  const noted = chronicle.watch('A');
  disk = [
    { path: 'file~', identity: backup, content: 'A1' },
    { path: 'file', identity: saved, content: 'A2' },
  ];
  noted();
  expect(chronicle.successorOn('A', backup)).toBe(saved);
  expect(chronicle.successorOn('A', saved)).toBeUndefined();
});
