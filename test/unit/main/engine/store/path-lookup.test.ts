import { expect, test } from 'vitest';
import type { Trees } from '../../../../../main/engine/model/tree.ts';
import { createPathLookup } from '../../../../../main/engine/store/trees/path-lookup.ts';
import { openStoreBench, putPair } from '../../../../support/engine/store-bench.ts';

test('the agreed item of a path is found by its name, without reading what else is in its folders', () => {
  const bench = openStoreBench();
  const { root, store } = bench;
  const folder = putPair(bench, 'a', { local: root.rootLocalId, item: root.rootItemId, id: '1', folder: true });
  const file = putPair(bench, 'b', { local: folder.localId, item: folder.itemId, id: '2' });
  const trees: Trees = {
    ...root,
    syncedChildren: () => {
      throw new Error('the whole folder was read');
    },
  };
  const { syncedAt } = createPathLookup(trees);
  expect([syncedAt('a/b'), syncedAt('a/B'), syncedAt('a'), syncedAt('')]).toEqual([
    file.localId,
    undefined,
    folder.localId,
    root.rootLocalId,
  ]);
  store.close();
});
