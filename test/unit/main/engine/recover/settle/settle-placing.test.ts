import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fingerprint, RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { etag, fileIdentity, itemId, type LocalId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import type { Placing } from '../../../../../../main/engine/model/plan/placing.ts';
import type { StagingState } from '../../../../../../main/engine/recover/settle/staging-look.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';
import { openSettling } from '../../../../../support/engine/settling.ts';

const ITEM = itemId('11');
const TOP = itemId('0');

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

type Placed = Placing & { readonly fingerprint: Fingerprint };

/** The file at this path was about to be put there for `ITEM`, as `localId` when it replaces one. */
function aboutToPlace(path: string, localId: LocalId | null = null): Placed {
  const { id, fingerprint, name, parentId } = root.row(path);
  const row = root.store.syncedByLocal(id);
  const placing: Placed = {
    localId,
    itemId: row?.itemId ?? ITEM,
    parentLocalId: parentId ?? root.store.rootLocalId,
    kind: 'file',
    localName: name,
    remoteName: name,
    content: { sha1: sha1('a'.repeat(40)), sizeBytes: fingerprint.sizeBytes },
    fingerprint: { ...fingerprint, ctimeNs: fingerprint.mtimeNs },
    etag: etag('7'),
    stagingName: 'staged',
  };
  root.store.putPlacing(placing);
  return placing;
}

/** The folder at this path was just made there for `ITEM`. */
function justMade(path: string): Placed {
  const { fingerprint, name } = root.row(path);
  const placing: Placed = {
    localId: null,
    itemId: ITEM,
    parentLocalId: root.store.rootLocalId,
    kind: 'folder',
    localName: name,
    remoteName: name,
    content: null,
    fingerprint: { ...fingerprint, ctimeNs: fingerprint.mtimeNs },
    etag: etag('7'),
    stagingName: null,
  };
  root.store.putPlacing(placing);
  return placing;
}

function tell(id = ITEM): void {
  const top = root.store.remote(TOP);
  if (top === undefined) throw new Error('there is no root');
  const content = { sha1: sha1('a'.repeat(40)), sizeBytes: 6 };
  const there: RemoteEntry = { ...top, id, parentId: TOP, name: 'a', kind: 'file', etag: etag('7'), content };
  root.store.putRemote(there, root.store.tick());
}

function agreedOn({ stagingName: _installed, ...agreed }: Placed, localId: LocalId) {
  return { ...agreed, localId };
}

const placing = () => root.store.placing(() => false);

type Looking = { readonly isBusy?: boolean; readonly isSought?: boolean; readonly staging?: StagingState };

/** `isSought`: the folder was not scanned since. */
function look({ isBusy = false, isSought = false, staging = 'untold' }: Looking = {}): void {
  const settling = openSettling(root);
  const steps = isBusy ? placing().map(({ itemId: item }) => ({ kind: 'download', itemId: item })) : [];
  settling.settle(steps, staging);
  if (isSought) return;
  settling.seeAll();
  settling.settle(steps, staging);
}

test('[P85] [E111] a file put in place but never recorded is agreed on, even when renamed here and deleted there since', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  tell();
  const file = aboutToPlace('a');
  expect(placing()).toEqual([file]);
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  root.store.removeRemote(ITEM, root.store.tick());
  const { id } = root.row('b');
  look({ isBusy: true });
  expect(root.store.syncedByLocal(id)).toBeUndefined();
  look();
  expect(root.store.syncedByLocal(id)).toEqual(agreedOn(file, id));
  expect(root.dirty()).toContain('b');
  expect(placing()).toEqual([]);
  expect(root.whole.journal.query({ limit: 10 })).toMatchObject([
    { kind: 'download', rule: 'P85', path: 'b', batch: 1 },
  ]);
});

test('[P85] a new version that was put in place is agreed on for the file that it replaced', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const { id } = root.row('a');
  const file = aboutToPlace('a', id);
  tell(file.itemId);
  look();
  expect(root.store.syncedByLocal(id)).toEqual(agreedOn(file, id));
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
  const file = { ...aboutToPlace('a', before.id), fingerprint: { ...fingerprint, ctimeNs: fingerprint.mtimeNs } };
  root.store.putPlacing(file);
  tell(file.itemId);
  expect(root.store.isMissing(before.id)).toBe(true);
  look({ staging: 'left' });
  expect(root.store.syncedByItem(file.itemId)).toEqual(agreedOn(file, id));
  expect(placing()).toEqual([]);
});

test('[P85] [P11] a file put in place of one deleted and created again there is agreed on, even after later changes', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const { id } = root.row('a');
  const deleted = root.store.syncedByLocal(id)?.itemId ?? ITEM;
  const file = { ...aboutToPlace('a', id), itemId: ITEM };
  root.store.forgetPlacing(deleted);
  root.store.putPlacing(file);
  tell();
  root.store.removeRemote(deleted, root.store.tick());
  root.store.clean(root.store.dirty(10));
  await root.write('a', 'edited since');
  await root.observer.scanAll();
  look();
  expect(root.store.syncedByLocal(id)).toEqual(agreedOn(file, id));
  expect(root.store.syncedByItem(deleted)).toBeUndefined();
  expect(new Set(root.store.dirty(10).itemIds)).toEqual(new Set([deleted, ITEM]));
  expect(placing()).toEqual([]);
  expect(root.whole.journal.query({ limit: 10 })).toMatchObject([{ kind: 'download-version', rule: 'P85', path: 'a' }]);
});

test('[P85] [E111] a folder that was made and never written down is agreed on, also when it was renamed here and deleted there since', async () => {
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  tell();
  const folder = justMade('a');
  expect(placing()).toEqual([folder]);
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  root.store.removeRemote(ITEM, root.store.tick());
  look();
  const { id } = root.row('b');
  expect(root.store.syncedByLocal(id)).toEqual(agreedOn(folder, id));
  expect(root.dirty()).toContain('b');
  expect(placing()).toEqual([]);
  expect(root.whole.journal.query({ limit: 10 })).toMatchObject([
    { kind: 'create-local-folder', itemKind: 'folder', rule: 'P85', path: 'b', batch: 1, bytes: null },
  ]);
});

test('[P85] a folder that a person made at that name is not the one that was made for the item', async () => {
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  tell();
  justMade('a');
  await rename(root.at('a'), `${root.path}-away`);
  await mkdir(root.at('a'));
  await rm(`${root.path}-away`, { recursive: true });
  await root.observer.scanAll();
  look();
  expect([root.store.syncedByLocal(root.row('a').id), placing()]).toEqual([undefined, []]);
});

test('[P85] a folder about to be made when the process ended is what has its name after a scan, even when deleted there since', async () => {
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  tell();
  const folder = justMade('a');
  root.store.putPlacing({ ...folder, fingerprint: null });
  root.store.removeRemote(ITEM, root.store.tick());
  look({ isSought: true });
  expect([root.store.syncedByItem(ITEM), placing()]).toEqual([undefined, [{ ...folder, fingerprint: null }]]);
  look();
  const { id, fingerprint } = root.row('a');
  expect(root.store.syncedByLocal(id)).toEqual({ ...agreedOn(folder, id), fingerprint });
  expect(placing()).toEqual([]);
});

test('[P85] a folder about to be made when the process ended and made by no one is forgotten', async () => {
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  tell();
  root.store.putPlacing({ ...justMade('a'), fingerprint: null });
  await rm(root.at('a'), { recursive: true });
  await root.observer.scanAll();
  look();
  expect([root.store.syncedByItem(ITEM), placing()]).toEqual([undefined, []]);
});

test('[P85] a placing without its file, of a file of another item, or of an unknown item is forgotten', async () => {
  await root.write('a', 'second');
  await root.write('mine', 'other');
  await root.observer.scanAll();
  const file = aboutToPlace('a');
  look();
  expect([root.store.syncedByLocal(root.row('a').id), placing()]).toEqual([undefined, []]);
  tell();
  root.store.putPlacing({ ...file, fingerprint: { ...file.fingerprint, identity: fileIdentity('nowhere') } });
  look({ isSought: true });
  expect(placing()).toHaveLength(1);
  look();
  expect([root.store.syncedByItem(ITEM), placing()]).toEqual([undefined, []]);
  root.syncAll();
  const theirs = root.store.syncedByLocal(root.row('mine').id);
  root.store.putPlacing({ ...file, fingerprint: root.row('mine').fingerprint });
  look();
  expect([root.store.syncedByLocal(root.row('mine').id), placing()]).toEqual([theirs, []]);
});

/** A person saved over the file by a rename: under its name lies another file. */
async function saveOver(path: string): Promise<void> {
  await root.write(`${path}-new`, 'saved over');
  await rename(root.at(`${path}-new`), root.at(path));
  await root.observer.scanAll();
}

test('[P85] [E111] a save over a download that was never recorded is an edit of it, not a new file', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  tell();
  const file = aboutToPlace('a');
  await saveOver('a');
  const { id } = root.row('a');
  look({ isSought: true, staging: 'left' });
  expect(placing()).toHaveLength(1);
  look({ staging: 'left' });
  expect(root.store.syncedByLocal(id)).toEqual(agreedOn(file, id));
  expect(root.row('a').fingerprint.identity).not.toBe(file.fingerprint.identity);
  expect([root.dirty(), placing()]).toEqual([['a'], []]);
});

test('[P85] [E111] a save over a new version that was never recorded is an edit of that version', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const before = root.row('a');
  await saveOver('a');
  const file = aboutToPlace('a', before.id);
  tell(file.itemId);
  await saveOver('a');
  look({ staging: 'left' });
  expect(root.store.syncedByLocal(before.id)).toEqual(agreedOn(file, before.id));
});

test('[P85] with the staging file still there, the file at the name belongs to a person, without another scan', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  tell();
  aboutToPlace('a');
  await saveOver('a');
  look({ isSought: true, staging: 'unseen' });
  expect(placing()).toHaveLength(1);
  look({ isSought: true, staging: 'there' });
  expect([root.store.syncedByLocal(root.row('a').id), placing()]).toEqual([undefined, []]);
});

test('[P85] a staging file that is gone says nothing about the file from before, nor about that of another item', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  const { id, fingerprint } = root.row('a');
  const agreed = root.store.syncedByLocal(id);
  const file = aboutToPlace('a', id);
  const elsewhere = { ...file.fingerprint, identity: fileIdentity('nowhere') };
  tell(file.itemId);
  root.store.putPlacing({ ...file, fingerprint: elsewhere });
  look({ staging: 'left' });
  expect([root.store.syncedByLocal(id), root.row('a').fingerprint, placing()]).toEqual([agreed, fingerprint, []]);
  tell();
  root.store.putPlacing({ ...file, localId: null, itemId: ITEM, fingerprint: elsewhere });
  look({ staging: 'left' });
  expect([root.store.syncedByLocal(id), root.store.syncedByItem(ITEM), placing()]).toEqual([agreed, undefined, []]);
});
