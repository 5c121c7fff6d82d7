import { expect, it } from 'vitest';
import { fileIdentity, itemId, sha1 } from '../../../main/engine/model/ids.ts';
import type { ProblemCode } from '../../../main/engine/model/plan/problem.ts';
import {
  fingerprintOf,
  localEntry,
  openStoreBench,
  remoteEntry,
  type StoreBench,
  syncedEntry,
} from '../../support/engine/store-bench.ts';
import { checkEnding } from './ending.ts';
import { openDisturbances } from './excuses/disturbances.ts';
import { sha1Of } from './justice.ts';
import { openChronicle } from './watching/chronicle.ts';
import type { DiskNode, View } from './watching/view.ts';

const ITEM = itemId('11');
const IDENTITY = fileIdentity('file');
const AGREED = 'B1';

/** A file was synced as `a`; B's person renamed it to `A` and saved it; the service is unchanged. Returns the broken rules. */
function brokenAfter(saves: readonly string[], why: ProblemCode | null): readonly string[] {
  const bench = openStoreBench();
  putMoved(bench, why);
  let disk: readonly DiskNode[] = [{ path: 'a', identity: IDENTITY, content: AGREED }];
  const view: View = {
    disk: () => disk,
    service: () => [{ id: ITEM, path: 'a', isFolder: false, contents: [AGREED], isLive: true }],
    wasRemoved: () => false,
  };
  const chronicle = openChronicle(view, ['B']);
  for (const content of saves) {
    const noted = chronicle.watch('B');
    disk = [{ path: 'A', identity: IDENTITY, content }];
    noted();
  }
  const disturbances = openDisturbances({
    view,
    devices: ['B'],
    isInSync: () => true,
    itemOf: () => undefined,
    isAllIn: () => false,
  });
  const stores = new Map([['B', bench.root]]);
  const found = checkEnding({ view, chronicle, disturbances, stores, asides: 0 });
  bench.store.close();
  return found.map(({ rule }) => rule);
}

/** `why`: the engine's reason; null: none. */
function putMoved({ store, root }: StoreBench, why: ProblemCode | null): void {
  const remote = remoteEntry(ITEM, root.rootItemId, 'a', { content: { sha1: sha1(sha1Of(AGREED)), sizeBytes: 2 } });
  const local = localEntry(root.newLocalId(), root.rootLocalId, 'A', { fingerprint: fingerprintOf(IDENTITY) });
  store.transaction(() => {
    root.putLocal(local, root.tick());
    root.putRemote(remote, root.tick());
    root.putSynced({ ...syncedEntry(local, remote), localName: 'a' });
    if (why === null) return;
    const problem = { code: why, reach: 'blocked', says: { code: 'being_rechecked', args: {} } } as const;
    const none = { suggestedName: null, step: null, attempts: 0, retryAtMs: null };
    root.putReason({ localId: local.id, itemId: ITEM, source: 'plan', problem, ...none, atMs: 1 });
  });
}

it('[I4] a replaced content stays while another in its place waits for a name, whether made from it or not', () => {
  expect(brokenAfter(['B2'], 'name_taken_by_sibling')).toEqual([]);
  expect(brokenAfter(['B2', 'B3'], 'name_not_allowed_by_service')).toEqual([]);
  expect(brokenAfter(['B2', 'another'], 'name_taken_by_sibling')).toEqual([]);
});

it('[I4] a replaced content is back if nothing waits, or nothing that waits for a person', () => {
  expect(brokenAfter(['B2'], null)).toEqual(['I4']);
  expect(brokenAfter(['B2'], 'no_permission')).toEqual(['I4']);
});

it('[I4] a replaced content is back if it also has the waiting name', () => {
  expect(brokenAfter(['B2', AGREED], 'name_taken_by_sibling')).toEqual(['I4']);
});
