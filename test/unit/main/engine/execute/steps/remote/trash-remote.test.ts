import { rename, rm, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../../main/engine/execute/execution.ts';
import type { RemoteEntry } from '../../../../../../../main/engine/model/entry.ts';
import {
  etag,
  type ItemId,
  itemId,
  type LocalId,
  type StreamPosition,
  sha1,
  stepKey,
  streamPosition,
} from '../../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../../main/engine/model/plan/step.ts';
import { type Remote, RemoteError } from '../../../../../../../main/engine/ports/remote/remote.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';

/** A delete on the service: the disk is looked at once more before it, and the service may tell of something during that look. */
let root: LocalRoot;
let sent: ItemId[];
/** Up to where the events were read; null: everything is being listed. */
let position: StreamPosition | null;
beforeEach(async () => {
  position = streamPosition('7');
  root = await openLocalRoot();
  sent = [];
  for (const path of ['d/one', 'd/sub/two', 'mine']) await root.write(path, `content of ${path}`);
  await root.observer.scanAll();
  root.syncAll();
  shownThere(root.store.rootLocalId);
});
afterEach(() => root.dispose());

/** The service holds the agreed items. */
function shownThere(folder: LocalId): void {
  const { store } = root;
  const top = store.remote(store.rootItemId);
  const parentId = store.syncedByLocal(folder)?.itemId;
  if (top === undefined || parentId === undefined) throw new Error('the folder is not synced');
  for (const { itemId: id, localId, kind, remoteName: name, content } of store.syncedChildren(folder)) {
    store.putRemote({ ...top, id, parentId, kind, name, content, etag: etag('0') }, store.tick());
    shownThere(localId);
  }
}

const thereAs = (path: string): RemoteEntry => {
  const id = root.store.syncedByLocal(root.row(path).id)?.itemId;
  const entry = id === undefined ? undefined : root.store.remote(id);
  if (entry === undefined) throw new Error(`${path} is not on the service`);
  return entry;
};

const tell = (entry: RemoteEntry): void => root.store.putRemote(entry, root.store.tick());

const otherContent = (entry: RemoteEntry): RemoteEntry => ({
  ...entry,
  etag: etag('1'),
  content: { sha1: sha1('f'.repeat(40)), sizeBytes: 7 },
});

/** What the service makes of a request; it may throw. */
type Answering = () => Awaited<ReturnType<Remote['trash']>> | Promise<never>;

/** Deletes it here and carries that over. `told`: what the service tells of while the disk is looked at; `toldLate`: while the request waits. */
async function deleted(
  path: string,
  told: () => void = () => {},
  toldLate: () => void = () => {},
  answer: Answering = () => ({ ok: true }),
  before?: () => Promise<unknown>,
) {
  const { id, kind } = root.row(path);
  const step: Step = {
    kind: 'trash-remote',
    localId: id,
    itemId: thereAs(path).id,
    itemKind: kind,
    ifMatch: etag('0'),
    subtree: 1,
    key: stepKey('t'),
    rule: 'P10',
    after: [],
  };
  await rm(root.at(path), { recursive: true });
  await root.observer.scanAll();
  await root.settle();
  const { fileSystem, store } = root;
  const stat: typeof fileSystem.stat = async (at) => {
    const found = await fileSystem.stat(at);
    if (at === root.at(path)) told();
    return found;
  };
  const trash: Remote['trash'] = async (target) => {
    toldLate();
    if (target.isStillDue?.() === false) return { ok: false, reason: 'changed' };
    sent.push(target.id);
    return answer();
  };
  const execution = {
    trees: store,
    rootPath: root.path,
    fileSystem: { ...fileSystem, stat },
    remote: { trash } as Remote,
    knownTo: () => position,
    tick: store.tick,
    clock: root.parts.clock,
    deletes: { open: store.trashingOf, note: store.putTrashing, drop: store.forgetTrashing },
  } satisfies Partial<Execution>;
  await before?.();
  // The step asks nothing else of the service, nor of the queue; using them would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

test('[P10] a folder goes in one request', async () => {
  const { id } = thereAs('d');
  expect((await deleted('d')).outcome).toBe('done');
  expect(sent).toEqual([id]);
});

/** The same, with something that happens here before the step and after the last scan, unless it scans. */
const deletedAfter = (path: string, before: () => Promise<unknown>) =>
  deleted(path, undefined, undefined, undefined, before);

test.each(['mine', 'd'])('[P10] [P11] %s was made again and not seen yet: nothing is sent', async (path) => {
  const again = () => root.write(path === 'd' ? 'd/one' : path, 'made again');
  const result = await deletedAfter(path, again);
  expect(result).toMatchObject({ outcome: 'stale', localIds: [root.store.rootLocalId] });
  expect(sent).toEqual([]);
});

test('[P10] a sibling that took the name, as the last scan has seen, does not keep the item', async () => {
  const { id } = thereAs('mine');
  const result = await deletedAfter('mine', async () => {
    await root.write('other', 'moved here');
    await rename(root.at('other'), root.at('MINE'));
    await root.observer.scanAll();
    await rename(root.at('MINE'), root.at('mine'));
  });
  expect([result.outcome, sent]).toEqual(['done', [id]]);
});

test('[P10] [P34] nor does something ignored there', async () => {
  const { id } = thereAs('mine');
  const result = await deletedAfter('mine', async () => {
    await symlink(root.at('d'), root.at('mine'));
    await root.observer.scanAll();
  });
  expect([result.outcome, sent]).toEqual(['done', [id]]);
});

test('[P10] while everything is listed, no folder is deleted: the service could not tell what is new in it', async () => {
  position = null;
  expect([(await deleted('d')).outcome, sent]).toEqual(['stale', []]);
  const { id } = thereAs('mine');
  expect([(await deleted('mine')).outcome, sent]).toEqual(['done', [id]]);
});

test('[P10] a version reported during the last look counts: nothing is sent', async () => {
  const edited = otherContent(thereAs('mine'));
  expect((await deleted('mine', () => tell(edited))).outcome).toBe('stale');
  expect(sent).toEqual([]);
});

test.each<[string, () => RemoteEntry]>([
  ['a version of a file in it', () => otherContent(thereAs('d/sub/two'))],
  ['a new file in it', () => ({ ...thereAs('d/one'), id: itemId('77'), name: 'new' })],
  ['a file that was moved into it', () => ({ ...thereAs('mine'), parentId: thereAs('d/sub').id })],
])('[P10] %s reported during the last look keeps the folder', async (_, made) => {
  const entry = made();
  expect((await deleted('d', () => tell(entry))).outcome).toBe('stale');
  expect(sent).toEqual([]);
});

test('[P10] an item that has left the folder there does not hold it back', async () => {
  const entry = { ...thereAs('d/sub'), parentId: root.store.rootItemId };
  expect((await deleted('d', () => tell(entry))).outcome).toBe('done');
});

test('[P10][E102] a change reported while the request waits for its turn counts too', async () => {
  const added = { ...thereAs('d/one'), id: itemId('77'), name: 'new' };
  const result = await deleted('d', undefined, () => tell(added));
  expect(result).toMatchObject({ outcome: 'stale', reason: '"new" in it is not one of the deleted items' });
  expect(sent).toEqual([]);
});

test('[P85] a delete is noted before its request, and stays noted until it is answered or recorded', async () => {
  const { id } = thereAs('d');
  const two = root.store.syncedByLocal(root.row('d/sub/two').id);
  if (two === undefined) throw new Error('the file was never agreed on');
  root.store.removeRemote(two.itemId, root.store.tick());
  const noted = () => root.store.trashing().map(({ itemId: item }) => item);
  const seen: (readonly ItemId[])[] = [];
  const lost: Answering = () => {
    seen.push(noted());
    throw new RemoteError('offline', 'No answer.');
  };
  expect((await deleted('d', undefined, undefined, lost)).outcome).toBe('failed');
  expect([seen, noted()]).toEqual([[[id]], [id]]);
  expect(root.store.trashing()[0], 'with what was deleted there before').toMatchObject({
    kind: 'folder',
    name: 'd',
    deletedBefore: [two.localId],
    atMs: root.parts.clock.nowMs(),
  });
});

test.each<[string, Answering]>([
  ['the item changed', () => ({ ok: false, reason: 'changed' })],
  ['it may not be deleted', () => ({ ok: false, reason: 'refused', code: 'no_permission', says: 'It is held.' })],
  ['the session ended', () => Promise.reject(new RemoteError('signed_out', 'Sign in again.'))],
])('[P85] an answer that nothing was deleted ends the note: %s', async (_, answer) => {
  await deleted('mine', undefined, undefined, answer);
  expect([sent.length, root.store.trashing()]).toEqual([1, []]);
});

test('[P85] a delete without an answer stays noted when a later one is refused', async () => {
  const noted = { itemId: thereAs('mine').id, kind: 'file', parentId: null, name: 'mine', etag: etag('0') } as const;
  const earlier = { ...noted, subtree: 1, deletedBefore: [], atMs: 5 };
  root.store.putTrashing(earlier);
  await deleted('mine', undefined, undefined, () => Promise.reject(new RemoteError('signed_out', 'Sign in again.')));
  expect(root.store.trashing()).toEqual([earlier]);
});
