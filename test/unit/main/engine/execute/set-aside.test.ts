import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../main/engine/execute/execution.ts';
import { stepKey } from '../../../../../main/engine/model/ids.ts';
import type { ConflictReason, Step } from '../../../../../main/engine/model/step.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  await root.write('a', 'as it was compared');
  await root.observer.scanAll();
});
afterEach(() => root.dispose());

async function setAside(reason: ConflictReason, isCompared: boolean) {
  const { id, fingerprint } = root.row('a');
  const step: Step = {
    kind: 'set-aside',
    localId: id,
    toName: 'copy of a',
    reason,
    ...(isCompared && { expect: fingerprint }),
    key: stepKey('a'),
    rule: 'P7',
    after: [],
  };
  const { fileSystem, store } = root;
  const execution = { trees: store, rootPath: root.path, fileSystem, tick: store.tick } satisfies Partial<Execution>;
  // The step asks neither the service nor the queue; using them would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

test('[P7] a file that was saved again since it was compared keeps its name: it may be equal by now', async () => {
  await writeFile(root.at('a'), 'saved again');
  expect(await setAside('both_edited', true)).toMatchObject({ outcome: 'stale', localIds: [root.row('a').id] });
  expect(existsSync(root.at('a'))).toBe(true);
  await root.observer.scanAll();
  expect((await setAside('both_edited', true)).outcome).toBe('done');
  expect(existsSync(root.at('copy of a'))).toBe(true);
});

test('[P24] what makes room for a name goes whatever is in it', async () => {
  await writeFile(root.at('a'), 'saved again');
  expect((await setAside('name_taken', false)).outcome).toBe('done');
  expect(existsSync(root.at('copy of a'))).toBe(true);
});
