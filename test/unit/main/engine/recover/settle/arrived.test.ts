import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Content, RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { etag, type ItemId, itemId, type LocalId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import { arrivedOf, hasArrived, wasSentElsewhere } from '../../../../../../main/engine/recover/settle/arrived.ts';
import type { SentRow } from '../../../../../../main/engine/store/transfers/transfer-table.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';
import { openSettling } from '../../../../../support/engine/settling.ts';

const SENT: Content = { sha1: sha1('a'.repeat(40)), sizeBytes: 6 };
const OTHER: Content = { sha1: sha1('b'.repeat(40)), sizeBytes: 6 };
const TOP = itemId('0');
const ITEM = itemId('11');

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  await root.write('a', 'second');
  await root.observer.scanAll();
});
afterEach(() => root.dispose());

/** The service has a file with this content. */
function tell(id: ItemId, name: string, content: Content, change: Partial<RemoteEntry> = {}): void {
  const top = root.store.remote(TOP);
  if (top === undefined) throw new Error('there is no root');
  const there: RemoteEntry = { ...top, id, parentId: TOP, name, kind: 'file', etag: etag('7'), content, ...change };
  root.store.putRemote(there, root.store.tick());
}

const leave = (id: ItemId): void => root.store.removeRemote(id, root.store.tick());

/** The file at this path was sent with the content `SENT`. */
function send(path: string, destination: SentRow['destination'], metItemId: ItemId | null = null): LocalId {
  const { id, fingerprint, name } = root.row(path);
  root.whole.transfers.saveSent({
    key: `1/${id}`,
    destination,
    content: SENT,
    fingerprint,
    localName: name,
    metItemId,
  });
  return id;
}

const sendNew = (path: string, metItemId: ItemId | null = null, parentId = TOP): LocalId =>
  send(path, { kind: 'new', parentId, name: path.slice(path.lastIndexOf('/') + 1) }, metItemId);

function sentRow(): SentRow {
  const [sent] = root.whole.transfers.sent('1');
  if (sent === undefined) throw new Error('nothing was sent');
  return sent;
}

const arrived = (id: LocalId) => arrivedOf(root.store, sentRow(), id);

async function remove(path: string): Promise<void> {
  await rm(root.at(path));
  await root.observer.scanAll();
  await root.settle();
}

describe('[P85] a new file that was sent', () => {
  test('is the item under its name that has its content, also one from before', () => {
    tell(ITEM, 'a', SENT);
    const id = sendNew('a');
    expect(arrived(id)).toMatchObject({ there: { id: ITEM }, agreed: { itemId: ITEM, localId: id, localName: 'a' } });
    expect(hasArrived(root.store, [sentRow()], id)).toBe(true);
  });

  test.each<[string, () => void]>([
    ['has other content', () => tell(ITEM, 'a', OTHER)],
    ['has another name', () => tell(ITEM, 'b', SENT)],
    ['is gone', () => [tell(ITEM, 'a', SENT), leave(ITEM)]],
  ])('is no item from before that %s', (_, before) => {
    before();
    expect(arrived(sendNew('a'))).toBeNull();
  });

  test('is no item that another file here is agreed with', async () => {
    await root.write('mine', 'second');
    await root.observer.scanAll();
    const id = sendNew('a');
    root.syncAll();
    root.store.removeSynced(id);
    const mine = root.store.syncedByLocal(root.row('mine').id)?.itemId ?? ITEM;
    tell(mine, 'a', SENT);
    expect(arrived(id)).toBeNull();
  });

  test.each<[string, Content, boolean]>([
    ['its content', SENT, true],
    ['other content', OTHER, false],
  ])('met an item at a resend that then went with %s', (_, content, isIt) => {
    tell(ITEM, 'a', content);
    leave(ITEM);
    const id = sendNew('a', ITEM);
    expect(arrived(id)).toEqual(
      isIt ? { there: null, agreed: expect.objectContaining({ itemId: ITEM, localId: id, content: SENT }) } : null,
    );
  });

  test('says nothing if its folder is no longer agreed on', () => {
    const id = sendNew('a', null, itemId('404'));
    tell(ITEM, 'a', SENT, { parentId: itemId('404') });
    expect(arrived(id)).toBeNull();
  });

  test('is no folder that has its number now', () => {
    const id = sendNew('a');
    root.store.putLocal({ ...root.row('a'), kind: 'folder' }, root.store.tick());
    tell(ITEM, 'a', SENT);
    expect(arrived(id)).toBeNull();
  });

  test('deleted here since, is only an item that came with the time that was sent', async () => {
    await utimes(root.at('a'), 1, 1);
    await root.observer.scanAll();
    const id = sendNew('a', ITEM);
    await remove('a');
    tell(ITEM, 'a', SENT, { contentModifiedAtMs: 1_999 });
    expect(arrived(id)).toMatchObject({ agreed: { itemId: ITEM, localId: id } });
    tell(ITEM, 'a', SENT, { contentModifiedAtMs: 2_000 });
    expect(arrived(id)).toBeNull();
    leave(ITEM);
    expect(arrived(id)).toBeNull();
  });

  test('deleted here since, is no item whose time is unknown', async () => {
    await utimes(root.at('a'), 0, 0);
    await root.observer.scanAll();
    const id = sendNew('a', ITEM);
    await remove('a');
    tell(ITEM, 'a', SENT, { contentModifiedAtMs: null });
    expect(arrived(id)).toBeNull();
  });
});

describe('[P85] a version that was sent', () => {
  const VERSION_OF = (id: ItemId): SentRow['destination'] => ({
    kind: 'version',
    itemId: id,
    name: 'a',
    ifMatch: etag('0'),
  });
  let id: LocalId;
  let item: ItemId;
  beforeEach(() => {
    root.syncAll();
    id = root.row('a').id;
    item = root.store.syncedByLocal(id)?.itemId ?? ITEM;
    tell(item, 'a', OTHER, { etag: etag('1') });
  });

  test.each<[string, () => void, 'there' | 'gone' | null]>([
    ['is current there', () => tell(item, 'a', SENT), 'there'],
    ['was the last one', () => [tell(item, 'a', SENT), leave(item)], 'gone'],
    ['is not there', () => {}, null],
    ['was not the last one', () => leave(item), null],
    ['was followed by another', () => [tell(item, 'a', SENT), tell(item, 'a', OTHER)], null],
  ])('before this one was noted: its content %s', (_, before, outcome) => {
    before();
    send('a', VERSION_OF(item));
    const now = arrived(id);
    expect(now === null ? null : now.there === null ? 'gone' : 'there').toBe(outcome);
    const seenEtag = outcome === 'there' ? etag('7') : etag('0');
    if (now !== null) expect(now.agreed).toMatchObject({ itemId: item, localId: id, content: SENT, etag: seenEtag });
  });

  test('that is agreed on already has nothing to record', () => {
    send('a', VERSION_OF(item));
    const row = root.store.syncedByLocal(id);
    if (row !== undefined) root.store.putSynced({ ...row, content: SENT });
    tell(item, 'a', SENT);
    expect(arrived(id)).toBeNull();
  });

  test('of an item that no file is agreed with is no one’s', () => {
    send('a', VERSION_OF(item));
    root.store.removeSynced(id);
    tell(item, 'a', SENT);
    expect(arrived(id)).toBeNull();
  });

  test('of an item that is agreed with another file here is not of this one', async () => {
    await root.write('b', 'second');
    await root.observer.scanAll();
    const other = send('b', VERSION_OF(item));
    tell(item, 'a', SENT);
    expect(arrived(other)).toBeNull();
    await remove('a');
    expect(arrived(other), 'made again here, it has the row of the deleted file').not.toBeNull();
    await remove('b');
    expect(arrived(other), 'both are gone').toBeNull();
  });

  test('is no longer meant once its file was set aside, whether or not the item has another file here', async () => {
    const row = root.store.syncedByLocal(id);
    send('a', VERSION_OF(item));
    await rename(root.at('a'), root.at('a (conflicted copy)'));
    await root.write('a', 'other');
    await root.observer.scanAll();
    root.store.removeSynced(id);
    openSettling(root).settle([{ kind: 'upload-version', localId: id }]);
    expect(root.whole.transfers.sent('1'), 'its request is under way').toHaveLength(1);
    openSettling(root).settle();
    expect(root.whole.transfers.sent('1')).toEqual([]);

    send('a (conflicted copy)', VERSION_OF(item));
    if (row !== undefined) root.store.putSynced({ ...row, localId: root.row('a').id });
    openSettling(root).settle();
    expect(root.whole.transfers.sent('1')).toEqual([]);
  });
});

describe('[P85] a new file is elsewhere than it was sent from', () => {
  const isElsewhere = (id: LocalId): boolean => wasSentElsewhere(root.store, sentRow(), id);

  test('only once it has moved to another name or folder', async () => {
    await mkdir(root.at('folder'));
    await root.observer.scanAll();
    const id = sendNew('a');
    expect(isElsewhere(id)).toBe(false);
    await rename(root.at('a'), root.at('b'));
    await root.observer.scanAll();
    expect(isElsewhere(id)).toBe(true);
    await rename(root.at('b'), root.at('folder/a'));
    await root.observer.scanAll();
    expect(isElsewhere(id)).toBe(true);
  });

  test('also when the folder it was sent to is no longer agreed on', () => {
    expect(isElsewhere(sendNew('a', null, itemId('404')))).toBe(true);
  });

  test('not when it was deleted', async () => {
    const id = sendNew('a');
    await remove('a');
    expect(isElsewhere(id)).toBe(false);
  });
});
