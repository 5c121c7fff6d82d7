import { mkdir, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { etag, type ItemId, itemId } from '../../../../../../../main/engine/model/ids.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';
import { openSettling, type Settling } from '../../../../../../support/engine/settling.ts';

/** A folder with a file was deleted here, and the answer to that was lost. */
let root: LocalRoot;
let settling: Settling;
let item: ItemId;
beforeEach(async () => {
  root = await openLocalRoot();
  for (const path of ['d/one', 'd/two', 'mine']) await root.write(path, `content of ${path}`);
  await root.observer.scanAll();
  root.syncAll();
  settling = openSettling(root);
  item = agreed('d').itemId;
  tell();
  await rm(root.at('d'), { recursive: true });
  root.store.putTrashing({
    itemId: item,
    kind: 'folder',
    parentId: root.store.rootItemId,
    name: 'd',
    etag: etag('0'),
    subtree: 3,
    deletedBefore: [],
    atMs: 5,
  });
});
afterEach(() => root.dispose());

const agreed = (path: string) => {
  const row = root.store.syncedByLocal(root.row(path).id);
  if (row === undefined) throw new Error(`${path} was never agreed on`);
  return row;
};

/** The folder is on the service. */
function tell(version = etag('0')): void {
  const { store } = root;
  const top = store.remote(store.rootItemId);
  if (top === undefined) throw new Error('there is no root');
  store.putRemote({ ...top, id: item, parentId: top.id, name: 'd', etag: version }, store.tick());
}

const leave = (isLost = false): void => root.store.removeRemote(item, root.store.tick(), undefined, isLost);
const isNoted = (): boolean => root.store.trashing().length > 0;
const entries = () => root.whole.journal.query({ limit: 10 }).map(({ kind, path, rule }) => [kind, path, rule]);

test('[I5] [P85] a folder made again before its delete took effect is a new one', async () => {
  await mkdir(root.at('d'));
  await root.observer.scanAll();
  const made = agreed('d').localId;
  settling.settle();
  expect(isNoted(), 'it may still take effect').toBe(true);
  leave();
  settling.settle();
  expect(root.store.local(made)).toMatchObject({ name: 'd' });
  expect([root.store.syncedByLocal(made), root.store.syncedByItem(item), isNoted()]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  expect(root.store.dirty(10).localIds).toContain(made);
  expect(entries()).toEqual([['trash-remote', 'd', 'P85']]);
});

test('[P85] what was deleted here and then there is told as our delete, and its rows are gone', async () => {
  await root.observer.scanAll();
  await root.settle();
  leave();
  settling.settle();
  expect([root.store.syncedByItem(item), isNoted()]).toEqual([undefined, false]);
  expect(entries()).toEqual([['trash-remote', 'd', 'P85']]);
});

test('[I4] [P85] what someone deleted in it before is not brought back by the folder that was made again', async () => {
  const two = agreed('d/two');
  const [noted] = root.store.trashing();
  if (noted === undefined) throw new Error('nothing is noted');
  root.store.putTrashing({ ...noted, deletedBefore: [two.localId] });
  for (const path of ['d/one', 'd/two']) await root.write(path, `content of ${path}`);
  await root.observer.scanAll();
  leave();
  settling.settle();
  const [one, other] = ['d/one', 'd/two'].map((path) => root.store.syncedByLocal(root.row(path).id)?.itemId);
  expect([one, other]).toEqual([undefined, two.itemId]);
});

test('[P85] a delete in flight is left to its step', () => {
  leave();
  settling.settle([{ kind: 'trash-remote', itemId: item }]);
  expect([isNoted(), root.store.syncedByItem(item) !== undefined]).toEqual([true, true]);
});

test.each<[string, () => void]>([
  ['has changed since', () => tell(etag('1'))],
  ['is no longer shared', () => leave(true)],
])('[P85] the note ends if the folder %s', (_, happens) => {
  happens();
  settling.settle();
  expect([isNoted(), root.store.syncedByItem(item)?.itemId, entries()]).toEqual([false, item, []]);
});

const MINUTES = 60_000;
test.each<[string, boolean, () => void]>([
  ['is still there five minutes later', false, () => settling.advance(5 * MINUTES + 1)],
  ['is still there, and the clock was set back', false, () => settling.advance(-1)],
  ['is still there after five minutes, not more', true, () => settling.advance(5 * MINUTES)],
  ['is still there, at the time of the request', true, () => {}],
  ['is gone', true, () => [settling.advance(5 * MINUTES + 1), leave()]],
])('[P85] everything is read, and the folder %s; the note stays: %s', (_, stays, happens) => {
  happens();
  settling.readNews();
  expect(isNoted()).toBe(stays);
});

test('[P85] the note of a delete in flight stays, however late it is', () => {
  settling.settle([{ kind: 'trash-remote', itemId: item }]);
  settling.advance(5 * MINUTES + 1);
  settling.readNews();
  expect(isNoted()).toBe(true);
});

test('[P85] a delete of an item that no file is agreed with any more has nothing to record', () => {
  root.store.removeSynced(agreed('d').localId);
  leave();
  settling.settle();
  expect([isNoted(), entries(), settling.told]).toEqual([false, [], []]);
});

test('[P85] an agreed item that the service never reported was not deleted there', () => {
  const [noted] = root.store.trashing();
  const { itemId: mine } = agreed('mine');
  if (noted === undefined) throw new Error('nothing is noted');
  root.store.putTrashing({ ...noted, itemId: mine });
  settling.settle();
  expect(root.store.trashing().map(({ itemId: id }) => id)).toEqual([item]);
  expect([agreed('mine').itemId, entries()]).toEqual([mine, []]);
});

test('[P85] the note ends if the service forgot the folder', () => {
  const [noted] = root.store.trashing();
  if (noted === undefined) throw new Error('nothing is noted');
  root.store.putTrashing({ ...noted, itemId: itemId('404') });
  settling.settle();
  expect(root.store.trashing().map(({ itemId: id }) => id)).toEqual([item]);
});
