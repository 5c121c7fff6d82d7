import { expect, it } from 'vitest';
import type { LocalId } from '../../../../main/engine/model/ids.ts';
import { openStoreBench, putPair, type StoreBench } from '../../../support/engine/store-bench.ts';
import { ROOT } from '../../world/device/device.ts';
import { judgeAmountHere } from './guard.ts';

/** A released folder "top" with a file and a folder "part" of two files. All of it was deleted on the service. */
function releasedFolder() {
  const bench = openStoreBench();
  const { root } = bench;
  const top = pairIn(bench, 'top', { local: root.rootLocalId, id: '11', folder: true });
  const part = pairIn(bench, 'part', { local: top, id: '12', folder: true });
  const files = [
    pairIn(bench, 'a', { local: top, id: '13' }),
    pairIn(bench, 'b', { local: part, id: '14' }),
    pairIn(bench, 'c', { local: part, id: '15' }),
  ];
  for (const id of [top, part, ...files]) {
    const row = root.syncedByLocal(id);
    if (row !== undefined) root.removeRemote(row.itemId, root.tick());
  }
  root.release({ localId: top, itemId: null });
  return { ...bench, part, file: files[0] as LocalId };
}

type Place = { readonly local: LocalId; readonly id: string; readonly folder?: boolean };

function pairIn(bench: StoreBench, name: string, place: Place): LocalId {
  const item = bench.root.syncedByLocal(place.local)?.itemId ?? bench.root.rootItemId;
  return putPair(bench, name, { ...place, item }).localId;
}

const judged = ({ root, part }: ReturnType<typeof releasedFolder>): readonly string[] =>
  judgeAmountHere(
    { device: 'A', store: root, limits: { items: 2, share: 0.1 }, leftOut: new Set(), inStep: 5 },
    part,
    `${ROOT}/top/part`,
  ).map(({ rule }) => rule);

it('[I3] a released folder with something ignored in it goes in parts', () => {
  const bench = releasedFolder();
  bench.root.putTaking([bench.file, bench.part]);
  expect(judged(bench)).toEqual([]);
  bench.store.close();
});

it('[I3] a part of a released folder does not go without the rest', () => {
  const bench = releasedFolder();
  bench.root.putTaking([bench.part]);
  expect(judged(bench)).toEqual(['I3']);
  bench.store.close();
});
