import { expect, it } from 'vitest';
import { fileIdentity, type ItemId, itemId, sha1 } from '../../../main/engine/model/ids.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import {
  fingerprintOf,
  localEntry,
  openStoreBench,
  remoteEntry,
  type StoreBench,
  syncedEntry,
} from '../../support/engine/store-bench.ts';
import { ROOT } from '../world/device/device.ts';
import { judgeTrashLocal, leavingNow, sha1Of } from './justice.ts';
import { openChronicle } from './watching/chronicle.ts';
import type { View } from './watching/view.ts';

const OLD = itemId('11');
const NEW = itemId('12');

/** Two files with one name in the local tree: the second was put over the first, which may still be elsewhere. */
function putOver({ store, root }: StoreBench): void {
  for (const [id, identity, content] of [
    [OLD, 'old', 'A1'],
    [NEW, 'new', 'A2'],
  ] as const) {
    const fingerprint = fingerprintOf(identity);
    const local = localEntry(root.newLocalId(), root.rootLocalId, 'a', { fingerprint });
    const remote = remoteEntry(id, root.rootItemId, 'a', { content: { sha1: sha1(sha1Of(content)), sizeBytes: 2 } });
    store.transaction(() => {
      root.putLocal(local, root.tick());
      root.putSynced({ ...syncedEntry(local, remote), remoteName: id });
    });
  }
}

/** What is broken if the file at that name, with this content, goes to the local trash after `removed` was deleted on the service. */
function brokenBy(content: string, removed: ItemId): readonly string[] {
  const bench = openStoreBench();
  putOver(bench);
  const view: View = {
    disk: () => [{ path: 'a', identity: fileIdentity('new'), content }],
    service: () => [],
    wasRemoved: (id) => id === removed,
  };
  const found = judgeTrashLocal(courtOf(view, bench.root), `${ROOT}/a`);
  bench.store.close();
  return found.map(({ what }) => what);
}

function courtOf(view: View, store: RootStore) {
  const chronicle = openChronicle(view, ['A']);
  const leftOut = new Set<ItemId>();
  const court = { device: 'A', view, chronicle, store, lookedAt: () => 1, leftUnsent: new Set<never>(), leftOut };
  const left = { ...court, ruledOut: new Set<string>() };
  const path = `${ROOT}/a`;
  return { ...left, leaving: new Map([[path, leavingNow(left, path)]]) };
}

it('[I3] of two files with one name, the one that is on the disk is judged', () => {
  expect(brokenBy('A2', NEW)).toEqual([]);
  expect(brokenBy('A2', OLD)).toEqual(['A trashes a, and with it a: no person deleted it on the service']);
  expect(brokenBy('A3', NEW)).toEqual(['A trashes a, and with it a: it was changed here since']);
});
