import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../../main/engine/execute/execution.ts';
import type { Transfers } from '../../../../../../../main/engine/execute/transfer/transfer.ts';
import { stepKey } from '../../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../../main/engine/model/plan/step.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';

/** A new file may have another name by the time its upload starts: many uploads wait in the queue. */
let root: LocalRoot;
/** The names sent to the service. */
let sent: string[];
beforeEach(async () => {
  root = await openLocalRoot();
  sent = [];
  root.syncAll();
  const { store } = root;
  const top = store.remote(store.rootItemId);
  if (top === undefined) throw new Error('the root is not on the service');
  await root.write('IMG_1', 'a picture');
  await root.observer.scanAll();
});
afterEach(() => root.dispose());

/** `meanwhile`: what happens between the plan and the start of the step. */
async function upload(names: { readonly name: string; readonly aliasHere?: string }, meanwhile?: () => Promise<void>) {
  const { id, fingerprint } = root.row('IMG_1');
  const step: Step = {
    kind: 'upload',
    localId: id,
    ...names,
    expect: fingerprint,
    key: stepKey('u'),
    rule: 'P14',
    after: [],
  };
  await meanwhile?.();
  const transfers: Pick<Transfers, 'upload'> = {
    upload: async ({ destination }) => {
      if (destination.kind === 'new') sent.push(destination.name);
      return { ok: false, reason: 'cancelled' };
    },
  };
  const execution = {
    trees: root.store,
    rootPath: root.path,
    rootKey: '1',
    reuse: { there: () => [], here: () => null, inTrash: () => null },
    nextCatchUp: async () => {},
    transfers: transfers as Transfers,
  } satisfies Partial<Execution>;
  // The step asks nothing else; using it would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

test('[P14] a file that was renamed while it waited is not sent under its earlier name', async () => {
  const renamed = async () => {
    await rename(root.at('IMG_1'), root.at('trip_1'));
    await root.observer.scanAll();
  };
  expect(await upload({ name: 'IMG_1' }, renamed)).toMatchObject({ outcome: 'stale', reason: 'the file was renamed' });
  expect(sent).toEqual([]);
});

test('[P14] [P36] a file under its planned name is sent, also if that name is an alias', async () => {
  await upload({ name: 'IMG_1' });
  await upload({ name: 'IMG:1', aliasHere: 'IMG_1' });
  expect(sent).toEqual(['IMG_1', 'IMG:1']);
});
