import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Content, RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { etag, type ItemId, itemId, type LocalId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import type { SentRow } from '../../../../../../main/engine/store/transfers/transfer-table.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';
import { journalOf, openSettling, type Settling } from '../../../../../support/engine/settling.ts';

const SENT: Content = { sha1: sha1('a'.repeat(40)), sizeBytes: 6 };
const OTHER: Content = { sha1: sha1('b'.repeat(40)), sizeBytes: 6 };
const TOP = itemId('0');
const ITEM = itemId('11');

let root: LocalRoot;
let settling: Settling;
beforeEach(async () => {
  root = await openLocalRoot();
  await root.write('a', 'second');
  await root.observer.scanAll();
  settling = openSettling(root);
});
afterEach(() => root.dispose());

/** The service tells of a file with this content. */
function tell(id: ItemId, name: string, content: Content): void {
  const top = root.store.remote(TOP);
  if (top === undefined) throw new Error('there is no root');
  const there: RemoteEntry = { ...top, id, parentId: TOP, name, kind: 'file', etag: etag('7'), content };
  root.store.putRemote(there, root.store.tick());
}

const leave = (id: ItemId): void => root.store.removeRemote(id, root.store.tick());

/** The file at this path was sent with this content. */
function send(path: string, destination: SentRow['destination'], content = SENT): LocalId {
  const { id, fingerprint, name } = root.row(path);
  const key = `1/${id}`;
  root.whole.transfers.saveSent({ key, destination, content, fingerprint, localName: name, metItemId: null });
  return id;
}

const sendNew = (path: string, content = SENT): LocalId =>
  send(path, { kind: 'new', parentId: TOP, name: path }, content);

/** `a` is in sync, and a new version of it was sent. */
function sendVersion(): { readonly id: LocalId; readonly item: ItemId } {
  root.syncAll();
  const { id } = root.row('a');
  const item = root.store.syncedByLocal(id)?.itemId ?? ITEM;
  tell(item, 'a', OTHER);
  send('a', { kind: 'version', itemId: item, name: 'a', ifMatch: etag('0') });
  return { id, item };
}

async function remove(path: string): Promise<void> {
  await rm(root.at(path));
  await root.observer.scanAll();
  await root.settle();
}

const sent = () => root.whole.transfers.sent('1').map(({ content }) => content);
const clean = (): void => root.store.clean(root.store.dirty(10));

test('[P85] [I5] once a version is known to have arrived, an earlier one of the file that comes there later is someone else’s', () => {
  const { id, item } = sendVersion();
  const newer: Content = { sha1: sha1('c'.repeat(40)), sizeBytes: 6 };
  send('a', { kind: 'version', itemId: item, name: 'a', ifMatch: etag('0') }, newer);
  tell(item, 'a', newer);
  settling.settle();
  expect(sent()).toEqual([]);
  tell(item, 'a', SENT);
  settling.settle();
  expect(root.store.syncedByLocal(id)?.content).toEqual(newer);
});

describe('[P85] settling announces', () => {
  test('one batch with each effect that came to light', async () => {
    await root.write('b', 'second');
    await root.observer.scanAll();
    sendNew('a');
    sendNew('b');
    tell(ITEM, 'a', SENT);
    tell(itemId('12'), 'b', SENT);
    settling.settle();
    expect(settling.told).toEqual([['upload a', 'upload b']]);
    settling.settle();
    expect(settling.told).toHaveLength(1);
  });

  test('nothing for an effect that is still open, did not take place, or has no entry', async () => {
    sendNew('a');
    settling.settle();
    await root.write('taken', 'by a step');
    await root.observer.scanAll();
    root.store.putTaking([root.row('taken').id]);
    await remove('taken');
    await remove('a');
    settling.settle();
    settling.readNews();
    settling.settle();
    expect([sent(), root.store.taking(), settling.told]).toEqual([[], [], []]);
  });
});

describe('[P85] an effect that shows while its request is in flight', () => {
  test.each(['upload', 'upload-version'])('cuts that %s short, and no other step', async (kind) => {
    await root.write('b', 'second');
    await root.observer.scanAll();
    const [id, other] = [sendNew('a'), root.row('b').id];
    tell(ITEM, 'a', SENT);
    const own = { kind, localId: id };
    const steps = [own, { kind: 'move-remote', localId: id }, { kind, localId: other }, { kind, itemId: ITEM }];
    expect(settling.settle(steps)).toEqual({ localIds: [], itemIds: [ITEM], isWhole: false, aborted: [own] });
    expect(sent()).toEqual([SENT]);
  });

  test('is none if the item was there before it was sent', () => {
    tell(ITEM, 'a', SENT);
    const id = sendNew('a');
    expect(settling.settle([{ kind: 'upload', localId: id }])).toMatchObject({ itemIds: [], aborted: [] });
  });

  test('holds the whole root once the item is gone again, and only then', () => {
    const steps = [{ kind: 'upload', localId: sendNew('a') }];
    tell(ITEM, 'a', SENT);
    expect(settling.settle(steps)).toMatchObject({ itemIds: [ITEM], isWhole: false });
    leave(ITEM);
    expect(settling.settle(steps)).toMatchObject({ itemIds: [ITEM], isWhole: true });
  });
});

describe('[P85] the journal records an upload as its step would have', () => {
  const after = (item: ItemId) => ({ itemId: item, versionId: null, sha1: SENT.sha1, etag: '7' });

  test.each<[string, () => void, string]>([
    ['is there', () => {}, 'a'],
    ['was moved there since', () => tell(ITEM, 'b', SENT), 'b'],
    ['was deleted there since', () => leave(ITEM), 'a'],
  ])('a new file that %s', (_, happens, path) => {
    sendNew('a');
    tell(ITEM, 'a', SENT);
    happens();
    settling.settle();
    expect(journalOf(root)).toEqual([{ kind: 'upload', path, bytes: 6, before: null, after: after(ITEM) }]);
  });

  test.each<[string, (item: ItemId) => void]>([
    ['is there', () => {}],
    ['was deleted there since', leave],
  ])('a version that %s, with the one that it replaced', (_, happens) => {
    const { id, item } = sendVersion();
    const row = root.store.syncedByLocal(id);
    tell(item, 'a', SENT);
    happens(item);
    settling.settle();
    const before = { itemId: item, sha1: row?.content?.sha1, etag: '0' };
    expect(journalOf(root)).toEqual([{ kind: 'upload-version', path: 'a', bytes: 6, before, after: after(item) }]);
  });
});

describe('[P85] the contents of a file that were sent', () => {
  test('are forgotten together once one has arrived', () => {
    sendNew('a', OTHER);
    sendNew('a');
    tell(ITEM, 'a', SENT);
    clean();
    settling.settle();
    expect([sent(), root.store.syncedByItem(ITEM)?.content]).toEqual([[], SENT]);
  });

  test('are each forgotten if the file was deleted and none arrived; it is not planned again', async () => {
    sendNew('a', OTHER);
    sendNew('a');
    await remove('a');
    clean();
    settling.settle();
    expect(sent()).toEqual([OTHER, SENT]);
    settling.readNews();
    settling.settle();
    expect([sent(), root.store.dirty(10).localIds]).toEqual([[], []]);
  });

  test('wait for their request while the file is agreed on, also when it was deleted here', async () => {
    sendVersion();
    await remove('a');
    settling.settle();
    settling.readNews();
    settling.settle();
    expect(sent()).toEqual([SENT]);
  });

  test('are open until the news of the service were read, and not while there are more', async () => {
    const id = sendNew('a');
    await rename(root.at('a'), root.at('b'));
    await root.observer.scanAll();
    expect(settling.settle().localIds).toEqual([id]);
    settling.readNews();
    settling.context.service.ask();
    expect(settling.settle().localIds).toEqual([id]);
    settling.readNews();
    expect(settling.settle().localIds).toEqual([]);
  });
});
