import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../../../../../main/engine/model/entry.ts';
import { etag, itemId, type LocalId } from '../../../../../../../main/engine/model/ids.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';
import { journalOf, openSettling, type Settling } from '../../../../../../support/engine/settling.ts';

const TOP = itemId('0');
const ITEM = itemId('11');

/** The folder `d` was sent to be created on the service, and there was no answer. */
let root: LocalRoot;
let settling: Settling;
let made: LocalId;
beforeEach(async () => {
  root = await openLocalRoot();
  await mkdir(root.at('d'));
  await root.observer.scanAll();
  settling = openSettling(root);
  made = root.row('d').id;
  ask();
  root.store.clean(root.store.dirty(10));
});
afterEach(() => root.dispose());

const ask = (name = 'd'): void => {
  const { id: localId, fingerprint, name: localName } = root.row('d');
  const place = { parentLocalId: root.store.rootLocalId, localName, parentId: TOP, name };
  root.store.putMaking({ localId, fingerprint, ...place, atMs: 5 });
};

function entry(change: Partial<RemoteEntry> = {}): RemoteEntry {
  const top = root.store.remote(TOP);
  if (top === undefined) throw new Error('there is no root');
  return { ...top, id: ITEM, parentId: TOP, name: 'd', kind: 'folder', etag: etag('7'), ...change };
}

/** The service tells of an item; of a new folder with this name, if the test says nothing else. */
const tell = (change?: Partial<RemoteEntry>): void => root.store.putRemote(entry(change), root.store.tick());
const leave = (isLost = false): void => root.store.removeRemote(ITEM, root.store.tick(), undefined, isLost);

const renamed = async (): Promise<void> => {
  await rename(root.at('d'), root.at('e'));
  await root.observer.scanAll();
};
const deleted = async (): Promise<void> => {
  await rm(root.at('d'), { recursive: true });
  await root.observer.scanAll();
  await root.settle();
};

const agreed = () => root.store.syncedByItem(ITEM);
const isNoted = (): boolean => root.store.making().length > 0;
const AS_SENT = { localName: 'd', remoteName: 'd', content: null, kind: 'folder' };

test.each<[string, () => Promise<void> | void]>([
  ['is at its place on both sides', () => {}],
  ['was renamed here since', renamed],
  ['was deleted here since', deleted],
  ['was renamed there since', () => tell({ name: 'other' })],
  ['was deleted there since', () => leave()],
])('[P85] a new folder that %s is agreed on at the place to which it was sent', async (_, happens) => {
  tell();
  await happens();
  settling.settle();
  expect([agreed(), isNoted()]).toMatchObject([{ ...AS_SENT, localId: made }, false]);
  expect(journalOf(root)).toMatchObject([{ kind: 'create-remote-folder', path: 'd', after: { itemId: ITEM } }]);
  expect(root.store.dirty(10).itemIds).toContain(ITEM);
});

test('[P85] a folder that appears during its request waits for the answer, wherever it goes', () => {
  const inFlight = [{ kind: 'create-remote-folder', localId: made }];
  expect(settling.settle(inFlight).itemIds).toEqual([]);
  tell();
  expect(settling.settle(inFlight).itemIds).toEqual([ITEM]);
  tell({ name: 'other' });
  expect([settling.settle(inFlight).itemIds, agreed()]).toEqual([[ITEM], undefined]);
});

test.each<[string, () => Promise<void>]>([
  ['was renamed', renamed],
  ['was deleted', deleted],
])('[P85] a folder that %s here waits until the news of the service are read once more', async (_, happens) => {
  await happens();
  expect(settling.settle().localIds).toEqual([made]);
  settling.readNews();
  expect([settling.settle().localIds, isNoted()]).toEqual([[], false]);
  tell();
  settling.settle();
  expect(agreed(), 'it is someone else’s').toBeUndefined();
});

test('[P85] a folder in its place is sent again at once; read once more, the first request counts no longer', () => {
  expect([settling.settle().localIds, isNoted()]).toEqual([[], true]);
  settling.readNews();
  settling.settle();
  expect([isNoted(), root.store.dirty(10).localIds]).toEqual([false, [made]]);
});

test.each<[string, () => void]>([
  ['was there before', () => [tell({ name: 'other' }), ask(), tell()]],
  ['came back', () => [tell({ name: 'other' }), leave(), tell()]],
  ['has another name', () => tell({ name: 'other' })],
  ['is a file', () => tell({ kind: 'file' })],
  ['is no longer shared', () => [tell(), leave(true)]],
])('[P85] an item of the service that %s is not the new folder', async (_, happens) => {
  happens();
  await deleted();
  settling.settle();
  settling.readNews();
  settling.settle();
  expect([agreed(), isNoted(), journalOf(root)]).toEqual([undefined, false, []]);
});

test('[P85] a folder that another person has changed is not the new one', async () => {
  tell({ changedBy: { id: 'bob', name: 'Bob' } });
  await renamed();
  settling.settle();
  expect([agreed(), isNoted()]).toEqual([undefined, false]);
});

test.each([
  [5 * 60_000, true],
  [5 * 60_000 + 1, false],
])('[P85] a folder that the service tells of %i ms after the request is the new one: %s', async (ms, isOurs) => {
  await renamed();
  settling.advance(ms);
  settling.startNews();
  tell();
  settling.settle();
  expect([agreed()?.localId, isNoted()]).toEqual([isOurs ? made : undefined, false]);
  expect(root.store.dirty(10).localIds).toContain(made);
});

test('[P85] a new folder is no other folder’s', async () => {
  await mkdir(root.at('mine'));
  await root.observer.scanAll();
  tell();
  const { id: localId, fingerprint } = root.row('mine');
  const place = { parentLocalId: root.store.rootLocalId, localName: 'mine', remoteName: 'd' };
  root.store.putSynced({ localId, itemId: ITEM, fingerprint, kind: 'folder', content: null, etag: null, ...place });
  settling.settle();
  settling.readNews();
  settling.settle();
  expect([agreed()?.localId, isNoted()]).toEqual([localId, false]);
});

test('[P85] sent again, it stays the folder that was seen; sent elsewhere, another one is looked for', () => {
  tell();
  ask();
  expect(root.store.making()).toMatchObject([{ name: 'd', metItemId: ITEM }]);
  ask('e');
  expect(root.store.making()).toMatchObject([{ name: 'e', metItemId: null }]);
});

test('[P85] the note ends if the folder is agreed on, or a file has its place', async () => {
  tell();
  await rm(root.at('d'), { recursive: true });
  const { id, parentId, name, fingerprint } = root.row('d');
  root.store.putLocal({ id, parentId, name, fingerprint, kind: 'file', sha1: null }, root.store.tick());
  settling.settle();
  expect([agreed(), isNoted()]).toEqual([undefined, false]);
});
