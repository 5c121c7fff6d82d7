import { expect, it } from 'vitest';
import { fileIdentity, itemId, sha1 } from '../../../main/engine/model/ids.ts';
import {
  fingerprintOf,
  localEntry,
  openStoreBench,
  remoteEntry,
  type StoreBench,
  syncedEntry,
} from '../../support/engine/store-bench.ts';
import { judgeConflict } from './conflicts.ts';
import { openDisturbances } from './excuses/disturbances.ts';
import { sha1Of } from './justice.ts';
import { openChronicle } from './watching/chronicle.ts';
import type { View } from './watching/view.ts';

const ITEM = itemId('12');
const IDENTITY = fileIdentity('file');
const COPY = 'notes (conflicted copy B 2026-03-01).md';
const IN_MOTION = `.tandem-moving-B-12.${COPY}`;

type Named = { readonly here: string; readonly agreed: string; readonly there: string; readonly toName: string };

/**
 * A file was synced under the name `agreed` and is named `here` on this disk. On the service it is now named `there` and was saved again. `taken`:
 * another item has the agreed name. Returns the rules that are broken if the file is renamed to `toName` here.
 */
function brokenBy({ here, agreed, there, toName }: Named, { taken }: { readonly taken: boolean }): readonly string[] {
  const bench = openStoreBench();
  putRenamed(bench, { here, agreed, there }, taken);
  let contents = ['A1'];
  const view: View = {
    disk: () => [{ path: here, identity: IDENTITY, content: 'A1' }],
    service: () => [{ id: ITEM, path: there, isFolder: false, contents, isLive: true }],
    wasRemoved: () => false,
  };
  const chronicle = openChronicle(view, ['B']);
  const noted = chronicle.watch('web');
  contents = ['A1', 'web1'];
  noted();
  const disturbances = openDisturbances({
    view,
    devices: ['B'],
    isInSync: () => true,
    itemOf: () => undefined,
    isAllIn: () => false,
  });
  const found = judgeConflict({ device: 'B', view, chronicle, disturbances, store: bench.root, path: here, toName });
  bench.store.close();
  return found.map(({ rule }) => rule);
}

function putRenamed({ store, root }: StoreBench, { here, agreed, there }: Omit<Named, 'toName'>, taken: boolean): void {
  const contentOf = (text: string) => ({ sha1: sha1(sha1Of(text)), sizeBytes: text.length });
  const local = localEntry(root.newLocalId(), root.rootLocalId, here, { fingerprint: fingerprintOf(IDENTITY) });
  const before = remoteEntry(ITEM, root.rootItemId, agreed, { content: contentOf('A1') });
  store.transaction(() => {
    root.putLocal(local, root.tick());
    root.putRemote({ ...before, name: there, content: contentOf('web1') }, root.tick());
    root.putSynced({ ...syncedEntry(local, before), localName: here });
    if (taken) root.putRemote(remoteEntry('11', root.rootItemId, agreed), root.tick());
  });
}

it('[I6] a file that gives way to another item is no conflict copy, also if its name has an alias here', () => {
  const copy = 'aux (conflicted copy B 2026-03-01).txt';
  for (const here of ['aux.txt', 'ａux.txt']) {
    const named = { here, agreed: 'aux.txt', there: 'b.txt', toName: copy };
    expect(brokenBy(named, { taken: true })).toEqual([]);
    expect(brokenBy(named, { taken: false })).toEqual(['I6']);
  }
});

it('[I6] a file that moves to its name on the service is no conflict copy, also on the way', () => {
  const named = { here: 'a.txt', agreed: 'a.txt', there: COPY };
  expect(brokenBy({ ...named, toName: COPY }, { taken: false })).toEqual([]);
  expect(brokenBy({ ...named, toName: IN_MOTION }, { taken: false })).toEqual([]);
  expect(brokenBy({ ...named, there: 'b.txt', toName: IN_MOTION }, { taken: false })).toEqual(['I6']);
});

it('[I6] a file that moves to the alias of its name on the service is no conflict copy, but one with another number is', () => {
  const there = 'what? (conflicted copy A 2026-03-01)';
  const named = { here: 'ａux.txt', agreed: 'aux.txt', there };
  const toName = 'what？ (conflicted copy A 2026-03-01)';
  expect(brokenBy({ ...named, toName }, { taken: false })).toEqual([]);
  expect(brokenBy({ ...named, toName: `.tandem-moving-B-12.${toName}` }, { taken: false })).toEqual([]);
  expect(brokenBy({ ...named, toName: `${toName.slice(0, -1)} 2)` }, { taken: false })).toEqual(['I6']);
});
