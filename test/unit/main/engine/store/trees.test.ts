import { afterEach, beforeEach, expect, test } from 'vitest';
import { etag, itemId, localId, sequenceId, stepKey } from '../../../../../main/engine/model/ids.ts';
import { nameKey } from '../../../../../main/engine/model/names/name-key.ts';
import {
  fingerprintOf,
  localEntry,
  openStoreBench,
  putPair,
  remoteEntry,
  type StoreBench,
  syncedEntry,
} from '../../../../support/engine/store-bench.ts';

let bench: StoreBench;
beforeEach(() => {
  bench = openStoreBench();
  bench.root.clean(bench.root.dirty(1000));
});
afterEach(() => bench.store.close());

const top = () => ({ local: bench.root.rootLocalId, item: bench.root.rootItemId });

test('the root pair is in all three trees from the start', () => {
  const { root } = bench;
  expect(root.local(root.rootLocalId)).toMatchObject({ parentId: null, kind: 'folder' });
  expect(root.remote(root.rootItemId)).toMatchObject({ parentId: null, kind: 'folder' });
  expect(root.syncedByLocal(root.rootLocalId)?.itemId).toBe(root.rootItemId);
  expect(root.syncedTotals()).toEqual({ files: 0, folders: 0, bytes: 0 });
});

test('[I12] children come in the order of code units, also beyond the basic plane', () => {
  const { root } = bench;
  for (const name of ['\u{1F600}', '\uFF5E', 'b', 'B', 'a']) {
    root.putLocal(localEntry(root.newLocalId(), root.rootLocalId, name), root.tick());
  }
  expect(root.localChildren(root.rootLocalId).map((entry) => entry.name)).toEqual([
    'B',
    'a',
    'b',
    '\u{1F600}',
    '\uFF5E',
  ]);
});

test('names are found by their key in any case and Unicode form, and exactly', () => {
  const { root } = bench;
  for (const name of ['Caf\u00e9', 'CAFE\u0301', 'other']) {
    root.putLocal(localEntry(root.newLocalId(), root.rootLocalId, name), root.tick());
  }
  expect(root.localByKey(root.rootLocalId, nameKey('caf\u00e9')).map((entry) => entry.name)).toEqual([
    'CAFE\u0301',
    'Caf\u00e9',
  ]);
  expect(root.localByName(root.rootLocalId, 'Caf\u00e9')?.name).toBe('Caf\u00e9');
  expect(root.localByName(root.rootLocalId, 'caf\u00e9')).toBeUndefined();
});

test('a row comes back exactly as it was put, whatever it holds', () => {
  const { root } = bench;
  const local = localEntry(root.newLocalId(), root.rootLocalId, 'f', {
    fingerprint: { ...fingerprintOf('x', 2 ** 40), mtimeNs: '-5000000001', ctimeNs: '9007199254740993' },
  });
  root.putLocal(local, root.tick());
  expect(root.local(local.id)).toEqual(local);
  const remote = remoteEntry('77', '0', 'f', { canDelete: false, canUpload: false, contentModifiedAtMs: -1 });
  root.putRemote(remote, root.tick());
  expect(root.remote(remote.id)).toEqual(remote);
  root.putSynced(syncedEntry(local, remote));
  expect(root.syncedByItem(remote.id)).toEqual(syncedEntry(local, remote));
});

test('a write marks the row it changed, unless no relevant field changed', () => {
  const { root } = bench;
  const local = localEntry(root.newLocalId(), root.rootLocalId, 'f');
  root.putLocal(local, root.tick());
  expect(root.dirty(10).localIds).toEqual([local.id]);
  root.clean(root.dirty(10));
  root.putLocal({ ...local, fingerprint: { ...local.fingerprint, ctimeNs: '5' } }, root.tick());
  const remote = remoteEntry('5', '0', 'r');
  root.putRemote(remote, root.tick());
  root.clean(root.dirty(10));
  root.putRemote({ ...remote, sequenceId: sequenceId('9') }, root.tick());
  expect(root.dirty(10)).toEqual({ localIds: [], itemIds: [] });
  root.putRemote({ ...remote, etag: etag('1') }, root.tick());
  expect(root.dirty(10).itemIds).toEqual([remote.id]);
});

test('[E51] another change time alone marks a file whose bytes nobody has hashed since', () => {
  const { root } = bench;
  const local = localEntry(root.newLocalId(), root.rootLocalId, 'f', { sha1: null });
  root.putLocal(local, root.tick());
  root.clean(root.dirty(10));
  root.putLocal({ ...local, fingerprint: { ...local.fingerprint, ctimeNs: '5' } }, root.tick());
  expect(root.dirty(10).localIds).toEqual([local.id]);
});

test('a removal takes the subtree with it, marks each node and leaves the sequence ids behind', () => {
  const { root } = bench;
  const folder = putPair(bench, 'd', { ...top(), id: '10', folder: true });
  const file = putPair(bench, 'f', { local: folder.localId, item: folder.itemId, id: '11' });
  root.putIgnored(folder.localId, { name: 'l', reason: 'link' });
  root.markMissing(file.localId, root.tick(), 5);
  const takenAt = root.tick();
  root.removeLocal(folder.localId, takenAt);
  root.removeRemote(folder.itemId, root.tick(), sequenceId('7'));
  expect(root.local(file.localId)).toBeUndefined();
  expect(root.remote(file.itemId)).toBeUndefined();
  expect([root.ignoredCount(), root.missingCount()]).toEqual([0, 0]);
  expect(root.localTakenAt(root.rootLocalId)).toBe(takenAt);
  expect(root.goneSequence(folder.itemId)).toBe('7');
  expect(root.goneSequence(file.itemId)).toBe('0');
  expect(root.goneSequence(itemId('999'))).toBeUndefined();
  expect(root.dirty(0)).toEqual({ localIds: [folder.localId, file.localId], itemIds: [folder.itemId, file.itemId] });
});

test('[P11] a new pair replaces every row that names either side, and takes its synced children over', () => {
  const { root } = bench;
  const folder = putPair(bench, 'd', { ...top(), id: '10', folder: true });
  const child = putPair(bench, 'f', { local: folder.localId, item: folder.itemId, id: '11' });
  const again = localEntry(root.newLocalId(), root.rootLocalId, 'd', { kind: 'folder' });
  root.putLocal(again, root.tick());
  const remote = root.remote(folder.itemId);
  if (remote === undefined) throw new Error('the folder is gone');
  root.putSynced(syncedEntry(again, remote));
  expect(root.syncedByLocal(folder.localId)).toBeUndefined();
  expect(root.syncedByLocal(child.localId)?.parentLocalId).toBe(again.id);
  expect(root.syncedChildren(again.id).map((row) => row.localId)).toEqual([child.localId]);
});

test('the totals follow each write, and a rollback', () => {
  const { root, store } = bench;
  const file = putPair(bench, 'f', { ...top(), id: '10' });
  putPair(bench, 'd', { ...top(), id: '11', folder: true });
  expect(root.syncedTotals()).toEqual({ files: 1, folders: 1, bytes: 3 });
  const fail = () =>
    store.transaction(() => {
      root.removeSynced(file.localId);
      throw new Error('undone');
    });
  expect(fail).toThrow('undone');
  expect(root.syncedTotals()).toEqual({ files: 1, folders: 1, bytes: 3 });
  root.removeSynced(file.localId);
  expect(root.syncedTotals()).toEqual({ files: 0, folders: 1, bytes: 0 });
});

test('paths and nodes find each other in each tree', () => {
  const { root } = bench;
  const folder = putPair(bench, 'd', { ...top(), id: '10', folder: true });
  const file = putPair(bench, 'f', { local: folder.localId, item: folder.itemId, id: '11' });
  expect([root.localPath(file.localId), root.remotePath(file.itemId), root.syncedPath(file.localId)]).toEqual([
    'd/f',
    'd/f',
    'd/f',
  ]);
  expect([root.localAt('d/f'), root.remoteAt('d/f'), root.syncedAt('d/f')]).toEqual([
    file.localId,
    file.itemId,
    file.localId,
  ]);
  expect([root.localAt(''), root.localPath(root.rootLocalId)]).toEqual([root.rootLocalId, '']);
  expect([root.localAt('d/none'), root.localPath(localId(999))]).toEqual([undefined, null]);
});

test('parked nodes are not planned until something marks them again; deletes always come with a slice', () => {
  const { root } = bench;
  const ids = ['a', 'b', 'c'].map((name, index) => putPair(bench, name, { ...top(), id: `2${index}` }).localId);
  const [first, second, third] = ids;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three were put');
  for (const id of ids) root.markDirtyLocal(id);
  root.park({ localIds: [first], itemIds: [] });
  expect(root.dirty(1).localIds).toEqual([second]);
  root.removeLocal(third, root.tick());
  expect(root.dirty(1).localIds).toEqual([third, second]);
  root.markDirtyLocal(first);
  expect(root.dirty(10).localIds).toEqual([third, first, second]);
  expect([root.doubtfulCount(), root.hasDirty()]).toEqual([3, true]);
});

test('a node waits until a step ends, and a new version until the round is over; a change opens either', () => {
  const { root } = bench;
  const [first, second] = ['a', 'b'].map((name, index) => putPair(bench, name, { ...top(), id: `2${index}` }).localId);
  if (first === undefined || second === undefined) throw new Error('two were put');
  root.markDirtyLocal(first);
  root.wait({ localId: first, itemId: null });
  expect(root.dirty(10).localIds).toEqual([first]);
  root.park({ localIds: [first], itemIds: [] });
  root.wait({ localId: first, itemId: itemId('99') });
  root.postpone({ localId: second, itemId: itemId('21') });
  expect([root.hasDirty(), root.late()]).toEqual([false, { localIds: [second], itemIds: [] }]);
  root.wait({ localId: second, itemId: null });
  expect([root.wake(1), root.hasDirty()]).toEqual([false, false]);
  expect([root.wake(2), root.dirty(10)]).toEqual([true, { localIds: [first], itemIds: ['99'] }]);
  root.markDirtyLocal(second);
  expect(root.late().localIds).toEqual([]);
  expect([root.doubtfulCount(), root.hasDirty()]).toEqual([3, true]);
});

const full = { code: 'quota_full', reach: 'waiting', says: { code: 'being_rechecked', args: {} } } as const;
const failed = { source: 'step', problem: full, suggestedName: null, step: null, attempts: 1, atMs: 5 } as const;

test('a node with a reason is in doubt; it is planned when the reason goes, and tried again when it is retried', () => {
  const { root } = bench;
  const [a, b] = [
    { localId: localId(7), itemId: itemId('10') },
    { localId: null, itemId: itemId('11') },
  ];
  root.putReason({ ...failed, ...a, retryAtMs: 90 });
  root.putReason({ ...failed, ...b, retryAtMs: 80 });
  expect([root.doubtfulCount(), root.hasDirty(), root.nextRetryAtMs()]).toEqual([2, false, 80]);
  expect(root.reasonsOfItem(a.itemId)).toEqual([{ ...failed, ...a, retryAtMs: 90 }]);
  root.retry(a);
  expect(root.reasonOf(a)).toEqual({ ...failed, ...a, retryAtMs: null });
  expect(root.dirty(10)).toEqual({ localIds: [7], itemIds: ['10'] });
  root.clearReason(b);
  expect([root.reasonOf(b), root.reasonCounts()]).toEqual([undefined, { blocked: 0, waiting: 1, held: 0 }]);
  expect(root.dirty(10).itemIds).toEqual(['11', '10']);
  root.clean(root.dirty(10));
  expect([root.reasons(10), root.doubtfulCount()]).toEqual([[], 0]);
});

test('reasons of items that the guard holds come after all others, each oldest first', () => {
  const { root } = bench;
  const put = (id: number, source: 'held' | 'step' | 'plan', atMs: number) =>
    root.putReason({ ...failed, localId: localId(id), itemId: null, retryAtMs: null, source, atMs });
  put(1, 'held', 1);
  put(2, 'step', 4);
  put(3, 'held', 2);
  put(4, 'plan', 3);
  const shown = [...root.reasons(3), ...root.reasons(3, 3)];
  expect(shown.map(({ localId: id }) => id)).toEqual([4, 2, 1, 3]);
});

test('[P64] a file is planned with the item that its reason is about, so that the item is not left without a reason', () => {
  const { root } = bench;
  root.putReason({ ...failed, localId: localId(7), itemId: itemId('10'), retryAtMs: 90 });
  root.putReason({ ...failed, localId: localId(8), itemId: itemId('11'), retryAtMs: 90 });
  root.markDirtyLocal(localId(7));
  root.postpone({ localId: localId(8), itemId: null });
  expect(root.dirty(10)).toEqual({ localIds: [7], itemIds: ['10'] });
  expect(root.late()).toEqual({ localIds: [8], itemIds: ['11'] });
});

test('[P46] a batch keeps its number while anything of it is held, and passes the guard once when released', () => {
  const { root, store } = bench;
  const [a, b] = [localId(7), localId(8)];
  root.hold({ localId: a, itemId: itemId('10') }, 'trash-remote', 5);
  const [batch] = root.heldBatches();
  root.hold({ localId: b, itemId: itemId('11') }, 'trash-remote', 6);
  expect(root.heldBatches()).toEqual([{ ...batch, tops: 2 }]);
  root.letGo({ localId: a, itemId: itemId('10') });
  expect(root.heldBatches()).toEqual([{ ...batch, tops: 1, sinceMs: 6, oldest: { localId: null, itemId: '11' } }]);
  root.letGo({ localId: null, itemId: itemId('11') });
  root.hold({ localId: a, itemId: itemId('10') }, 'trash-remote', 7);
  expect(root.heldBatches()[0]?.id).toBe((batch?.id ?? 0) + 1);
  root.release({ localId: a, itemId: itemId('10') });
  expect(root.heldBatches()).toEqual([]);
  expect(root.released()).toEqual({ localIds: new Set([a]), itemIds: new Set(['10']) });
  root.clearReleased({ localId: a, itemId: itemId('10') });
  expect(root.released()).toEqual({ localIds: new Set(), itemIds: new Set() });
  expect(store.setting('last_held_batch')).toBe(String((batch?.id ?? 0) + 1));
});

test.each([
  ['a file to be replaced here', 'download-version', { local: true }],
  ['an item to be replaced there', 'upload-version', { local: false }],
] as const)(
  '[P46] %s stays held, with what it was agreed on with, whatever becomes of its reason',
  (_, kind, endangered) => {
    const { root } = bench;
    const item = itemId('10');
    const { localId: file } = putPair(bench, 'a', { ...top(), id: item });
    // Another item came to the place of the file, or another file to that of the item.
    const pair = endangered.local ? { localId: file, itemId: itemId('11') } : { localId: localId(71), itemId: item };
    const step = { kind, rule: 'P11', key: stepKey(kind) };
    root.putReason({ ...failed, ...pair, source: 'held', step, retryAtMs: null });
    root.hold(pair, kind, 5);
    root.putReason({ ...failed, ...pair, retryAtMs: 80 });
    root.clearReason(pair);
    root.clean({ localIds: endangered.local ? [] : [localId(71)], itemIds: endangered.local ? [itemId('11')] : [] });
    expect(root.held()).toEqual({ localIds: new Set([file]), itemIds: new Set([item]) });
    expect([root.openForgotten(), root.heldBatches().length]).toEqual([0, 1]);
    root.clean({ localIds: [file], itemIds: [item] });
    expect(root.held()).toEqual({ localIds: new Set(), itemIds: new Set() });
  },
);

test('[P35] aliases are listed alone, page by page; another case or Unicode form of one name is none', () => {
  const { root } = bench;
  const pairs = [
    ['a\uff1ab', 'a:b'],
    ['plain', 'plain'],
    ['Case', 'case'],
    ['cafe\u0301', 'caf\u00e9'],
    ['\uff23ON', 'CON'],
  ] as const;
  for (const [index, [localName, remoteName]] of pairs.entries()) {
    const { localId: id } = putPair(bench, localName, { ...top(), id: `90${index}` });
    const row = root.syncedByLocal(id);
    if (row !== undefined) root.putSynced({ ...row, localName, remoteName });
  }
  const names = (limit: number, offset = 0) => root.aliases(limit, offset).map((row) => row.remoteName);
  expect(names(10)).toEqual(['a:b', 'CON']);
  expect(root.syncedNamed(root.rootLocalId, 'a\uff1ab').map((row) => row.remoteName)).toEqual(['a:b']);
  expect(root.syncedNamed(root.rootLocalId, 'a:b')).toEqual([]);
});

test('[E51] synced files are read in the order of their numbers, from one on, folders and others left out', () => {
  const { root } = bench;
  putPair(bench, 'folder', { ...top(), id: '800', folder: true });
  const ids = ['a', 'b', 'c'].map((name, index) => putPair(bench, name, { ...top(), id: `80${index + 1}` }).localId);
  expect(root.syncedFilesAfter(localId(0), 2).map((row) => row.localId)).toEqual(ids.slice(0, 2));
  expect(root.syncedFilesAfter(ids[1] ?? localId(0), 10).map((row) => row.localId)).toEqual(ids.slice(2));
});
