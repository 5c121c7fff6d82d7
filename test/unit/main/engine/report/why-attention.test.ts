import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemId, localId, stepKey } from '../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../main/engine/model/plan/step.ts';
import { heldAbove } from '../../../../../main/engine/report/why-attention.ts';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

const away: Step = {
  kind: 'trash-local',
  localId: localId(99),
  itemId: itemId('900'),
  itemKind: 'folder',
  subtree: 2,
  key: stepKey('t'),
  rule: 'P4',
  after: [],
};

test.each([
  ['is to go with it waits for the decision', away, true],
  ['is in a folder that only waits for a name of a held item does not wait', null, false],
])('[P31] what %s', async (_, step, isHeld) => {
  await root.write('folder/in', 'it');
  await root.scan('');
  root.syncAll();
  const above = { localId: root.row('folder').id, itemId: null };
  const says = { code: 'behind_held_batch', args: { name: 'folder' } } as const;
  const problem = { code: 'held_by_guard', reach: 'blocked', says } as const;
  root.store.putReason({
    ...above,
    source: 'held',
    problem,
    suggestedName: null,
    step,
    attempts: 0,
    retryAtMs: null,
    atMs: 0,
  });
  // Nothing but the store is asked.
  const found = heldAbove({ root: root.store } as unknown as RootContext, root.row('folder/in').id);
  expect(found !== undefined).toBe(isHeld);
});
