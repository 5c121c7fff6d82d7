import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../../main/engine/execute/execution.ts';
import { etag, itemId, stepKey } from '../../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../../main/engine/model/plan/step.ts';
import { type Remote, RemoteError } from '../../../../../../../main/engine/ports/remote/remote.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';

/** The folder `d` is to be created on the service. */
let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  await mkdir(root.at('d'));
  await root.observer.scanAll();
});
afterEach(() => root.dispose());

function created(createFolder: Remote['createFolder'], name = 'd') {
  const { store, fileSystem, path } = root;
  const { id: localId } = root.row('d');
  const step: Step = { kind: 'create-remote-folder', localId, name, key: stepKey('m'), rule: 'P14', after: [] };
  const execution = {
    trees: store,
    rootPath: path,
    fileSystem,
    remote: { createFolder } as Remote,
    makings: { open: store.makingOf, note: store.putMaking, drop: store.forgetMaking },
    clock: { nowMs: () => 5 } as Execution['clock'],
    tick: store.tick,
  } satisfies Partial<Execution>;
  // The step asks nothing else; using it would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

const noted = () => root.store.making().map(({ name }) => name);

test('[P85] a folder is noted before its request, and stays noted until it is recorded', async () => {
  let before: readonly string[] = [];
  const result = await created(async () => {
    before = noted();
    throw new RemoteError('offline', 'No answer.');
  });
  expect([result.outcome, before, noted()]).toEqual(['failed', ['d'], ['d']]);
});

test('[P14] an answer is agreed on at the place to which it was sent', async () => {
  const { id: localId, fingerprint } = root.row('d');
  const top = root.store.remote(root.store.rootItemId);
  if (top === undefined) throw new Error('there is no root');
  const entry = { ...top, id: itemId('11'), parentId: top.id, name: 'd', etag: etag('7') };
  const parentLocalId = root.store.rootLocalId;
  const agreed = { localId, itemId: '11', parentLocalId, localName: 'd', remoteName: 'd', fingerprint, etag: '7' };
  expect(await created(async () => ({ ok: true, entry }))).toMatchObject({ outcome: 'done', remote: entry, agreed });
});

test.each<[string, string | null, readonly string[]]>([
  ['by an item that it names', '11', ['11', '0']],
  ['by one that it does not name', null, ['0']],
])('[P17] if the name is taken, %s, the service is asked what is new', async (_, existing, itemIds) => {
  const taken = { ok: false, reason: 'taken', existing: existing === null ? null : itemId(existing) } as const;
  expect(await created(async () => ({ ...taken, existingKind: 'folder' }))).toMatchObject({
    outcome: 'stale',
    itemIds,
    found: [],
  });
  expect(noted()).toEqual([]);
});

test.each<[string, Remote['createFolder'], readonly string[]]>([
  ['refused', async () => ({ ok: false, reason: 'gone' }), []],
  ['not carried out', () => Promise.reject(new RemoteError('no_permission', 'Not allowed.')), []],
  ['not answered', () => Promise.reject(new RemoteError('offline', 'No answer.')), ['d']],
])('[P85] a request that was %s leaves the note of an earlier one, which had no answer', async (_, answer, own) => {
  await created(answer);
  expect(noted()).toEqual(own);
  await created(() => Promise.reject(new RemoteError('offline', 'No answer.')));
  await created(answer);
  expect(noted()).toEqual(['d']);
});
