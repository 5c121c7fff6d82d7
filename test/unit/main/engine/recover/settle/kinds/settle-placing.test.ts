import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileIdentity } from '../../../../../../../main/engine/model/ids.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';
import { ITEM, journalOf, openPlacingBench, type PlacingBench } from '../../../../../../support/engine/settling.ts';

let root: LocalRoot;
let bench: PlacingBench;
beforeEach(async () => {
  root = await openLocalRoot();
  bench = openPlacingBench(root);
});
afterEach(() => root.dispose());

test('[P85] [E111] a file put in place but never recorded is agreed on, even when renamed here and deleted there since', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  bench.tell();
  const file = bench.aboutToPlace('a');
  expect(bench.placing()).toEqual([file]);
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  root.store.removeRemote(ITEM, root.store.tick());
  const { id } = root.row('b');
  bench.look({ isBusy: true });
  expect(root.store.syncedByLocal(id)).toBeUndefined();
  bench.look();
  expect(root.store.syncedByLocal(id)).toEqual(bench.agreedOn(file, id));
  expect(root.dirty()).toContain('b');
  expect(bench.placing()).toEqual([]);
  expect(root.whole.journal.query({ limit: 10 })).toMatchObject([
    { kind: 'download', rule: 'P85', path: 'b', batch: 1 },
  ]);
});

test('[P85] [E111] a file put in place but never recorded, and deleted here since, is agreed on, so that its delete is one', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  bench.tell();
  const file = bench.aboutToPlace('a');
  const { id } = root.row('a');
  await rm(root.at('a'));
  await root.observer.scanAll();
  bench.look({ staging: 'left' });
  expect([root.store.syncedByLocal(id), root.store.isMissing(id)]).toEqual([bench.agreedOn(file, id), true]);
  expect(bench.placing()).toEqual([]);
});

test('[P85] [I6] what was saved over a file that a running step has just put in place waits for the result of that step', async () => {
  await root.write('a', 'saved over it');
  await root.observer.scanAll();
  bench.aboutToPlace('a');
  expect(bench.look({ isBusy: true })).toMatchObject({ localIds: [root.row('a').id], itemIds: [] });
  root.syncAll();
  expect(bench.look({ isBusy: true })).toMatchObject({ localIds: [], itemIds: [] });
});

test('[P85] a new version that was put in place is agreed on for the file that it replaced', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const { id } = root.row('a');
  const file = bench.aboutToPlace('a', id);
  bench.tell(file.itemId);
  bench.look();
  expect(root.store.syncedByLocal(id)).toEqual(bench.agreedOn(file, id));
  expect(root.whole.journal.query({ limit: 10 })).toMatchObject([{ kind: 'download-version', rule: 'P85' }]);
});

test('[P85] [E111] a new version that was put in place and then moved is the item of the file that it replaced', async () => {
  await root.write('a', 'first');
  await root.observer.scanAll();
  root.syncAll();
  const before = root.row('a');
  await root.write('b', 'second');
  await rm(root.at('a'));
  await root.observer.scanAll();
  const { id, fingerprint } = root.row('b');
  const file = { ...bench.aboutToPlace('a', before.id), fingerprint: { ...fingerprint, ctimeNs: fingerprint.mtimeNs } };
  root.store.putPlacing(file);
  bench.tell(file.itemId);
  expect(root.store.isMissing(before.id)).toBe(true);
  bench.look({ staging: 'left' });
  expect(root.store.syncedByItem(file.itemId)).toEqual(bench.agreedOn(file, id));
  expect(bench.placing()).toEqual([]);
});

test('[P85] [P11] a file put in place of one deleted and created again there is agreed on, even after later changes', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const { id } = root.row('a');
  const deleted = root.store.syncedByLocal(id)?.itemId ?? ITEM;
  const file = { ...bench.aboutToPlace('a', id), itemId: ITEM };
  root.store.forgetPlacing(deleted);
  root.store.putPlacing(file);
  bench.tell();
  root.store.removeRemote(deleted, root.store.tick());
  root.store.clean(root.store.dirty(10));
  await root.write('a', 'edited since');
  await root.observer.scanAll();
  bench.look();
  expect(root.store.syncedByLocal(id)).toEqual(bench.agreedOn(file, id));
  expect(root.store.syncedByItem(deleted)).toBeUndefined();
  expect(new Set(root.store.dirty(10).itemIds)).toEqual(new Set([deleted, ITEM]));
  expect(bench.placing()).toEqual([]);
  expect(root.whole.journal.query({ limit: 10 })).toMatchObject([{ kind: 'download-version', rule: 'P85', path: 'a' }]);
});

test('[P85] [E111] a folder that was made and never written down is agreed on, also when it was renamed here and deleted there since', async () => {
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  bench.tell();
  const folder = bench.justMade('a');
  expect(bench.placing()).toEqual([folder]);
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  root.store.removeRemote(ITEM, root.store.tick());
  bench.look();
  const { id } = root.row('b');
  expect(root.store.syncedByLocal(id)).toEqual(bench.agreedOn(folder, id));
  expect(root.dirty()).toContain('b');
  expect(bench.placing()).toEqual([]);
  expect(root.whole.journal.query({ limit: 10 })).toMatchObject([
    { kind: 'create-local-folder', itemKind: 'folder', rule: 'P85', path: 'b', batch: 1, bytes: null },
  ]);
});

test('[P85] a folder that a person made at that name is not the one that was made for the item', async () => {
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  bench.tell();
  bench.justMade('a');
  await rename(root.at('a'), `${root.path}-away`);
  await mkdir(root.at('a'));
  await rm(`${root.path}-away`, { recursive: true });
  await root.observer.scanAll();
  bench.look();
  expect([root.store.syncedByLocal(root.row('a').id), bench.placing()]).toEqual([undefined, []]);
});

test('[P85] a folder about to be made when the process ended is what has its name after a scan, even when deleted there since', async () => {
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  bench.tell();
  const folder = bench.justMade('a');
  root.store.putPlacing({ ...folder, fingerprint: null });
  root.store.removeRemote(ITEM, root.store.tick());
  bench.look({ isSought: true });
  expect([root.store.syncedByItem(ITEM), bench.placing()]).toEqual([undefined, [{ ...folder, fingerprint: null }]]);
  bench.look();
  const { id, fingerprint } = root.row('a');
  expect(root.store.syncedByLocal(id)).toEqual({ ...bench.agreedOn(folder, id), fingerprint });
  expect(bench.placing()).toEqual([]);
});

test('[P85] a folder about to be made when the process ended and made by no one is forgotten', async () => {
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  bench.tell();
  root.store.putPlacing({ ...bench.justMade('a'), fingerprint: null });
  await rm(root.at('a'), { recursive: true });
  await root.observer.scanAll();
  bench.look();
  expect([root.store.syncedByItem(ITEM), bench.placing()]).toEqual([undefined, []]);
});

test('[P85] a placing without its file, of a file of another item, or of an unknown item is forgotten', async () => {
  await root.write('a', 'second');
  await root.write('mine', 'other');
  await root.observer.scanAll();
  const file = bench.aboutToPlace('a');
  bench.look();
  expect([root.store.syncedByLocal(root.row('a').id), bench.placing(), journalOf(root)]).toEqual([undefined, [], []]);
  bench.tell();
  root.store.putPlacing({ ...file, fingerprint: { ...file.fingerprint, identity: fileIdentity('nowhere') } });
  bench.look({ isSought: true });
  expect(bench.placing()).toHaveLength(1);
  bench.look();
  expect([root.store.syncedByItem(ITEM), bench.placing()]).toEqual([undefined, []]);
  root.syncAll();
  const theirs = root.store.syncedByLocal(root.row('mine').id);
  root.store.putPlacing({ ...file, fingerprint: root.row('mine').fingerprint });
  bench.look();
  expect([root.store.syncedByLocal(root.row('mine').id), bench.placing()]).toEqual([theirs, []]);
});

test('[P85] [E111] a save over a download that was never recorded is an edit of it, not a new file', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  bench.tell();
  const file = bench.aboutToPlace('a');
  await bench.saveOver('a');
  const { id } = root.row('a');
  bench.look({ isSought: true, staging: 'left' });
  expect(bench.placing()).toHaveLength(1);
  bench.look({ staging: 'left' });
  expect(root.store.syncedByLocal(id)).toEqual(bench.agreedOn(file, id));
  expect(root.row('a').fingerprint.identity).not.toBe(file.fingerprint.identity);
  expect([root.dirty(), bench.placing()]).toEqual([['a'], []]);
});

test('[P85] [E111] a save over a new version that was never recorded is an edit of that version', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const before = root.row('a');
  await bench.saveOver('a');
  const file = bench.aboutToPlace('a', before.id);
  bench.tell(file.itemId);
  await bench.saveOver('a');
  bench.look({ staging: 'left' });
  expect(root.store.syncedByLocal(before.id)).toEqual(bench.agreedOn(file, before.id));
});

test('[P85] the item of a file, and the file that it replaces, wait until the folder of that file is scanned', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const { id } = root.row('a');
  const { itemId } = bench.aboutToPlace('a', id);
  bench.tell(itemId);
  const elsewhere = {
    ...bench.aboutToPlace('a', id),
    fingerprint: { ...root.row('a').fingerprint, identity: fileIdentity('x') },
  };
  root.store.putPlacing(elsewhere);
  root.store.clean(root.store.dirty(10));
  expect(bench.look({ isSought: true, staging: 'left' })).toMatchObject({ localIds: [id], itemIds: [itemId] });
  expect(bench.look({ staging: 'left' })).toMatchObject({ localIds: [], itemIds: [] });
  expect(root.store.dirty(10).itemIds).toContain(itemId);
});

test('[P85] [E73] a placed file whose folder cannot be listed waits alone, also once its item is gone on the service', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  bench.tell();
  root.store.putPlacing({ ...bench.aboutToPlace('a'), fingerprint: null });
  root.store.removeRemote(ITEM, root.store.tick());
  expect(bench.look({ isSought: true, staging: 'left' })).toMatchObject({ itemIds: [ITEM], isWhole: false });
});

test('[P85] with the staging file still there, the file at the name belongs to a person, without another scan', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  bench.tell();
  bench.aboutToPlace('a');
  await bench.saveOver('a');
  bench.look({ isSought: true, staging: 'unseen' });
  expect(bench.placing()).toHaveLength(1);
  bench.look({ isSought: true, staging: 'there' });
  expect([root.store.syncedByLocal(root.row('a').id), bench.placing()]).toEqual([undefined, []]);
});

test('[P85] a staging file that is gone says nothing about the file from before, nor about that of another item', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const { id, fingerprint } = root.row('a');
  const agreed = root.store.syncedByLocal(id);
  const file = bench.aboutToPlace('a', id);
  const elsewhere = { ...file.fingerprint, identity: fileIdentity('nowhere') };
  bench.tell(file.itemId);
  root.store.putPlacing({ ...file, fingerprint: elsewhere });
  bench.look({ staging: 'left' });
  expect([root.store.syncedByLocal(id), root.row('a').fingerprint, bench.placing()]).toEqual([agreed, fingerprint, []]);
  bench.tell();
  root.store.putPlacing({ ...file, localId: null, itemId: ITEM, fingerprint: elsewhere });
  bench.look({ staging: 'left' });
  expect([root.store.syncedByLocal(id), root.store.syncedByItem(ITEM), bench.placing()]).toEqual([
    agreed,
    undefined,
    [],
  ]);
});
