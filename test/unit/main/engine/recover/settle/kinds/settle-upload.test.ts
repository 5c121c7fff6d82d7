import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Content, LocalEntry, RemoteEntry } from '../../../../../../../main/engine/model/entry.ts';
import { etag, type ItemId, itemId, type LocalId, sha1 } from '../../../../../../../main/engine/model/ids.ts';
import { hasArrived } from '../../../../../../../main/engine/recover/settle/arrived.ts';
import type { Store } from '../../../../../../../main/engine/store/store.ts';
import type { SentRow } from '../../../../../../../main/engine/store/transfers/transfer-table.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';
import { openSettling } from '../../../../../../support/engine/settling.ts';

const SENT: Content = { sha1: sha1('a'.repeat(40)), sizeBytes: 6 };
const OTHER: Content = { sha1: sha1('b'.repeat(40)), sizeBytes: 6 };
const ROOT_KEY = '1';
const TOP = itemId('0');

let root: LocalRoot;
let store: Store;
beforeEach(async () => {
  root = await openLocalRoot();
  store = root.whole;
});
afterEach(async () => {
  await root.dispose();
});

/** The file at this path was about to be sent with the content `SENT`. */
function aboutToSend(path: string, destination: SentRow['destination'], metItemId: ItemId | null = null): LocalId {
  const { id, fingerprint, name } = root.row(path);
  const key = `${ROOT_KEY}/${id}`;
  store.transfers.saveSent({ key, destination, content: SENT, fingerprint, localName: name, metItemId });
  return id;
}

const asNew = (name: string): SentRow['destination'] => ({ kind: 'new', parentId: TOP, name });
const asVersion = (id: ItemId, name: string): SentRow['destination'] => ({
  kind: 'version',
  itemId: id,
  name,
  ifMatch: etag('0'),
});

/** The service tells of a file with this content. */
function tell(id: ItemId, name: string, content: Content): void {
  const top = root.store.remote(TOP);
  if (top === undefined) throw new Error('there is no root');
  const there: RemoteEntry = { ...top, id, parentId: TOP, name, kind: 'file', etag: etag('7'), content };
  root.store.putRemote(there, root.store.tick());
}

/** The service tells of the file of this row, with the content `SENT` and the time that was sent along, give or take. */
function tellOfSent(id: ItemId, { name, fingerprint }: LocalEntry, laterMs = 0): void {
  tell(id, name, SENT);
  const there = root.store.remote(id);
  if (there === undefined) throw new Error('it was not reported');
  const contentModifiedAtMs = Number(BigInt(fingerprint.mtimeNs) / 1_000_000_000n) * 1000 + laterMs;
  root.store.putRemote({ ...there, contentModifiedAtMs }, root.store.tick());
}

async function remove(path: string): Promise<void> {
  await rm(root.at(path));
  await root.observer.scanAll();
  await root.settle();
}

/** The items that were met while the step of their file is on its way. */
const recognize = (busy: LocalId | null = null, mayComeYet = false): readonly ItemId[] =>
  recognized(busy, mayComeYet).arriving;

/** The same, and the files that wait. `mayComeYet`: the service was not asked for news since. */
function recognized(busy: LocalId | null, mayComeYet: boolean) {
  const settling = openSettling(root);
  const steps = busy === null ? [] : [{ kind: 'upload', localId: busy }];
  let held = settling.settle(steps);
  if (!mayComeYet) {
    settling.readNews();
    held = settling.settle(steps);
  }
  expect(held.aborted).toEqual(held.itemIds.length > 0 ? steps : []);
  return { arriving: held.itemIds, elsewhere: held.localIds };
}

/** `a` is synced, and a new version of it is about to be sent. */
async function versionOnItsWay() {
  await root.write('a', 'first');
  await root.observer.scanAll();
  root.syncAll();
  const before = rowOf(root.row('a').id);
  if (before === undefined) throw new Error('it is not synced');
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asVersion(before.itemId, 'a'));
  const { fingerprint } = root.row('a');
  return { before, id, fingerprint };
}

const rowOf = (id: LocalId) => root.store.syncedByLocal(id);

test('[P85] [E99] [E110] a version that is met there and was sent from here is agreed on; what the file became since is a change', async () => {
  const { before, id, fingerprint } = await versionOnItsWay();
  await root.write('a', 'third one');
  await root.observer.scanAll();
  recognize();
  expect(rowOf(id)).toEqual(before);
  tell(before.itemId, 'a', SENT);
  root.store.clean(root.store.dirty(10));
  recognize();
  expect(rowOf(id)).toEqual({ ...before, content: SENT, etag: etag('7'), fingerprint });
  expect(root.dirty()).toEqual(['a']);
  expect(store.transfers.sent(ROOT_KEY)).toEqual([]);
  expect(store.journal.query({ limit: 10 })).toMatchObject([
    { kind: 'upload-version', rule: 'P85', path: 'a', batch: 1 },
  ]);
});

test('[P85] a version that was sent from here and went with its item is the one that was deleted; an older one is not', async () => {
  const { before, id, fingerprint } = await versionOnItsWay();
  tell(before.itemId, 'a', OTHER);
  root.store.removeRemote(before.itemId, root.store.tick());
  recognize();
  expect(rowOf(id)).toEqual(before);
  tell(before.itemId, 'a', SENT);
  root.store.removeRemote(before.itemId, root.store.tick());
  recognize();
  expect(rowOf(id)).toEqual({ ...before, content: SENT, etag: etag('7'), fingerprint });
  expect(root.dirty()).toEqual(['a']);
  expect(store.transfers.sent(ROOT_KEY)).toEqual([]);
});

test('[P85] a new file is sent again, whatever was deleted under its name before', async () => {
  await root.write('new', 'second');
  await root.observer.scanAll();
  tell(itemId('99'), 'new', SENT);
  root.store.removeRemote(itemId('99'), root.store.tick());
  const id = aboutToSend('new', asNew('new'));
  recognize();
  expect(rowOf(id)).toBeUndefined();
});

test('[P85] [E99] a new file whose item was met at a repetition is that item, though it was renamed there since', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'), itemId('11'));
  tell(itemId('11'), 'b', OTHER);
  recognize();
  expect(rowOf(id)).toBeUndefined();
  tell(itemId('11'), 'b', SENT);
  recognize();
  expect(rowOf(id)).toMatchObject({ itemId: itemId('11'), localName: 'a', remoteName: 'a', content: SENT });
});

test('[P85] a new file that reached the service after it was sent, and is deleted there since, counts as that deleted file', async () => {
  await root.write('a', 'second');
  await root.write('b', 'second');
  await root.observer.scanAll();
  const other = aboutToSend('b', asNew('b'));
  const id = aboutToSend('a', asNew('a'));
  const { fingerprint } = root.row('a');
  const hasArrivedHere = (file: LocalId) => hasArrived(root.store, store.transfers.sent(ROOT_KEY), file);
  expect(hasArrivedHere(id)).toBe(false);
  tell(itemId('11'), 'a', SENT);
  expect(hasArrivedHere(id)).toBe(true);
  root.store.removeRemote(itemId('11'), root.store.tick());
  expect(hasArrivedHere(id)).toBe(true);
  expect(hasArrivedHere(other)).toBe(false);
  recognize();
  expect(rowOf(id)).toMatchObject({ itemId: '11', localName: 'a', remoteName: 'a', content: SENT, fingerprint });
  expect(rowOf(other)).toBeUndefined();
  expect(root.dirty()).toContain('a');
});

test('[P85] a version reported after it was sent is recognised when edited there since, and then deleted', async () => {
  const { before, id, fingerprint } = await versionOnItsWay();
  const agreed = { ...before, content: SENT, etag: etag('7'), fingerprint };
  tell(before.itemId, 'a', SENT);
  tell(before.itemId, 'a', OTHER);
  const sent = store.transfers.sent(ROOT_KEY);
  recognize();
  expect(rowOf(id)).toEqual(agreed);
  expect(store.journal.query({ limit: 1 })[0]?.after).toContain('"versionId":null');
  root.store.putSynced(before);
  root.store.removeRemote(before.itemId, root.store.tick());
  expect(hasArrived(root.store, sent, id)).toBe(true);
});

test('[P85] a new file reported after it was sent is recognised when edited there since, and then deleted', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'));
  const { fingerprint } = root.row('a');
  tell(itemId('11'), 'a', SENT);
  tell(itemId('11'), 'a', OTHER);
  // Sent again, it meets itself.
  aboutToSend('a', asNew('a'), itemId('11'));
  const sent = store.transfers.sent(ROOT_KEY);
  recognize();
  const agreed = { itemId: '11', localName: 'a', remoteName: 'a', content: SENT, etag: etag('7'), fingerprint };
  expect(rowOf(id)).toMatchObject(agreed);
  root.store.removeSynced(id);
  root.store.removeRemote(itemId('11'), root.store.tick());
  expect(hasArrived(root.store, sent, id)).toBe(true);
});

test('[P85] a file that had the name when a new one was sent again is recognised only by a report with that content', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'), itemId('11'));
  tell(itemId('11'), 'a', OTHER);
  const hasArrivedHere = () => hasArrived(root.store, store.transfers.sent(ROOT_KEY), id);
  expect(hasArrivedHere()).toBe(false);
  tell(itemId('11'), 'a', SENT);
  tell(itemId('11'), 'a', OTHER);
  expect(hasArrivedHere()).toBe(true);
});

test('[P85] an item that came and went with other content, or was lost, is not the file that was sent', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'), itemId('11'));
  tell(itemId('11'), 'a', OTHER);
  root.store.removeRemote(itemId('11'), root.store.tick());
  recognize();
  expect(rowOf(id)).toBeUndefined();
  tell(itemId('11'), 'a', SENT);
  root.store.removeRemote(itemId('11'), root.store.tick(), undefined, true);
  recognize();
  expect(rowOf(id)).toBeUndefined();
});

test('[P85] a foreign version, and one that a running step handles, are left to the plan', async () => {
  await root.write('a', 'first');
  await root.observer.scanAll();
  root.syncAll();
  const before = rowOf(root.row('a').id);
  if (before === undefined) throw new Error('it is not synced');
  const id = aboutToSend('a', asVersion(before.itemId, 'a'));
  tell(before.itemId, 'a', OTHER);
  recognize();
  expect(rowOf(id)).toEqual(before);
  tell(before.itemId, 'a', SENT);
  recognize(id);
  expect(rowOf(id)).toEqual(before);
  expect(store.transfers.sent(ROOT_KEY)).toHaveLength(1);
});

test('[P85] a new file met while its request is in flight is reported even when moved since, and agreed on after that', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'));
  expect(recognize(id)).toEqual([]);
  tell(itemId('12'), 'elsewhere', SENT);
  expect(recognize(id)).toEqual([]);
  tell(itemId('11'), 'a', SENT);
  tell(itemId('11'), 'moved', SENT);
  expect(recognize(id)).toEqual([itemId('11')]);
  tell(itemId('11'), 'moved', OTHER);
  expect(recognize(id)).toEqual([itemId('11')]);
  expect(rowOf(id)).toBeUndefined();
  expect(recognize()).toEqual([]);
  expect(rowOf(id)).toMatchObject({ itemId: itemId('11'), localName: 'a', remoteName: 'a', content: SENT });
});

test('[P85] a version met while its request is in flight is reported, a foreign one is not', async () => {
  const { before, id } = await versionOnItsWay();
  tell(before.itemId, 'a', OTHER);
  expect(recognize(id)).toEqual([]);
  tell(before.itemId, 'a', SENT);
  expect(recognize(id)).toEqual([before.itemId]);
  expect(rowOf(id)).toEqual(before);
});

test('[P85] [E99] a new file that was sent from here is the same item, also when it was renamed here since', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'));
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  tell(itemId('11'), 'a', SENT);
  recognize();
  expect(rowOf(id)).toMatchObject({ itemId: itemId('11'), localName: 'a', remoteName: 'a', content: SENT });
});

test('[P85] a new file that was renamed or moved here since it was sent waits for its request, and then until the service was asked once more', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'));
  expect(recognized(id, true).elsewhere).toEqual([]);
  expect(recognized(null, true).elsewhere).toEqual([]);
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  expect(recognized(id, true).elsewhere).toEqual([id]);
  expect(recognized(null, true).elsewhere).toEqual([id]);
  expect(store.transfers.sent(ROOT_KEY)).toHaveLength(1);
  root.store.clean(root.store.dirty(10));
  expect(recognized(null, false).elsewhere).toEqual([]);
  expect(store.transfers.sent(ROOT_KEY)).toEqual([]);
  expect(root.dirty()).toEqual(['b']);
});

test('[P85] a synced file waits for nothing sent under its former name', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'));
  root.syncAll();
  tell(rowOf(id)?.itemId ?? TOP, 'a', OTHER);
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  expect(recognized(id, true).elsewhere).toEqual([]);
});

test('[P85] [P12] an edit that beat a delete is known for one’s own, though its file has the row of the item that is gone', async () => {
  await root.write('a', 'first');
  await root.observer.scanAll();
  root.syncAll();
  const before = rowOf(root.row('a').id);
  if (before === undefined) throw new Error('it is not synced');
  tell(before.itemId, 'elsewhere', OTHER);
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'));
  const { fingerprint } = root.row('a');
  tell(itemId('11'), 'a', SENT);
  recognize();
  expect(rowOf(id)).toEqual(before);
  root.store.removeRemote(before.itemId, root.store.tick());
  recognize();
  expect(rowOf(id)).toMatchObject({ itemId: '11', localName: 'a', content: SENT, fingerprint });
});

test('[P85] an item that belongs to another file here belongs to no other', async () => {
  await root.write('a', 'second');
  await root.write('mine', 'other');
  await root.observer.scanAll();
  const mine = root.row('mine').id;
  const sent = aboutToSend('mine', asNew('a'));
  root.syncAll();
  const theirs = rowOf(mine);
  recognize();
  expect(rowOf(sent)).toEqual(theirs);
});

test('[P85] [E99] a new file that is deleted here before it was answered for is the one that came there, also while its request is under way', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const file = root.row('a');
  const gone = aboutToSend('a', asNew('a'));
  await remove('a');
  recognize(null, true);
  expect(store.transfers.sent(ROOT_KEY)).toHaveLength(1);
  tellOfSent(itemId('11'), file);
  recognize(gone);
  expect(rowOf(gone)).toMatchObject({ itemId: '11', localName: 'a', remoteName: 'a', content: SENT });
  expect(store.transfers.sent(ROOT_KEY)).toEqual([]);
});

test('[P85] a file that is deleted here takes nothing along that was there before, or is of another time', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const file = root.row('a');
  tellOfSent(itemId('10'), file);
  const gone = aboutToSend('a', asNew('a'));
  await remove('a');
  recognize(null, true);
  expect(rowOf(gone)).toBeUndefined();
  root.store.removeRemote(itemId('10'), root.store.tick());
  tellOfSent(itemId('11'), file, 1000);
  recognize(null, true);
  expect(rowOf(gone)).toBeUndefined();
  recognize(gone, false);
  expect(store.transfers.sent(ROOT_KEY)).toHaveLength(1);
  recognize(null, false);
  expect(rowOf(gone)).toBeUndefined();
  expect(store.transfers.sent(ROOT_KEY)).toEqual([]);
});

test('[P85] nothing is settled while the result of a step is still to be recorded: it knows more', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  const id = aboutToSend('a', asNew('a'));
  tell(itemId('11'), 'a', SENT);
  openSettling(root).settle([{ kind: 'upload', localId: id }]);
  expect([rowOf(id), store.transfers.sent(ROOT_KEY).length]).toEqual([undefined, 1]);
});

test('[P85] contents of a root are forgotten with it, one by one or all of a file', () => {
  const fingerprint = { identity: 'x', sizeBytes: 6, mtimeNs: '1', ctimeNs: '2' } as SentRow['fingerprint'];
  const met = { metItemId: null, metEtag: null };
  const row = { key: '1/5', destination: asNew('a'), content: SENT, fingerprint, localName: 'a', ...met };
  const other = { ...row, content: { sha1: sha1('c'.repeat(40)), sizeBytes: 6 } };
  store.transfers.saveSent(row);
  store.transfers.saveSent(other);
  store.transfers.saveSent({ ...row, key: '1/6' });
  store.transfers.saveSent({ ...row, key: '12/5' });
  store.transfers.forgetSent('1/5', SENT.sha1);
  expect(store.transfers.sent('1')).toEqual([other, { ...row, key: '1/6' }]);
  store.removeRoot(root.store.id);
  expect(store.transfers.sent('1')).toEqual([]);
  expect(store.transfers.sent('12')).toEqual([{ ...row, key: '12/5' }]);
});
