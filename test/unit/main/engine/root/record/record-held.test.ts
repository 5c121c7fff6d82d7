import { afterEach, beforeEach, expect, test } from 'vitest';
import { done } from '../../../../../../main/engine/execute/step-result.ts';
import { stepKey } from '../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../main/engine/model/plan/step.ts';
import { recordDone } from '../../../../../../main/engine/root/record/record.ts';
import { openStore } from '../../../../../../main/engine/store/open-store.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

test('[P46] a held file stays held when the item that would have replaced it has come beside it', async () => {
  for (const path of ['moved on', 'beside']) await root.write(path, path);
  await root.observer.scanAll();
  root.syncAll();
  const [held, beside] = ['moved on', 'beside'].map((name) => root.store.syncedByLocal(root.row(name).id));
  if (held === undefined || beside === undefined || beside.parentLocalId === null) throw new Error('it is not synced');
  const problem = {
    code: 'held_by_guard',
    reach: 'blocked',
    says: { code: 'batch_held', args: { items: 3, what: 'rewrites', direction: 'to-local' } },
  } as const;
  const rewrite = { kind: 'download-version', rule: 'P11', key: stepKey('rewrite') } as const;
  const pair = { localId: held.localId, itemId: beside.itemId };
  const rest = { problem, suggestedName: null, attempts: 0, retryAtMs: null, atMs: 0 };
  root.store.putReason({ ...pair, ...rest, source: 'held', step: rewrite });
  const action = { kind: 'adopt', localId: beside.localId, itemId: beside.itemId } as const;
  const agreed = { ...beside, parentLocalId: beside.parentLocalId };
  const { journal } = openStore(':memory:');
  const recording = { root: root.store, journal, nowMs: 0, batch: 1, doubt: () => undefined };
  const step: Step = { key: stepKey('adopt'), rule: 'P15', after: [], ...action };
  recordDone(recording, step, done(root.store.tick(), { agreed }));
  expect(root.store.held()).toEqual({ localIds: new Set([held.localId]), itemIds: new Set([held.itemId]) });
});
