import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../../main/engine/execute/execution.ts';
import type { RemoteEntry } from '../../../../../../../main/engine/model/entry.ts';
import { etag, type LocalId, stepKey } from '../../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../../main/engine/model/plan/step.ts';
import { type Remote, RemoteError } from '../../../../../../../main/engine/ports/remote/remote.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';

/** The file `a` is to be renamed to `b` on the service. */
let root: LocalRoot;
let there: RemoteEntry;
let file: LocalId;
beforeEach(async () => {
  root = await openLocalRoot();
  await root.write('a', 'mine');
  await root.observer.scanAll();
  root.syncAll();
  const [top, row] = [root.store.remote(root.store.rootItemId), root.store.syncedByLocal(root.row('a').id)];
  if (top === undefined || row === undefined) throw new Error('the file was never agreed on');
  file = row.localId;
  there = { ...top, id: row.itemId, parentId: top.id, name: 'a', kind: 'file', content: row.content };
  root.store.putRemote(there, root.store.tick());
});
afterEach(() => root.dispose());

function renamed(move: Remote['move'], found: RemoteEntry | null = null, toName = 'b') {
  const { store } = root;
  const step: Step = {
    kind: 'move-remote',
    localId: file,
    itemId: there.id,
    toParentLocalId: store.rootLocalId,
    toName,
    ifMatch: etag('0'),
    key: stepKey('m'),
    rule: 'P6',
    after: [],
  };
  const execution = {
    trees: store,
    remote: { move, item: async () => found } as unknown as Remote,
    clock: root.parts.clock,
    movings: { open: store.movingOf, note: store.putMoving, drop: store.forgetMoving },
    tick: store.tick,
  } satisfies Partial<Execution>;
  // The step asks nothing else; using it would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

const noted = () => root.store.moving().flatMap(({ to }) => to.map(({ name }) => name));

test('[P85] a rename is noted before its request, and stays noted until it is recorded', async () => {
  let before: readonly string[] = [];
  const result = await renamed(async () => {
    before = noted();
    throw new RemoteError('offline', 'No answer.');
  });
  expect([result.outcome, before, noted()]).toEqual(['failed', ['b'], ['b']]);
  expect(root.store.moving()).toMatchObject([{ etag: '0', atMs: root.parts.clock.nowMs() }]);
});

test.each<[string, () => ReturnType<Remote['move']>]>([
  ['as locked', async () => ({ ok: false, reason: 'refused', code: 'locked', says: 'It is locked.' })],
  ['because the name is taken', async () => ({ ok: false, reason: 'taken', existing: null, existingKind: null })],
  ['because it is gone', async () => ({ ok: false, reason: 'gone' })],
  ['before it was carried out', async () => Promise.reject(new RemoteError('signed_out', 'Sign in again.'))],
])('[P85] a rename that was refused, %s, is not noted; an earlier one without an answer still is', async (_, move) => {
  await renamed(move);
  expect(noted()).toEqual([]);
  await renamed(async () => Promise.reject(new RemoteError('offline', 'No answer.')), null, 'c');
  await renamed(move);
  expect(noted()).toEqual(['c']);
});

test('[P85] several requests about one version are noted together', async () => {
  const lose = async () => Promise.reject(new RemoteError('offline', 'No answer.'));
  await renamed(lose, null, 'c');
  await renamed(lose);
  expect(noted()).toEqual(['c', 'b']);
});

test('[P6] an answer is agreed on at the place asked for, with the content as before', async () => {
  const entry = { ...there, name: 'b', etag: etag('1') };
  const result = await renamed(async () => ({ ok: true, entry }));
  expect(result).toMatchObject({
    outcome: 'done',
    remote: entry,
    agreed: { localId: file, localName: 'b', remoteName: 'b', content: there.content, etag: '1' },
  });
});

test.each<[string, () => RemoteEntry | null]>([
  ['by another rename', () => ({ ...there, name: 'other', etag: etag('1') })],
  ['by this rename, whose answer was lost', () => ({ ...there, name: 'b', etag: etag('1') })],
  ['by a delete', () => null],
])('[P85] [E99] an item that changed meanwhile, %s, is looked at again; the note stays', async (_, now) => {
  const found = now();
  const result = await renamed(async () => ({ ok: false, reason: 'changed' }), found);
  expect(result).toMatchObject({ outcome: 'stale', found: found === null ? [] : [found], itemIds: [there.id] });
  expect(noted()).toEqual(['b']);
});
