import { rename, rm, utimes } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agreementOn } from '../../../../../../main/engine/execute/agreement-on.ts';
import { done } from '../../../../../../main/engine/execute/step-result.ts';
import { itemId, type LocalId, sha1, stepKey } from '../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../main/engine/model/plan/step.ts';
import { removeUnseen } from '../../../../../../main/engine/observe/remote/observation.ts';
import { type Recording, recordDone, recordGone } from '../../../../../../main/engine/root/record/record.ts';
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

test('[I13] a file that is merely read keeps the reason of the step that failed, and the time of its next try', async () => {
  await root.write('a', 'content');
  await root.observer.scanAll();
  const { id, fingerprint } = root.row('a');
  const problem = {
    code: 'disk_error',
    reach: 'waiting',
    says: { code: 'service_error', args: { subject: 'a', answer: '' } },
  } as const;
  const failed = { localId: id, itemId: null, source: 'step', problem, suggestedName: null } as const;
  const aside = { kind: 'set-aside', rule: 'P7', key: stepKey('set-aside') } as const;
  root.store.putReason({ ...failed, step: aside, attempts: 1, retryAtMs: 5_000, atMs: 0 });
  const step: Step = { key: stepKey('hash'), rule: 'P20', after: [], kind: 'hash', localId: id, expect: fingerprint };
  const result = done(root.store.tick(), { hashed: { localId: id, fingerprint, sha1: sha1('a'.repeat(40)) } });
  recordDone(newRecording(), step, result);
  expect(root.store.nextRetryAtMs()).toBe(5_000);
  expect(root.row('a').sha1).toBe('a'.repeat(40));
});

test('[E51] the hash of a file that was touched since it was planned does not count', async () => {
  await root.write('a', 'one');
  await utimes(root.at('a'), 1000, 1000);
  await root.observer.scanAll();
  const { id, fingerprint } = root.row('a');
  const step: Step = { key: stepKey('hash'), rule: 'P20', after: [], kind: 'hash', localId: id, expect: fingerprint };
  await root.write('a', 'two');
  await utimes(root.at('a'), 1000, 1000);
  await root.observer.scanAll();
  recordDone(
    newRecording(),
    step,
    done(root.store.tick(), { hashed: { localId: id, fingerprint, sha1: sha1('a'.repeat(40)) } }),
  );
  expect(root.row('a').sha1).toBeNull();
  expect(root.dirty()).toEqual(['a']);
});

test('[P4] a file moved out of a folder before the folder is trashed keeps its row, so that its own delete propagates', async () => {
  await root.write('d/f', 'content');
  await root.write('d/g', 'other content');
  await root.observer.scanAll();
  root.syncAll();
  const [folder, moved, taken] = [root.row('d'), root.row('d/f'), root.row('d/g')];
  const rowOf = (id: LocalId) => root.store.syncedByLocal(id);
  const itemOfFolder = rowOf(folder.id)?.itemId ?? itemId('0');
  await rename(root.at('d/f'), root.at('a2'));
  await root.observer.scanAll();
  root.store.removeRemote(itemOfFolder, root.store.tick());
  const step: Step = {
    key: stepKey('trash'),
    rule: 'P4',
    after: [],
    kind: 'trash-local',
    itemKind: 'folder',
    subtree: 2,
    localId: folder.id,
    itemId: itemOfFolder,
  };
  const gone = { local: folder.id, remote: null, row: { localId: folder.id, below: true } };
  recordDone(newRecording(), step, done(root.store.tick(), { gone }));
  expect(root.row('a2').id).toBe(moved.id);
  expect(rowOf(moved.id)?.parentLocalId).toBe(root.store.rootLocalId);
  expect(rowOf(folder.id)).toBeUndefined();
  expect(rowOf(taken.id)).toBeUndefined();
});

test('[P10] a file moved out of a folder keeps its row when the folder goes, if another client had deleted its item before', async () => {
  for (const path of ['d/deleted there', 'd/taken along']) await root.write(path, path);
  await root.observer.scanAll();
  root.syncAll();
  const rowOf = (id: LocalId) => root.store.syncedByLocal(id);
  const [folder, deleted, taken] = [root.row('d'), root.row('d/deleted there'), root.row('d/taken along')];
  const itemOf = (id: LocalId) => rowOf(id)?.itemId ?? itemId('none');
  const top = root.store.remote(root.store.rootItemId);
  if (top === undefined) throw new Error('there is no root');
  const place = { ...top, id: itemOf(folder.id), parentId: root.store.rootItemId, name: 'd' };
  root.store.putRemote(place, root.store.tick());
  for (const { id, name } of [deleted, taken]) {
    const there = { ...place, id: itemOf(id), parentId: place.id, name, kind: 'file' as const };
    root.store.putRemote({ ...there, content: rowOf(id)?.content ?? null }, root.store.tick());
  }
  root.store.removeRemote(itemOf(deleted.id), root.store.tick());
  for (const { name } of [deleted, taken]) await rename(root.at(`d/${name}`), root.at(name));
  await rm(root.at('d'), { recursive: true });
  await root.observer.scanAll();
  await root.settle();
  const deletedBefore = new Set([deleted.id]);
  // The event of the step's own delete may come before its answer.
  root.store.removeRemote(place.id, root.store.tick());
  const gone = { local: null, remote: place.id, row: { localId: folder.id, below: true }, deletedBefore };
  recordGone(root.store, gone, root.store.tick());
  expect(rowOf(deleted.id)?.parentLocalId).toBe(root.store.rootLocalId);
  expect(rowOf(taken.id)).toBeUndefined();
});

test('[P4] a file deleted here keeps its row when its folder goes from here, if it had moved elsewhere on the service before', async () => {
  for (const path of ['d/deleted here', 'd/taken along']) await root.write(path, path);
  await root.observer.scanAll();
  root.syncAll();
  const rowOf = (id: LocalId) => root.store.syncedByLocal(id);
  const [folder, deleted, taken] = [root.row('d'), root.row('d/deleted here'), root.row('d/taken along')];
  const top = root.store.remote(root.store.rootItemId);
  const row = rowOf(deleted.id);
  if (top === undefined || row === undefined) throw new Error('it was never agreed on');
  const moved = { ...top, id: row.itemId, parentId: root.store.rootItemId, name: 'moved', kind: 'file' as const };
  root.store.putRemote({ ...moved, content: row.content }, root.store.tick());
  await rm(root.at('d/deleted here'));
  await root.observer.scanAll();
  await root.settle();
  const gone = {
    local: folder.id,
    remote: null,
    row: { localId: folder.id, below: true },
    deletedBefore: new Set([deleted.id]),
  };
  recordGone(root.store, gone, root.store.tick());
  expect(rowOf(deleted.id)?.parentLocalId).toBe(root.store.rootLocalId);
  expect(rowOf(taken.id)).toBeUndefined();
});

test('[I4] an upload that ends after its file was deleted is agreed on in the folder that was made again, and deleted there', async () => {
  await root.write('d/kept', 'content');
  await root.observer.scanAll();
  root.syncAll();
  const old = root.store.syncedByLocal(root.row('d').id);
  const top = root.store.remote(root.store.rootItemId);
  if (old === undefined || top === undefined) throw new Error('d was never agreed on');
  await root.write('d/f', 'new');
  await root.observer.scanAll();
  const { id, fingerprint } = root.row('d/f');
  await rm(root.at('d'), { recursive: true });
  await root.observer.scanAll();
  await root.settle();
  root.store.removeSyncedBelow(old.localId);
  await root.write('d/kept', 'content');
  await root.observer.scanAll();
  const again = root.row('d').id;
  root.store.putRemote({ ...top, id: old.itemId, parentId: root.store.rootItemId, name: 'd' }, root.store.tick());
  root.store.putSynced({ ...old, localId: again });
  const content = { sha1: sha1('a'.repeat(40)), sizeBytes: fingerprint.sizeBytes };
  const remote = { ...top, id: itemId('9001'), parentId: old.itemId, name: 'f', kind: 'file', content } as const;
  const agreed = agreementOn({ local: { id, parentId: old.localId, name: 'f', kind: 'file' }, remote, fingerprint });
  const step: Step = {
    key: stepKey('up'),
    rule: 'P14',
    after: [],
    kind: 'upload',
    localId: id,
    name: 'f',
    expect: fingerprint,
  };
  recordDone(newRecording(), step, done(root.store.tick(), { remote, agreed: { ...agreed, localId: id } }));
  expect(root.store.syncedByItem(remote.id)).toMatchObject({ localId: id, parentLocalId: again });
  expect(root.store.dirty(10).localIds).toContain(id);
});

test('[P11] the item that a file had before it was made again is looked at, whatever still waits for it', async () => {
  await root.write('f', 'content');
  await root.observer.scanAll();
  root.syncAll();
  const { id } = root.row('f');
  const row = root.store.syncedByLocal(id);
  const top = root.store.remote(root.store.rootItemId);
  if (row === undefined || row.parentLocalId === null || top === undefined) throw new Error('it is not synced');
  root.store.removeRemote(row.itemId, root.store.tick());
  const again = { ...top, id: itemId('77'), parentId: top.id, name: 'f', kind: 'file', content: row.content } as const;
  root.store.putRemote(again, root.store.tick());
  root.store.park(root.store.dirty(100));
  const step: Step = { key: stepKey('adopt'), rule: 'P11', after: [], kind: 'adopt', localId: id, itemId: again.id };
  const agreed = { ...row, parentLocalId: row.parentLocalId, itemId: again.id };
  recordDone(newRecording(), step, done(root.store.tick(), { agreed }));
  expect(root.store.dirty(100).itemIds).toContain(row.itemId);
});

test('[P6] a new content that a person moved on before it was written down is the item that was agreed on', async () => {
  await root.write('d/f', 'first');
  await root.observer.scanAll();
  root.syncAll();
  const { id, parentId, name } = root.row('d/f');
  const row = root.store.syncedByLocal(id);
  const top = root.store.remote(itemId('0'));
  if (row === undefined || parentId === null || top === undefined) throw new Error('it is not synced');
  const there = { ...top, id: row.itemId, parentId: top.id, name: 'f', kind: 'file' } as const;
  root.store.putRemote(there, root.store.tick());
  const step: Step = {
    key: stepKey('down'),
    rule: 'P2',
    after: [],
    kind: 'download-version',
    localId: id,
    itemId: row.itemId,
    expect: row.fingerprint,
    content: { sha1: sha1('b'.repeat(40)), sizeBytes: 6 },
    etag: row.etag,
  };
  // The download replaces the file, as a rename of another one over it, and is over.
  await root.write('new', 'second');
  const stat = await root.fileSystem.stat(root.at('new'));
  if (stat === null) throw new Error('it is missing');
  const { fingerprint } = stat;
  const agreed = { ...row, parentLocalId: parentId, fingerprint, content: step.content };
  root.store.putPlacing({ ...agreed, stagingName: 'staged' });
  await rename(root.at('new'), root.at('d/f'));
  const takenAt = root.store.tick();
  await rename(root.at('d/f'), root.at('moved'));
  await root.observer.scanAll();
  const local = { id, parentId, name, kind: 'file', fingerprint, sha1: step.content.sha1 } as const;
  recordDone(newRecording(), step, done(takenAt, { local, agreed }));
  expect(root.row('moved').id).toBe(id);
  expect(root.store.syncedByLocal(id)).toMatchObject({ itemId: row.itemId, localName: 'f', content: step.content });
  expect(root.dirty()).toContain('moved');
});

test.each([
  ['before', 'has gone', false],
  ['after', 'is there', true],
] as const)(
  '[P4][I9] a new file that went up %s a listing began that did not show it %s, though its answer is written down later',
  async (when, _what, isThere) => {
    await root.write('f', 'content');
    await root.observer.scanAll();
    const { id, parentId, fingerprint } = root.row('f');
    const top = root.store.remote(root.store.rootItemId);
    if (top === undefined || parentId === null) throw new Error('there is no root');
    const content = { sha1: sha1('b'.repeat(40)), sizeBytes: 7 };
    const entry = { ...top, id: itemId('77'), parentId: top.id, name: 'f', kind: 'file', etag: null, content } as const;
    const [sooner, since, later] = [root.store.tick(), root.store.tick(), root.store.tick()];
    removeUnseen(root.store, since, root.store.tick());
    const names = { kind: 'file', localName: 'f', remoteName: 'f' } as const;
    const agreed = {
      localId: id,
      itemId: entry.id,
      parentLocalId: parentId,
      ...names,
      content,
      fingerprint,
      etag: null,
    };
    const upload = { kind: 'upload', localId: id, expect: fingerprint, name: 'f' } as const;
    const step: Step = { key: stepKey('up'), rule: 'P14', after: [], ...upload };
    const recording = newRecording();
    recordDone(recording, step, done(when === 'before' ? sooner : later, { remote: entry, agreed }));
    expect(root.store.remote(entry.id) !== undefined).toBe(isThere);
    expect(root.store.syncedByLocal(id)?.itemId).toBe(entry.id);
    expect(root.store.dirty(100).itemIds).toContain(entry.id);
  },
);

test.each([
  ['to the trash', false],
  ['out of reach', true],
])(
  '[P4][P70] a new file that went up into a folder that went %s before that was written down has gone with it',
  async (_how, isLost) => {
    await root.write('d/f', 'content');
    await root.observer.scanAll();
    root.syncAll();
    const [folder, file] = [root.row('d'), root.row('d/f')];
    const [row, rowOfFile] = [root.store.syncedByLocal(folder.id), root.store.syncedByLocal(file.id)];
    const top = root.store.remote(root.store.rootItemId);
    if (row === undefined || rowOfFile === undefined || top === undefined) throw new Error('it is not synced');
    root.store.removeSynced(file.id);
    root.store.putRemote({ ...top, id: row.itemId, parentId: top.id, name: 'd' }, root.store.tick());
    const { content, fingerprint } = rowOfFile;
    const entry = { ...top, id: itemId('77'), parentId: row.itemId, name: 'f', kind: 'file', content } as const;
    const takenAt = root.store.tick();
    root.store.removeRemote(row.itemId, root.store.tick(), undefined, isLost);
    const agreed = { ...rowOfFile, itemId: entry.id, parentLocalId: folder.id };
    const upload = { kind: 'upload', localId: file.id, expect: fingerprint, name: 'f' } as const;
    const step: Step = { key: stepKey('up'), rule: 'P14', after: [], ...upload };
    const recording = newRecording();
    recordDone(recording, step, done(takenAt, { remote: entry, agreed }));
    expect(root.store.remote(entry.id)).toBeUndefined();
    expect(root.store.syncedByLocal(file.id)?.itemId).toBe(entry.id);
    expect(root.store.wasLost(entry.id)).toBe(isLost);
  },
);

test.each(['agreed on', 'never agreed on'])(
  '[I9][E47] a save over a file that a step has just moved, %s, is that file, even if a scan saw it as new first',
  async (known) => {
    await root.write('f', 'first');
    await root.observer.scanAll();
    if (known === 'agreed on') root.syncAll();
    const { id } = root.row('f');
    const item = root.store.syncedByLocal(id)?.itemId;
    const moved = await moveTo('f', 'copy');
    await root.write('new', 'saved over it');
    await rename(root.at('new'), root.at('copy'));
    await root.observer.scanAll();
    expect(root.row('copy').id).not.toBe(id);
    moved.record();
    expect(standingAt('copy')).toEqual([id]);
    expect(moved.doubts).toContain(id);
    await root.observer.scanAll();
    expect(standingAt('copy')).toEqual([id]);
    const now = await root.fileSystem.stat(root.at('copy'));
    expect(root.row('copy').fingerprint.identity).toBe(now?.fingerprint.identity);
    expect(root.store.syncedByLocal(id)?.itemId).toBe(item);
  },
);

test('[I9][E47] an agreed file moved over one that a step has just moved has the name; the other is looked for, and is gone', async () => {
  await root.write('f', 'first');
  await root.write('g', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const [f, g] = [root.row('f').id, root.row('g').id];
  const moved = await moveTo('f', 'copy');
  await rename(root.at('g'), root.at('copy'));
  await root.observer.scanAll();
  moved.record();
  expect(standingAt('copy')).toEqual([g]);
  expect(root.store.isMissing(f)).toBe(true);
  expect(moved.doubts).toContain(f);
  await root.write('new', 'saved over it');
  await rename(root.at('new'), root.at('copy'));
  await root.observer.scanAll();
  expect([standingAt('copy'), root.store.isMissing(f)]).toEqual([[g], true]);
  await root.settle();
  expect(root.tree()).toEqual(['copy']);
  expect(root.store.local(f)).toBeUndefined();
});

test.each([true, false])(
  '[I9] of two that were agreed on, a step and a look of the same moment, the disk tells which has the name: the moved one %s',
  async (isMoved) => {
    await root.write('f', 'first');
    await root.write('copy', 'second');
    await root.observer.scanAll();
    root.syncAll();
    const [f, g] = [root.row('f').id, root.row('copy').id];
    // No scan has seen yet that the name was free when the step took it.
    await rename(root.at('copy'), root.at('away'));
    const moved = await moveTo('f', 'copy');
    moved.record();
    expect([standingAt('copy'), root.store.isMissing(g)]).toEqual([[f], true]);
    if (!isMoved) {
      await rename(root.at('copy'), root.at('f'));
      await rename(root.at('away'), root.at('copy'));
    }
    await root.observer.scanAll();
    expect(standingAt('copy')).toEqual([isMoved ? f : g]);
    expect(root.row(isMoved ? 'away' : 'f').id).toBe(isMoved ? g : f);
    expect(root.store.missingCount()).toBe(0);
  },
);

/** Renames a file as a step does; the test decides when the result is recorded. */
async function moveTo(from: string, to: string) {
  const { id, parentId, kind } = root.row(from);
  const expect = root.row(from).fingerprint;
  const { fingerprint } = await root.fileSystem.move(root.at(from), root.at(to));
  const takenAt = root.store.tick();
  if (parentId === null) throw new Error('the root is not moved');
  const local = { id, parentId, name: to, kind, fingerprint, sha1: null };
  const aside = { kind: 'set-aside', localId: id, toName: to, reason: 'name_taken', expect } as const;
  const step: Step = { key: stepKey('aside'), rule: 'P24', after: [], ...aside };
  const doubts: LocalId[] = [];
  const record = (): void => {
    const recording = { ...newRecording(), doubt: (one: LocalId) => void doubts.push(one) };
    recordDone(recording, step, done(takenAt, { local }));
  };
  return { doubts, record };
}

/** The rows that have the name, as far as known. */
const standingAt = (name: string): readonly LocalId[] =>
  root.store
    .localChildren(root.store.rootLocalId)
    .filter((row) => row.name === name && !root.store.isMissing(row.id))
    .map(({ id }) => id);
