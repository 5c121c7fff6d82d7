import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalId } from '../../../../../main/engine/model/ids.ts';
import type { NewConflict } from '../../../../../main/engine/model/plan/conflict.ts';
import type { RootStore } from '../../../../../main/engine/store/root-store.ts';
import {
  fingerprintOf,
  localEntry,
  openStoreBench,
  putPair,
  remoteEntry,
  type StoreBench,
} from '../../../../support/engine/store-bench.ts';

let bench: StoreBench;
beforeEach(() => {
  bench = openStoreBench();
});
afterEach(() => bench.store.close());

/** A conflict whose copy is on disk under its conflict name. Returns the copy. */
function conflicted(root: RootStore, items: Partial<Pick<NewConflict, 'copyItemId' | 'originalItemId'>> = {}): LocalId {
  const copy = localEntry(root.newLocalId(), root.rootLocalId, 'Plan (copy).txt');
  root.putLocal(copy, root.tick());
  root.putConflict({
    reason: 'both_edited',
    rule: 'P7',
    atMs: 1,
    itemKind: 'file',
    originalPath: 'Plan.txt',
    copyPath: 'Plan (copy).txt',
    localId: copy.id,
    folderId: root.rootLocalId,
    copyItemId: null,
    originalItemId: null,
    ...items,
    mine: { sha1: null, sizeBytes: null, mtimeNs: null },
    theirs: { sha1: null, sizeBytes: null, versionId: null, modifiedAtMs: null, by: null },
  });
  return copy.id;
}
const openIn = (root: RootStore) => root.openConflicts(10).map(({ id }) => id);

test('[P45] a conflict belongs to its root: another one neither lists nor decides it', () => {
  const { store, root } = bench;
  const added = store.addRoot({
    localPath: '/other',
    marker: 'other',
    volumeId: 'volume',
    account: 'account',
    fingerprint: fingerprintOf('other'),
    remote: { ...remoteEntry('5', '0', 'other'), kind: 'folder', content: null, parentId: null },
  });
  const other = store.root(added.id);
  conflicted(root);
  const [id = -1] = openIn(root);
  expect([openIn(other), other.openConflictCount(), other.conflict(id)]).toEqual([[], 0, undefined]);
  other.settleConflict(id, 'mine', 2);
  expect([openIn(root), root.openConflictCount()]).toEqual([[id], 1]);
  root.settleConflict(id, 'mine', 2);
  expect([openIn(root), root.conflict(id)?.resolution]).toEqual([[], 'mine']);
  root.settleConflict(id, null, 3);
  expect(root.conflict(id)).toMatchObject({ resolution: null, resolvedAtMs: null });
});

test('[P45] it is open while a copy has exactly its conflict name, whichever file that is', () => {
  const { root } = bench;
  const copy = conflicted(root);
  const [id] = openIn(root);
  root.removeLocal(copy, root.tick());
  expect(openIn(root)).toEqual([]);
  const put = (name: string) => {
    const file = localEntry(root.newLocalId(), root.rootLocalId, name);
    root.putLocal(file, root.tick());
    return file.id;
  };
  put('PLAN (copy).txt');
  expect(openIn(root)).toEqual([]);
  const restored = put('Plan (copy).txt');
  expect([openIn(root), root.conflictOf(restored)?.id]).toEqual([[id], id]);
});

test('[P45] the latest open conflict of a copy or an original is found', () => {
  const { root } = bench;
  const place = { local: root.rootLocalId, item: root.rootItemId };
  const original = putPair(bench, 'Plan.txt', { ...place, id: '7' });
  const copy = putPair(bench, 'Moved copy.txt', { ...place, id: '8' });
  const other = putPair(bench, 'Other.txt', { ...place, id: '9' });
  conflicted(root, { originalItemId: original.itemId });
  const standing = conflicted(root, { originalItemId: original.itemId, copyItemId: copy.itemId });
  const [first, second] = openIn(root);
  const found = [original, copy, other].map(({ localId }) => root.conflictOf(localId)?.id);
  expect([...found, root.conflictOf(standing)?.id]).toEqual([second, second, undefined, second]);
  root.settleConflict(second ?? -1, 'both', 2);
  expect(root.conflictOf(original.localId)?.id).toBe(first);
});

test('the conflict of a node is looked up by index, however many others are open', () => {
  const statements: string[] = [];
  const db = new Database(':memory:', { verbose: (statement) => statements.push(String(statement)) });
  const { root, store } = openStoreBench(':memory:', () => db);
  const copy = conflicted(root);
  expect(root.conflictOf(copy)).toBeDefined();
  const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${statements.at(-1)}`).all();
  const walks = plan.filter(({ detail }) => /^SCAN conflict|conflict_open \(root_id=\?\)$/.test(detail));
  expect([plan.length > 0, walks]).toEqual([true, []]);
  store.close();
});
