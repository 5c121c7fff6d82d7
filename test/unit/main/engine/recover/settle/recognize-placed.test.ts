import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { etag, fileIdentity, itemId, type LocalId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import type { Placing } from '../../../../../../main/engine/model/plan/placing.ts';
import { recognize } from '../../../../../../main/engine/recover/settle/recognize-placed.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/local-root.ts';

const ITEM = itemId('11');
const TOP = itemId('0');

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

/** The file at this path was about to be put there for `ITEM`, as `localId` when it replaces one. */
function aboutToPlace(path: string, localId: LocalId | null = null): Placing {
  const { id, fingerprint, name, parentId } = root.row(path);
  const row = root.store.syncedByLocal(id);
  const placing: Placing = {
    localId,
    itemId: row?.itemId ?? ITEM,
    parentLocalId: parentId ?? root.store.rootLocalId,
    kind: 'file',
    localName: name,
    remoteName: name,
    content: { sha1: sha1('a'.repeat(40)), sizeBytes: fingerprint.sizeBytes },
    fingerprint: { ...fingerprint, ctimeNs: fingerprint.mtimeNs },
    etag: etag('7'),
  };
  root.store.putPlacing(placing);
  return placing;
}

/** The folder at this path was just made there for `ITEM`. */
function justMade(path: string): Placing {
  const { fingerprint, name } = root.row(path);
  const placing: Placing = {
    localId: null,
    itemId: ITEM,
    parentLocalId: root.store.rootLocalId,
    kind: 'folder',
    localName: name,
    remoteName: name,
    content: null,
    fingerprint: { ...fingerprint, ctimeNs: fingerprint.mtimeNs },
    etag: etag('7'),
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

const placing = () => root.store.placing(() => false);

function look({ isBusy = false, isSought = false } = {}): void {
  const { journal } = root.whole;
  root.store.transaction(() =>
    recognize(
      { root: root.store, journal, nowMs: 5, batch: () => 1, isSought: () => isSought },
      root.store.placing(() => isBusy),
    ),
  );
}

test('[P85] [E111] what was put in place and never written down is agreed on, also when it was renamed here and deleted there since', async () => {
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
  expect(root.store.syncedByLocal(id)).toEqual({ ...file, localId: id });
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
  expect(root.store.syncedByLocal(id)).toEqual(file);
  expect(root.whole.journal.query({ limit: 10 })).toMatchObject([{ kind: 'download-version', rule: 'P85' }]);
});

test('[P85] [P11] what was put in place of a file that was deleted and made again there is agreed on, whatever it became since', async () => {
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
  expect(root.store.syncedByLocal(id)).toEqual(file);
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
  expect(root.store.syncedByLocal(id)).toEqual({ ...folder, localId: id });
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

test('[P85] what is not there, belongs to another item, or is of an item that nobody knows, is forgotten', async () => {
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
