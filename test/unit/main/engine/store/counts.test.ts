import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemId, localId, sequenceId } from '../../../../../main/engine/model/ids.ts';
import { localEntry, openStoreBench, remoteEntry, type StoreBench } from '../../../../support/engine/store-bench.ts';

let bench: StoreBench;
beforeEach(() => {
  bench = openStoreBench();
});
afterEach(() => bench.store.close());

/** The rows that there are, read one by one. */
function counted({ root }: StoreBench) {
  const { localIds, itemIds } = root.doubtful(1_000);
  const below = <Id>(id: Id, children: (of: Id) => readonly Id[]): number =>
    children(id).reduce((sum, child) => sum + below(child, children), 1);
  return {
    local: below(root.rootLocalId, (id) => root.localChildren(id).map((child) => child.id)),
    remote: below(root.rootItemId, (id) => root.remoteChildren(id).map((child) => child.id)),
    doubtful: localIds.length + itemIds.length,
  };
}

const kept = ({ root }: StoreBench) => ({
  local: root.localCount(),
  remote: root.remoteCount(),
  doubtful: root.doubtfulCount(),
});

/** A folder with three files on each side. */
function fill({ root }: StoreBench) {
  const folder = root.newLocalId();
  root.putLocal(localEntry(folder, root.rootLocalId, 'folder', { kind: 'folder' }), root.tick());
  root.putRemote(remoteEntry('10', root.rootItemId, 'folder', { kind: 'folder' }), root.tick());
  for (const name of ['a', 'b', 'c']) {
    root.putLocal(localEntry(root.newLocalId(), folder, name), root.tick());
    root.putRemote(remoteEntry(`1${name}`, itemId('10'), name), root.tick());
  }
  return folder;
}

test('[E120] the numbers of rows are those that are kept with each change, on both sides', () => {
  const { root } = bench;
  expect(kept(bench)).toEqual(counted(bench));
  const folder = fill(bench);
  expect(kept(bench)).toEqual({ local: 5, remote: 5, doubtful: 10 });
  expect(kept(bench)).toEqual(counted(bench));
  root.removeLocal(folder, root.tick());
  root.removeRemote(itemId('1a'), root.tick(), sequenceId('9'));
  root.markDirtyLocal(root.rootLocalId);
  root.clean({ localIds: [root.rootLocalId], itemIds: [itemId('1b')] });
  expect(kept(bench)).toMatchObject({ local: 1, remote: 4 });
  expect(kept(bench)).toEqual(counted(bench));
});

test.each([
  ['that were counted before', () => kept(bench)],
  ['that were first counted in it', () => undefined],
])('a transaction that fails takes its rows with it, also those %s', (_, before) => {
  const { root } = bench;
  before();
  const failing = (): void => {
    root.transaction(() => {
      fill(bench);
      expect(kept(bench)).toEqual(counted(bench));
      throw new Error('the disk is full');
    });
  };
  expect(failing).toThrow('the disk is full');
  expect(kept(bench)).toEqual(counted(bench));
  fill(bench);
  expect(kept(bench)).toEqual(counted(bench));
});

test('missing rows are read in portions, the longest missing first', () => {
  const { root } = bench;
  const ids = Array.from({ length: 5 }, (_, n) => {
    const id = root.newLocalId();
    root.putLocal(localEntry(id, root.rootLocalId, `f${n}`), root.tick());
    return id;
  });
  // Two at the same moment, in the order of their numbers.
  for (const [index, at] of [30, 10, 20, 10, 40].entries()) root.markMissing(ids[index] ?? localId(0), at, at * 1_000);
  const [first, second, third, fourth, fifth] = ids;
  expect(root.missingSinceMs()).toBe(10_000);
  const all = root.missing();
  expect(all.map((one) => one.localId)).toEqual([second, fourth, third, first, fifth]);
  expect(all.every(({ parentId }) => parentId === root.rootLocalId)).toBe(true);
  const start = root.missing(2);
  expect(start).toEqual(all.slice(0, 2));
  expect(root.missing(2, start.at(-1))).toEqual(all.slice(2, 4));
  expect(root.missing(2, all.at(-1))).toEqual([]);
  for (const id of ids) root.clearMissing(id);
  expect(root.missingSinceMs()).toBeNull();
});

test('notes about removed items are dropped when there are many, the oldest first', () => {
  const { root } = bench;
  const most = 11_000;
  root.transaction(() => {
    for (let n = 1; n <= most + 500; n += 1) root.removeRemote(itemId(`9${n}`), root.tick(), sequenceId(String(n)));
  });
  const isNoted = (n: number): boolean => root.goneSequence(itemId(`9${n}`)) !== undefined;
  const noted = Array.from({ length: most + 500 }, (_, index) => isNoted(index + 1));
  expect(noted.filter(Boolean).length).toBeLessThan(most);
  // The newest ten thousand are always there.
  expect(noted.slice(-10_000)).not.toContain(false);
  expect(noted[0]).toBe(false);
});

test('a process that removes few items drops the old notes of those before it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-notes-'));
  const path = join(folder, 'state.db');
  const first = openStoreBench(path);
  first.root.transaction(() => {
    for (let n = 1; n <= 10_500; n += 1) first.root.removeRemote(itemId(`9${n}`), first.root.tick(), sequenceId('1'));
  });
  first.store.close();
  const { root, store } = openStoreBench(path);
  const isNoted = (n: number): boolean => root.goneSequence(itemId(`9${n}`)) !== undefined;
  expect(isNoted(400)).toBe(true);
  root.removeRemote(itemId('1'), root.tick(), sequenceId('2'));
  expect([isNoted(400), isNoted(10_500)]).toEqual([false, true]);
  store.close();
  await rm(folder, { recursive: true });
});
