import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../../main/engine/execute/execution.ts';
import { etag, itemId, stepKey } from '../../../../../../../main/engine/model/ids.ts';
import type { Placing } from '../../../../../../../main/engine/model/plan/placing.ts';
import type { Step } from '../../../../../../../main/engine/model/plan/step.ts';
import type { FileSystem } from '../../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';

/** A folder that is new on the service, made on a disk that changes in that moment. */
let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(async () => {
  await root.dispose();
  await rm(elsewhere(), { recursive: true, force: true });
});

const elsewhere = (): string => `${root.path}-elsewhere`;

/** Carries the step out; `before` happens right before the system makes the folder, `after` right after it. */
async function made(
  around: { before?: () => Promise<void>; after?: () => Promise<void> } = {},
  placed: Placing[] = [],
) {
  const { store, fileSystem } = root;
  const top = store.remote(store.rootItemId);
  if (top === undefined) throw new Error('the root is not on the service');
  const id = itemId('77');
  store.putRemote({ ...top, id, parentId: store.rootItemId, name: 'new', etag: etag('0') }, store.tick());
  const step: Step = {
    kind: 'create-local-folder',
    itemId: id,
    name: 'new',
    key: stepKey('c'),
    rule: 'P15',
    after: [],
  };
  const createFolder: FileSystem['createFolder'] = async (path) => {
    await around.before?.();
    const stat = await fileSystem.createFolder(path);
    await around.after?.();
    return stat;
  };
  const execution = {
    trees: store,
    rootPath: root.path,
    fileSystem: { ...fileSystem, createFolder },
    placing: (one) => placed.push(one),
    tick: store.tick,
  } satisfies Partial<Execution>;
  // The step asks nothing else; using it would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

/** The folder goes, and an empty one stands in its place, as when a volume is taken off. */
async function bare(): Promise<void> {
  await rename(root.path, elsewhere());
  await mkdir(root.path);
}

test('[P15] it is in agreement with the folder that was made', async () => {
  const result = await made();
  expect(result).toMatchObject({ outcome: 'done', local: { name: 'new', kind: 'folder' } });
});

test('[P85] [E111] a new folder is recorded before it is made, and with its identity before anything else is checked', async () => {
  const placed: Placing[] = [];
  const result = await made({}, placed);
  const { identity } = (await root.fileSystem.stat(root.at('new')))?.fingerprint ?? {};
  const folder = { itemId: '77', localId: null, kind: 'folder', localName: 'new', content: null };
  expect(placed).toMatchObject([
    { ...folder, fingerprint: null },
    { ...folder, fingerprint: { identity } },
  ]);
  const { stagingName, ...agreed } = placed[1] ?? { stagingName: 'none was noted' };
  expect(stagingName).toBeNull();
  expect(result).toMatchObject({ outcome: 'done', agreed });
});

test('[P85] a folder about to be made is recorded before: the process may end before it hears of it', async () => {
  const placed: Placing[] = [];
  const before = async () => expect(placed).toMatchObject([{ itemId: '77', fingerprint: null }]);
  await made({ before }, placed);
  expect(placed).toHaveLength(2);
});

test('[P85] a folder that was there already was not made', async () => {
  const placed: Placing[] = [];
  await mkdir(root.at('new'));
  await root.observer.scanAll();
  expect(await made({}, placed)).toMatchObject({ outcome: 'done' });
  expect(placed).toEqual([]);
});

test.each([['before'], ['after']])(
  '[P15][E68] a folder made while its volume goes is not taken for a synced one (%s it)',
  async (when) => {
    expect(await made({ [when]: bare })).toMatchObject({
      outcome: 'stale',
      localIds: [root.store.rootLocalId],
    });
  },
);
