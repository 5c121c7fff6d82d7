import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalEntry, RemoteEntry, SyncedEntry } from '../../../../../../main/engine/model/entry.ts';
import { type ItemId, itemId, type LocalId, localId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import { createRowCache } from '../../../../../../main/engine/store/database/row-cache.ts';
import type { RootStore } from '../../../../../../main/engine/store/root-store.ts';
import {
  fingerprintOf,
  localEntry,
  openStoreBench,
  remoteEntry,
  type StoreBench,
  syncedEntry,
} from '../../../../../support/engine/store-bench.ts';

function cacheOf(table: ReadonlyMap<number, string>, kept: number) {
  const asked: number[] = [];
  const forgetting: (() => void)[] = [];
  const onForget = (forget: () => void) => forgetting.push(forget);
  const read = (key: number) => {
    asked.push(key);
    return table.get(key);
  };
  const cache = createRowCache({ onForget, onRest: onForget }, read, kept);
  return { cache, asked, forget: () => forgetting.map((one) => one()) };
}

test('a row is read once, and so is that there is none, until it is written', () => {
  const table = new Map([[1, 'a']]);
  const { cache, asked, forget } = cacheOf(table, 10);
  expect([cache.get(1), cache.get(1), cache.get(2), cache.get(2)]).toEqual(['a', 'a', undefined, undefined]);
  expect(asked).toEqual([1, 2]);
  table.set(1, 'b').set(2, 'c');
  for (const key of [1, 2]) cache.drop(key);
  expect([cache.get(1), cache.get(2)]).toEqual(['b', 'c']);
  table.clear();
  forget();
  expect([cache.get(1), cache.get(2)]).toEqual([undefined, undefined]);
});

test('recently read rows are kept, never more than twice the limit', () => {
  const table = new Map(Array.from({ length: 100 }, (_, key) => [key, `row ${key}`]));
  const { cache, asked } = cacheOf(table, 10);
  for (let key = 0; key < 100; key++) {
    cache.get(key);
    expect(cache.get(0)).toBe('row 0');
  }
  expect(asked).toHaveLength(100);
  for (let key = 0; key < 60; key++) cache.get(key);
  expect(asked.length).toBeGreaterThanOrEqual(140);
});

const NODES = 5;
const node = fc.nat({ max: NODES - 1 });
/** The writes to the trees, each with its nodes. */
const writes = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(['local', 'local', 'sha1', 'no local', 'remote', 'remote', 'no remote'] as const),
      ...(['synced', 'synced', 'synced', 'synced', 'synced', 'no synced', 'none below', 'reset'] as const),
    ),
    one: node,
    other: node,
    change: fc.nat({ max: 3 }),
    isUndone: fc.boolean(),
  }),
  { minLength: 20, maxLength: 40, size: 'max' },
);
type Write = typeof writes extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Numbers that the bench does not give: above the root, so that a parent is always the smaller one and nothing closes a ring. */
const here = (index: number): LocalId => localId(1_000_000 + index);
const there = (index: number): ItemId => itemId(String(1_000 + index));

function apply({ store, root }: StoreBench, { kind, one, other, change }: Write): void {
  const above = other < one;
  const parent = above ? here(other) : root.rootLocalId;
  switch (kind) {
    case 'local':
      root.putLocal(localEntry(here(one), parent, `n${change}`, { fingerprint: fingerprintOf(`i${change}`) }), 1);
      return;
    case 'sha1':
      root.setLocalSha1(here(one), sha1(String(change).repeat(40)));
      return;
    case 'no local':
      root.removeLocal(here(one), 2);
      return;
    case 'remote':
      root.putRemote(remoteEntry(there(one), above ? there(other) : root.rootItemId, `n${change}`), 1);
      return;
    case 'no remote':
      root.removeRemote(there(one), 2);
      return;
    case 'synced':
      root.putSynced(
        syncedEntry(localEntry(here(one), parent, `n${change}`), remoteEntry(there((one + change) % NODES), '0', 'n')),
      );
      return;
    case 'no synced':
      root.removeSynced(here(one));
      return;
    case 'none below':
      root.removeSyncedBelow(here(one));
      return;
    case 'reset':
      resetRoot({ store, root });
  }
}

function resetRoot({ store, root }: StoreBench): void {
  store.resetRoot(root.id, { localPath: '/root', marker: 'm', volumeId: 'v', fingerprint: fingerprintOf('root') });
}

/** As the tables have it: children are read from them each time. */
function inTables(root: RootStore) {
  const ids = Array.from({ length: NODES }, (_, index) => index);
  const local = new Map<LocalId, LocalEntry>();
  const remote = new Map<ItemId, RemoteEntry>();
  const byLocal = new Map<LocalId, SyncedEntry>();
  for (const parent of [root.rootLocalId, ...ids.map(here)]) {
    for (const entry of root.localChildren(parent)) local.set(entry.id, entry);
    for (const entry of root.syncedChildren(parent)) byLocal.set(entry.localId, entry);
  }
  for (const parent of [root.rootItemId, ...ids.map(there)])
    for (const entry of root.remoteChildren(parent)) remote.set(entry.id, entry);
  const byItem = new Map([...byLocal.values()].map((entry) => [entry.itemId, entry]));
  return ids.map((index) => [
    local.get(here(index)),
    remote.get(there(index)),
    byLocal.get(here(index)),
    byItem.get(there(index)),
  ]);
}

const asked = (root: RootStore) =>
  Array.from({ length: NODES }, (_, index) => [
    root.local(here(index)),
    root.remote(there(index)),
    root.syncedByLocal(here(index)),
    root.syncedByItem(there(index)),
  ]);

test('[I9] no row is ever told that is not in the tables, whatever was written, removed or rolled back', () => {
  const bench = openStoreBench();
  const { store, root } = bench;
  const undone = new Error('undone');
  fc.assert(
    fc.property(writes, (all) => {
      resetRoot(bench);
      for (const write of all) {
        try {
          store.transaction(() => {
            apply(bench, write);
            expect(asked(root)).toEqual(inTables(root));
            if (write.isUndone) throw undone;
          });
        } catch (error) {
          if (error !== undone) throw error;
        }
        expect(asked(root)).toEqual(inTables(root));
        const files = [...Array(NODES).keys()].filter((index) => root.syncedByLocal(here(index)) !== undefined);
        expect(root.syncedTotals().files).toBe(files.length);
        expect(store.root(root.id)).toBe(root);
      }
    }),
    { numRuns: 80 },
  );
  store.close();
});
