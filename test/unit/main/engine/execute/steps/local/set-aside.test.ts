import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../../main/engine/execute/execution.ts';
import { stepKey } from '../../../../../../../main/engine/model/ids.ts';
import type { ConflictReason, Step } from '../../../../../../../main/engine/model/plan/step.ts';
import type { FileSystem } from '../../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  await root.write('a', 'as it was compared');
  await root.observer.scanAll();
});
afterEach(() => root.dispose());

/** `meanwhile`: what happens right before the system renames it. */
async function setAside(reason: ConflictReason, isCompared: boolean, meanwhile = async (): Promise<void> => {}) {
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
  let isFirst = true;
  const move: FileSystem['move'] = async (from, to) => {
    if (isFirst) await meanwhile();
    isFirst = false;
    return fileSystem.move(from, to);
  };
  const execution = {
    trees: store,
    rootPath: root.path,
    fileSystem: { ...fileSystem, move },
    tick: store.tick,
  } satisfies Partial<Execution>;
  // The step asks neither the service nor the queue; using them would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

test('[P7] a file saved again since it was compared keeps its name: it may now be equal', async () => {
  await writeFile(root.at('a'), 'saved again');
  expect(await setAside('both_edited', true)).toMatchObject({ outcome: 'stale', localIds: [root.row('a').id] });
  expect(existsSync(root.at('a'))).toBe(true);
  await root.observer.scanAll();
  expect((await setAside('both_edited', true)).outcome).toBe('done');
  expect(existsSync(root.at('copy of a'))).toBe(true);
});

test('[P24] a file that makes room for a name is moved with any content', async () => {
  await writeFile(root.at('a'), 'saved again');
  expect((await setAside('name_taken', false)).outcome).toBe('done');
  expect(existsSync(root.at('copy of a'))).toBe(true);
});

test('[P24] another file put at the name at the last moment keeps it', async () => {
  await root.write('b', 'another file');
  await root.observer.scanAll();
  const swap = async (): Promise<void> => {
    await rename(root.at('a'), root.at('aside'));
    await rename(root.at('b'), root.at('a'));
  };
  const { id } = root.row('a');
  expect(await setAside('name_taken', false, swap)).toMatchObject({ outcome: 'stale', localIds: [id] });
  expect(existsSync(root.at('copy of a'))).toBe(false);
  expect(await readFile(root.at('a'), 'utf8')).toBe('another file');
});

test('[P24] where something else has that name by then, it stays under the new one', async () => {
  await root.write('b', 'another file');
  await root.observer.scanAll();
  const { fileSystem } = root;
  const swap = async (): Promise<void> => {
    await rename(root.at('a'), root.at('aside'));
    await rename(root.at('b'), root.at('a'));
    fileSystem.move = async (from, to) => {
      const stat = await real(from, to);
      await writeFile(from, 'and one more');
      return stat;
    };
  };
  const real = fileSystem.move.bind(fileSystem);
  expect((await setAside('name_taken', false, swap)).outcome).toBe('stale');
  expect(await readFile(root.at('copy of a'), 'utf8')).toBe('another file');
  expect(await readFile(root.at('a'), 'utf8')).toBe('and one more');
});
