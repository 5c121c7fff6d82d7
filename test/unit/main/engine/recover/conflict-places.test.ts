import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemId } from '../../../../../main/engine/model/ids.ts';
import type { NewConflict } from '../../../../../main/engine/model/plan/conflict.ts';
import { findConflicts, loseConflicts, noteConflictPaths } from '../../../../../main/engine/recover/conflict-places.ts';
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

const COPY = 'Plan (copy).txt';
const unknown = { sha1: null, sizeBytes: null };

/** A conflict of `Plan.txt`, item 7; another conflict belongs to the service's copy, item 8. */
function conflicted(change: Partial<NewConflict>): number {
  const { root } = bench;
  root.putConflict({
    reason: 'both_edited',
    rule: 'P7',
    atMs: 1,
    itemKind: 'file',
    originalPath: 'Plan.txt',
    copyPath: COPY,
    localId: null,
    folderId: null,
    copyItemId: null,
    originalItemId: null,
    mine: { ...unknown, mtimeNs: null },
    theirs: { ...unknown, versionId: null, modifiedAtMs: null, by: null },
    ...change,
  });
  return root.conflicts().at(-1)?.id ?? -1;
}

function reset(): void {
  const { store, root } = bench;
  noteConflictPaths(root);
  store.resetRoot(root.id, { localPath: '/root', marker: 'm', volumeId: 'v', fingerprint: fingerprintOf('root') });
  loseConflicts(root);
}

test('[P45] [P60] a service that went back has given the number of an item to another one: the conflict is not about that', () => {
  const { root } = bench;
  const place = { local: root.rootLocalId, item: root.rootItemId };
  putPair(bench, 'Plan.txt', { ...place, id: '7' });
  const copy = putPair(bench, COPY, { ...place, id: '8' });
  const items = { originalItemId: itemId('7'), localId: copy.localId, folderId: root.rootLocalId };
  const id = conflicted(items);
  reset();
  expect(root.openConflictCount()).toBe(0);
  putPair(bench, 'Other.txt', { ...place, id: '7' });
  const again = putPair(bench, COPY, { ...place, id: '9' });
  expect(findConflicts(root)).toBe(true);
  expect(root.openConflicts(9)).toMatchObject([{ id, localId: again.localId, originalItemId: null }]);
  expect(findConflicts(root)).toBe(false);
});

test('[P26] [P60] a file of the service that made room is found by its path on the service', () => {
  const { root } = bench;
  root.putRemote(remoteEntry('8', '0', COPY), root.tick());
  const id = conflicted({ copyItemId: itemId('8') });
  reset();
  root.putLocal(localEntry(root.newLocalId(), root.rootLocalId, 'Plan.txt', { kind: 'folder' }), root.tick());
  root.putRemote(remoteEntry('12', '0', COPY), root.tick());
  findConflicts(root);
  expect(root.openConflicts(9)).toMatchObject([{ id, localId: null, copyItemId: '12', originalItemId: null }]);
});
