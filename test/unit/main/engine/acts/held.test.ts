import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyHeld, heldItems, heldOf } from '../../../../../main/engine/acts/held.ts';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { createCarriedOut } from '../../../../../main/engine/root/state/carried-out.ts';
import type { HeldRow } from '../../../../../main/engine/store/work/held.ts';
import { plainEnglish } from '../../../../../preload/words/en/english.ts';
import { openStoreBench, putPair, type StoreBench } from '../../../../support/engine/store-bench.ts';

let bench: StoreBench;
beforeEach(() => {
  bench = openStoreBench();
});
afterEach(() => bench.store.close());

const context = (): RootContext =>
  ({
    root: bench.root,
    record: { id: bench.root.id, localPath: '/home/ann/Studio' },
    parts: { store: bench.store },
    carriedOut: createCarriedOut(),
    wake: { ring: () => undefined },
  }) as unknown as RootContext;

/** Agreed on, in the root folder unless said otherwise. */
function pair(id: number, folder?: { readonly isFolder: true } | ReturnType<typeof putPair>) {
  const { root } = bench;
  const isFolder = folder !== undefined && 'isFolder' in folder;
  const above = folder === undefined || 'isFolder' in folder ? undefined : folder;
  return putPair(bench, `item ${id}`, {
    local: above?.localId ?? root.rootLocalId,
    item: above?.itemId ?? root.rootItemId,
    id: String(id),
    folder: isFolder,
  });
}

const onlyBatch = (): HeldRow => {
  const [batch, ...others] = bench.root.heldBatches();
  if (batch === undefined || others.length > 0) throw new Error('expected one batch');
  return batch;
};

test('[P46] a batch counts its files, and its folders with all that is in them', () => {
  const { root } = bench;
  const [outer, file, gone] = [pair(1, { isFolder: true }), pair(2), pair(3)];
  const inner = putPair(bench, 'inner', { local: outer.localId, item: outer.itemId, id: '4', folder: true });
  for (const id of [5, 6]) pair(id, inner);
  pair(7, outer);
  // Beside the batch.
  pair(8);
  for (const held of [outer, file, gone]) root.hold(held, 'trash-remote', 1);
  // No longer agreed on: it counts as one, with no bytes.
  root.removeSynced(gone.localId);
  expect(heldOf(context())).toMatchObject([{ items: 7, bytes: 12 }]);
  expect(heldItems(context(), onlyBatch(), 0, 100).map(({ path }) => path)).toEqual([
    'item 1',
    'item 1/inner',
    'item 1/inner/item 5',
    'item 1/inner/item 6',
    'item 1/item 7',
    'item 2',
  ]);
});

test('[P46] a batch names its synced folder, and the deepest folder below it that contains all of it', () => {
  const { root } = bench;
  const say = (): readonly string[] => heldOf(context()).map(({ sentence }) => plainEnglish(sentence));
  const outer = pair(1, { isFolder: true });
  const inner = putPair(bench, 'raw', { local: outer.localId, item: outer.itemId, id: '2', folder: true });
  root.hold(pair(3, inner), 'trash-remote', 1);
  expect(say()).toEqual(['1 item was deleted from Studio / item 1 / raw.']);
  root.hold(pair(4, inner), 'trash-remote', 1);
  expect(say()).toEqual(['2 items were deleted from Studio / item 1 / raw.']);
  root.hold(pair(5, outer), 'trash-remote', 1);
  expect(say()).toEqual(['3 items were deleted from Studio / item 1.']);
  const other = pair(6, { isFolder: true });
  root.hold(other, 'trash-local', 1);
  expect(say()[1]).toBe('1 item was deleted from Studio / item 6 on the service.');
  root.hold(pair(7), 'trash-local', 1);
  expect(say()[1]).toBe('2 items were deleted from Studio on the service.');
});

test('[P46] each item of a large batch is listed once, and all pass the guard when it is applied', () => {
  const { root, store } = bench;
  // Pages of 500, 5,000 and more.
  const many = 6_001;
  store.transaction(() => {
    for (let id = 1; id <= many; id++) root.hold(pair(id), 'trash-remote', id);
  });
  const paths = heldItems(context(), onlyBatch(), 0, many).map(({ path }) => path);
  expect([paths.length, new Set(paths).size]).toEqual([many, many]);
  expect(applyHeld(context(), onlyBatch())).toBe(many);
  expect(root.heldBatches()).toEqual([]);
  expect(root.released().itemIds.size).toBe(many);
});
