import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Gone } from '../../../../../../main/engine/execute/step-result.ts';
import { itemId, type LocalId, sequenceId } from '../../../../../../main/engine/model/ids.ts';
import { createPace } from '../../../../../../main/engine/ports/pace.ts';
import { recordGone } from '../../../../../../main/engine/root/record/record.ts';
import { shedGone } from '../../../../../../main/engine/root/record/shed-gone.ts';
import type { RootStore } from '../../../../../../main/engine/store/root-store.ts';
import type { Store } from '../../../../../../main/engine/store/store.ts';
import {
  fingerprintOf,
  localEntry,
  openStoreBench,
  remoteEntry,
  syncedEntry,
} from '../../../../../support/engine/store-bench.ts';

/** Where a synced node is on one side: in its folder, at the top of the root, or nowhere. */
type Place = 'here' | 'moved out' | 'gone';
/** `folder`: which of the folders before it holds it. */
type Node = { readonly isFolder: boolean; readonly folder: number; readonly local: Place; readonly remote: Place };

const place = fc.constantFrom<Place>('here', 'here', 'here', 'moved out', 'gone');
const node = fc.record({ isFolder: fc.boolean(), folder: fc.nat(), local: place, remote: place });
const nodes = fc.array(node, { minLength: 1, maxLength: 14 });
const taking = fc.constantFrom('local', 'remote', 'neither', 'left');

type Made = { readonly root: RootStore; readonly ids: readonly LocalId[]; readonly gone: Gone };

let store: Store;
let made: number;
beforeEach(() => {
  ({ store } = openStoreBench());
  made = 0;
});
afterEach(() => store.close());

/** A synced folder with these nodes below it, in a root of its own, and the deletion of that folder. */
function make(all: readonly Node[], side: 'local' | 'remote' | 'neither' | 'left'): Made {
  made += 1;
  const place = { localPath: `/root ${made}`, marker: `marker ${made}`, volumeId: 'volume', account: 'account' };
  const remote = { ...remoteEntry('0', '0', ''), kind: 'folder' as const, content: null, parentId: null };
  const root = store.root(store.addRoot({ ...place, fingerprint: fingerprintOf(`root ${made}`), remote }).id);
  const ids: LocalId[] = [];
  const folders = new Map<LocalId, string>();
  for (const [index, each] of [TOP, ...all].entries()) {
    const id = root.newLocalId();
    const [above, aboveThere] = [...folders][each.folder % folders.size] ?? [root.rootLocalId, root.rootItemId];
    put(root, each, { id, above, item: String(1000 + index), aboveThere, name: `n${index}` });
    ids.push(id);
    if (each.isFolder) folders.set(id, String(1000 + index));
  }
  root.clean(root.dirty(100));
  const first = ids[0] ?? root.rootLocalId;
  const deletedBefore = root.rowsWithout(side === 'remote' ? 'remote' : 'local', first);
  const none = { local: null, remote: null, row: { localId: first, below: true } };
  const gone: Gone = {
    local: { ...none, local: first, deletedBefore },
    remote: { ...none, remote: itemId('1000'), deletedBefore },
    neither: none,
    left: { ...none, left: [first], deletedBefore },
  }[side];
  return { root, ids, gone };
}

const TOP: Node = { isFolder: true, folder: 0, local: 'here', remote: 'here' };

type At = {
  readonly id: LocalId;
  readonly above: LocalId;
  readonly item: string;
  readonly aboveThere: string;
  readonly name: string;
};

function put(root: RootStore, { isFolder, local, remote }: Node, { id, above, item, aboveThere, name }: At): void {
  const kind = isFolder ? ('folder' as const) : ('file' as const);
  const here = localEntry(id, above, name, { kind, fingerprint: fingerprintOf(item) });
  const there = remoteEntry(item, aboveThere, name, {
    kind,
    sequenceId: sequenceId(item),
    ...(isFolder && { content: null }),
  });
  if (local === 'moved out') root.putLocal({ ...here, parentId: root.rootLocalId }, root.tick());
  else if (local === 'here' && root.local(above) !== undefined) root.putLocal(here, root.tick());
  if (remote === 'moved out') root.putRemote({ ...there, parentId: root.rootItemId }, root.tick());
  else if (remote === 'here' && root.remote(itemId(aboveThere)) !== undefined) root.putRemote(there, root.tick());
  root.putSynced(syncedEntry(here, there));
}

/** All that is known of the nodes, by their places in the list: two roots have other local ids. */
function stateOf({ root, ids }: Made) {
  const { localIds, itemIds } = root.doubtful(100);
  const indexOf = (id: LocalId | null | undefined) => (id === null || id === undefined ? id : ids.indexOf(id));
  const items = ids.map((_, index) => itemId(String(1000 + index)));
  return {
    local: ids.map((id) => indexOf(root.local(id)?.parentId)),
    remote: items.map((id) => [root.remote(id)?.parentId, root.goneSequence(id)]),
    synced: items.map((id) => {
      const row = root.syncedByItem(id);
      return row && { ...row, localId: indexOf(row.localId), parentLocalId: indexOf(row.parentLocalId) };
    }),
    doubtful: [new Set(localIds.map(indexOf)), new Set(itemIds)],
    totals: root.syncedTotals(),
  };
}

test('[E120] a deletion that is recorded in portions leaves the same as one that is recorded at once', async () => {
  await fc.assert(
    fc.asyncProperty(nodes, taking, async (all, side) => {
      const [atOnce, inPortions] = [make(all, side), make(all, side)];
      recordGone(atOnce.root, atOnce.gone, atOnce.root.tick());
      const at = inPortions.root.tick();
      await shedGone(inPortions.root, inPortions.gone, at, createPace({ sleep: async () => undefined }, 1));
      recordGone(inPortions.root, inPortions.gone, at);
      expect(stateOf(inPortions)).toEqual(stateOf(atOnce));
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('[E120] a deletion is recorded in portions, so that others have their turn', async () => {
  const files = Array.from({ length: 40 }, (_, index): Node => {
    return { isFolder: index % 10 === 0, folder: index, local: 'here', remote: 'here' };
  });
  const { root, gone, ids } = make(files, 'local');
  const counts = (): number[] => [root.localCount(), root.syncedTotals().files + root.syncedTotals().folders];
  const seen = [counts()];
  const sleep = async () => void seen.push(counts());
  await shedGone(root, gone, root.tick(), createPace({ sleep }, 7));
  const steps = seen.slice(1).flatMap((now, index) => now.map((count, tree) => (seen[index]?.[tree] ?? 0) - count));
  expect(Math.max(...steps)).toBeLessThanOrEqual(7);
  // The root, the folder itself and the last portion are left to the step.
  expect(root.localCount()).toBeLessThanOrEqual(9);
  expect(root.local(ids[0] ?? root.rootLocalId)).toBeDefined();
});
