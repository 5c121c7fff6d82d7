import { afterEach, beforeEach, expect, test } from 'vitest';
import { agreementOn } from '../../../../../../main/engine/execute/agreement-on.ts';
import { done } from '../../../../../../main/engine/execute/step-result.ts';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { itemId, localId, sequenceId, sha1, stepKey } from '../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../main/engine/model/plan/step.ts';
import { answeredOf, dropAnswers } from '../../../../../../main/engine/observe/remote/witness.ts';
import { type Recording, recordDone } from '../../../../../../main/engine/root/record/record.ts';
import { openMemoryStore } from '../../../../../support/engine/empty-store.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

const newRecording = (): Recording => ({
  root: root.store,
  journal: openMemoryStore().journal,
  nowMs: 0,
  batch: 1,
  doubt: () => undefined,
});

test('[E95] a late response that contradicts the stream on the same state of an item is still to be checked', async () => {
  await root.write('a', 'content');
  await root.observer.scanAll();
  const top = root.store.remote(root.store.rootItemId);
  if (top === undefined) throw new Error('there is no root');
  const { id: localId, fingerprint } = root.row('a');
  const step: Step = { key: stepKey('hash'), rule: 'P20', after: [], kind: 'hash', localId, expect: fingerprint };
  const content = { sha1: sha1('a'.repeat(40)), sizeBytes: 7 };
  const told = { ...top, id: itemId('7'), parentId: top.id, name: 'b', kind: 'file', content } as const;
  const takenAt = root.store.tick();
  const recording = newRecording();
  const record = (remote: RemoteEntry) => {
    root.store.putRemote({ ...told, sequenceId: sequenceId('3') }, root.store.tick());
    recordDone(recording, step, done(takenAt, { remote }));
    return answeredOf(root.store);
  };
  expect(record({ ...told, sequenceId: sequenceId('3') })).toEqual([]);
  expect(record({ ...told, name: 'a', sequenceId: sequenceId('3') })).toEqual([{ id: told.id, gone: null }]);
});

test('[E95] the answer to a delete is still to be checked, unless the stream reported the delete before', () => {
  const top = root.store.remote(root.store.rootItemId);
  if (top === undefined) throw new Error('there is no root');
  const folder = { ...top, id: itemId('7'), parentId: top.id, name: 'b' };
  root.store.putRemote(folder, root.store.tick());
  const trash = { kind: 'trash-remote', itemKind: 'folder', ifMatch: folder.etag, subtree: 1 } as const;
  const step: Step = { key: stepKey('out'), rule: 'P10', after: [], ...trash, localId: localId(9), itemId: folder.id };
  const gone = { local: null, remote: folder.id, row: null };
  recordDone(newRecording(), step, done(root.store.tick(), { gone }));
  expect(answeredOf(root.store)).toEqual([{ id: folder.id, gone: 'folder' }]);
  dropAnswers(root.store, [folder.id]);
  recordDone(newRecording(), step, done(root.store.tick(), { gone }));
  expect(answeredOf(root.store)).toEqual([]);
});

test('[E95] a late response about a file does not replace the folder that has its id by now', async () => {
  await root.write('a', 'content');
  await root.observer.scanAll();
  const top = root.store.remote(root.store.rootItemId);
  if (top === undefined) throw new Error('there is no root');
  const { id: localId, fingerprint } = root.row('a');
  const folder = { ...top, id: itemId('7'), parentId: top.id, name: 'b' };
  root.store.putRemote(folder, root.store.tick());
  root.store.park(root.store.dirty(100));
  const content = { sha1: sha1('a'.repeat(40)), sizeBytes: 7 };
  const remote = { ...folder, name: 'a', kind: 'file', content } as const;
  const there = { id: localId, parentId: root.store.rootLocalId, name: 'a', kind: 'file' } as const;
  const agreed = { ...agreementOn({ local: there, remote, fingerprint }), localId };
  const up = { kind: 'upload', localId, name: 'a', expect: fingerprint } as const;
  const step: Step = { key: stepKey('up'), rule: 'P14', after: [], ...up };
  recordDone(newRecording(), step, done(root.store.tick(), { remote, agreed }));
  expect(root.store.remote(folder.id)?.kind).toBe('folder');
  expect(root.store.syncedByLocal(localId)).toBeUndefined();
  expect(root.dirty()).toEqual(['a']);
});

test('[E95] a file agreed on with an item id that a restored service gave out again is in doubt', async () => {
  for (const name of ['first', 'second']) await root.write(name, name);
  await root.observer.scanAll();
  root.syncAll();
  const [first, second] = ['first', 'second'].map((name) => root.store.syncedByLocal(root.row(name).id));
  const top = root.store.remote(root.store.rootItemId);
  if (first === undefined || second === undefined || second.parentLocalId === null || top === undefined)
    throw new Error('it is not synced');
  const there = { ...top, id: first.itemId, parentId: top.id, name: 'second', kind: 'file' } as const;
  root.store.putRemote({ ...there, content: second.content }, root.store.tick());
  const agreed = { ...second, parentLocalId: second.parentLocalId, itemId: first.itemId };
  const action = { kind: 'adopt', localId: second.localId, itemId: first.itemId } as const;
  root.store.park(root.store.dirty(100));
  const step: Step = { key: stepKey('adopt'), rule: 'P11', after: [], ...action };
  recordDone(newRecording(), step, done(root.store.tick(), { agreed }));
  expect(root.store.syncedByLocal(first.localId)).toBeUndefined();
  expect(root.dirty()).toContain('first');
});

test('[I1] what was agreed on in a folder is planned again once another folder here is that item', async () => {
  await root.write('d/f', 'first');
  await root.write('e/mine', 'mine');
  await root.observer.scanAll();
  root.syncAll();
  const [d, e] = [root.row('d'), root.row('e')];
  const item = root.store.syncedByLocal(d.id)?.itemId ?? itemId('0');
  const before = root.store.syncedByLocal(e.id);
  const top = root.store.remote(itemId('0'));
  if (before === undefined || top === undefined) throw new Error('it is not synced');
  root.store.putRemote({ ...top, id: item, parentId: top.id, name: 'd' }, root.store.tick());
  root.store.clean(root.store.dirty(10));
  const step: Step = {
    key: stepKey('made'),
    rule: 'P14',
    after: [],
    kind: 'create-remote-folder',
    localId: e.id,
    name: 'e',
  };
  recordDone(
    newRecording(),
    step,
    done(root.store.tick(), { agreed: { ...before, parentLocalId: root.store.rootLocalId, itemId: item } }),
  );
  expect(root.dirty()).toEqual(expect.arrayContaining(['d', 'd/f', 'e']));
});
