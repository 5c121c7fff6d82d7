import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StepResult, stale } from '../../../../../../main/engine/execute/step-result.ts';
import { etag, fileIdentity, itemId, sequenceId, stepKey } from '../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../main/engine/model/plan/step.ts';
import { createOpenEffects } from '../../../../../../main/engine/recover/settle/open-effects.ts';
import { recordResults } from '../../../../../../main/engine/root/record/record-results.ts';
import type { RootContext } from '../../../../../../main/engine/root/root-context.ts';
import { createCarriedOut } from '../../../../../../main/engine/root/state/carried-out.ts';
import { createRounds } from '../../../../../../main/engine/root/state/rounds.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';
import { fingerprintOf, remoteEntry } from '../../../../../support/engine/store-bench.ts';

const ITEM = itemId('11');

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

/** A folder was made for `ITEM`, and then the step ended like this; returns the placings that are still recorded. */
async function ended(result: StepResult) {
  const { store, whole } = root;
  store.putPlacing({
    localId: null,
    itemId: ITEM,
    parentLocalId: store.rootLocalId,
    kind: 'folder',
    localName: 'new',
    remoteName: 'new',
    content: null,
    fingerprint: { identity: fileIdentity('7'), sizeBytes: 0, mtimeNs: '5', ctimeNs: '5' },
    etag: etag('0'),
    stagingName: null,
  });
  const planned = { key: stepKey('c'), rule: 'P15', after: [] } as const;
  const step: Step = { ...planned, kind: 'create-local-folder', itemId: ITEM, name: 'new' };
  const context = {
    root: store,
    parts: { store: whole },
    runner: { take: () => [{ step, result, orphans: [] }] },
    rounds: createRounds(),
    carriedOut: createCarriedOut(),
    effects: createOpenEffects(),
    notifyChanged: () => undefined,
  };
  // Nothing else is asked for; using it would fail the test.
  await recordResults(context as unknown as RootContext);
  return store.placing(() => false).map((one) => one.itemId);
}

test('[P15] [P85] a folder that was made in what took the place of its folder is not the item, wherever it is met', async () => {
  expect(await ended(stale('its folder went while it was made'))).toEqual([]);
});

test('[P85] a folder made by a cancelled step is still known', async () => {
  expect(await ended({ outcome: 'cancelled' })).toEqual([ITEM]);
});

test.each([
  ['6', null],
  ['4', '5'],
])(
  '[P16] an item that a step met is in the tree again only if it is newer than its delete: deleted at %s',
  async (deletedAt, isThere) => {
    const { store, whole } = root;
    await root.write('f', 'mine');
    await root.scan('');
    const met = remoteEntry(ITEM, store.rootItemId, 'f', { sequenceId: sequenceId('3') });
    store.putRemote(met, store.tick());
    store.removeRemote(ITEM, store.tick(), sequenceId(deletedAt));
    const [localId, planned] = [root.row('f').id, { key: stepKey('u'), rule: 'P14', after: [] } as const];
    const step: Step = { ...planned, kind: 'upload', localId, name: 'f', expect: fingerprintOf('1') };
    const result = stale('its name was taken', { itemIds: [ITEM], found: [{ ...met, sequenceId: sequenceId('5') }] });
    const context = {
      root: store,
      parts: { store: whole },
      runner: { take: () => [{ step, result, orphans: [] }] },
      rounds: createRounds(),
      carriedOut: createCarriedOut(),
      service: { ask: () => undefined },
      notifyChanged: () => undefined,
    };
    // Nothing else is asked for; using it would fail the test.
    await recordResults(context as unknown as RootContext);
    expect(store.remote(ITEM)?.sequenceId ?? null).toBe(isThere);
  },
);

test('[P9] a folder that a step met in a folder of its own, as far as known, waits for the news', async () => {
  const { store, whole } = root;
  const [outer, inner] = [ITEM, itemId('12')];
  const folder = { kind: 'folder', content: null, sequenceId: sequenceId('3') } as const;
  store.putRemote(remoteEntry(outer, store.rootItemId, 'outer', folder), store.tick());
  store.putRemote(remoteEntry(inner, outer, 'inner', folder), store.tick());
  // The inner one has moved out there, and the outer one into it: only the latter is known yet.
  const met = remoteEntry(outer, inner, 'outer', { ...folder, sequenceId: sequenceId('5') });
  const planned = { key: stepKey('m'), rule: 'P6', after: [] } as const;
  const place = { localId: store.rootLocalId, toParentLocalId: store.rootLocalId, toName: 'renamed' };
  const step: Step = { ...planned, kind: 'move-remote', itemId: outer, ifMatch: etag('0'), ...place };
  let asked = 0;
  const context = {
    root: store,
    parts: { store: whole },
    runner: { take: () => [{ step, result: stale('it changed', { found: [met] }), orphans: [] }] },
    rounds: createRounds(),
    carriedOut: createCarriedOut(),
    service: {
      ask: () => {
        asked += 1;
      },
    },
    notifyChanged: () => undefined,
  };
  // Nothing else is asked for; using it would fail the test.
  await recordResults(context as unknown as RootContext);
  expect([store.remote(outer)?.parentId, asked]).toEqual([store.rootItemId, 1]);
});
