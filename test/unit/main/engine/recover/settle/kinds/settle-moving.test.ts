import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../../../../../main/engine/model/entry.ts';
import { etag, itemId, type LocalId, sha1 } from '../../../../../../../main/engine/model/ids.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';
import { journalOf, openSettling, type Settling } from '../../../../../../support/engine/settling.ts';

const TOP = itemId('0');

/** The file `a` was sent to be renamed to `b` on the service, and there was no answer. */
let root: LocalRoot;
let settling: Settling;
let file: LocalId;
let there: RemoteEntry;
beforeEach(async () => {
  root = await openLocalRoot();
  await root.write('a', 'mine');
  await mkdir(root.at('d'));
  await root.observer.scanAll();
  root.syncAll();
  file = root.row('a').id;
  there = entryOf('a');
  tell();
  ask(['b']);
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  settling = openSettling(root);
});
afterEach(() => root.dispose());

function entryOf(path: string): RemoteEntry {
  const top = root.store.remote(TOP);
  const row = root.store.syncedByLocal(root.row(path).id);
  if (top === undefined || row === undefined) throw new Error(`${path} was never agreed on`);
  const { itemId: id, kind, remoteName: name, content } = row;
  return { ...top, id, parentId: TOP, kind, name, content, etag: etag('0') };
}

/** The service tells of the file, with these changes. */
const tell = (change: Partial<RemoteEntry> = {}): void =>
  root.store.putRemote({ ...there, ...change }, root.store.tick());
const tellOf = (name: string): void => tell({ name, etag: etag('1') });

/** Requests to rename it are sent. */
const ask = (names: readonly string[], version = etag('0')): void =>
  root.store.putMoving({
    itemId: there.id,
    etag: version,
    from: { parentId: TOP, name: 'a' },
    to: names.map((name) => ({ parentId: TOP, name, parentLocalId: root.store.rootLocalId, localName: name })),
    atMs: 5,
  });

const agreed = () => root.store.syncedByLocal(file);
const isNoted = (): boolean => root.store.moving().length > 0;

test('[P85] [P8] a rename whose answer was lost is agreed on, and what happened here since is the next change', async () => {
  await rename(root.at('b'), root.at('c'));
  await root.observer.scanAll();
  settling.settle();
  expect([agreed()?.localName, isNoted()], 'it may still take effect').toEqual(['a', true]);
  tellOf('b');
  settling.settle();
  expect([agreed(), isNoted()]).toMatchObject([{ localName: 'b', remoteName: 'b', content: there.content }, false]);
  expect(journalOf(root)).toEqual([
    {
      kind: 'move-remote',
      path: 'b',
      bytes: null,
      before: { itemId: there.id, parentId: TOP, name: 'a', etag: '0' },
      after: { itemId: there.id, parentId: TOP, name: 'b', etag: '1' },
    },
  ]);
  expect(root.store.dirty(10)).toMatchObject({ localIds: [file], itemIds: [there.id] });
});

test('[P85] of several requests about one version, the one that took effect counts', () => {
  ask(['b', 'c']);
  tellOf('b');
  settling.settle();
  expect(agreed()).toMatchObject({ localName: 'b' });
});

test('[P85] a request about a newer version ends those before it', () => {
  ask(['c'], etag('1'));
  tellOf('b');
  settling.settle();
  expect([agreed()?.localName, isNoted()]).toEqual(['a', true]);
  tell({ name: 'c', etag: etag('2') });
  settling.settle();
  expect([agreed()?.localName, isNoted()]).toEqual(['c', false]);
});

test('[P85] a new version that came with it is still to be downloaded', () => {
  const content = { sha1: sha1('c'.repeat(40)), sizeBytes: 9 };
  tell({ name: 'b', etag: etag('2'), content });
  settling.settle();
  expect(agreed()).toMatchObject({ localName: 'b', content: there.content });
});

test('[P85] a move into a folder is agreed on there', () => {
  const { id: parentLocalId } = root.row('d');
  const folder = entryOf('d');
  root.store.putRemote(folder, root.store.tick());
  const to = { parentId: folder.id, name: 'x:y', parentLocalId, localName: 'x_y' };
  root.store.putMoving({ itemId: there.id, etag: etag('0'), from: { parentId: TOP, name: 'a' }, to: [to], atMs: 5 });
  tell({ parentId: folder.id, name: 'x:y', etag: etag('1') });
  settling.settle();
  expect(agreed()).toMatchObject({ parentLocalId, localName: 'x_y', remoteName: 'x:y' });
});

test('[P85] of a file that was deleted here since, only the journal tells', async () => {
  await rm(root.at('b'));
  await root.observer.scanAll();
  await root.settle();
  tellOf('b');
  settling.settle();
  expect([agreed()?.localName, isNoted()]).toEqual(['a', false]);
  expect(journalOf(root)).toMatchObject([{ kind: 'move-remote', path: 'b' }]);
});

test('[P85] a move in flight is left to its step', () => {
  tellOf('b');
  settling.settle([{ kind: 'move-remote', itemId: there.id }]);
  expect([agreed()?.localName, isNoted()]).toEqual(['a', true]);
});

test.each<[string, () => void]>([
  ['it changed and is elsewhere', () => tellOf('other')],
  ['it is gone', () => root.store.removeRemote(there.id, root.store.tick())],
  ['it is no longer agreed on', () => root.store.removeSynced(file)],
  [
    'both sides were found at that place',
    () => {
      tellOf('b');
      const row = agreed();
      if (row !== undefined) root.store.putSynced({ ...row, localName: 'b', remoteName: 'b' });
    },
  ],
])('[P85] nothing is recorded, and the note ends if %s', (_, happens) => {
  happens();
  settling.settle();
  expect([isNoted(), journalOf(root)]).toEqual([false, []]);
});

const MINUTES = 60_000;
test.each<[string, boolean, () => void]>([
  ['is unchanged five minutes later', false, () => settling.advance(5 * MINUTES + 1)],
  ['is unchanged, and the clock was set back', false, () => settling.advance(-1)],
  ['is unchanged after five minutes, not more', true, () => settling.advance(5 * MINUTES)],
  ['has changed', true, () => [settling.advance(5 * MINUTES + 1), tellOf('b')]],
])('[P85] everything is read, and the file %s; the note stays: %s', (_, stays, happens) => {
  happens();
  settling.readNews();
  expect(isNoted()).toBe(stays);
});

test('[P85] the note of a move in flight stays, however late it is', () => {
  settling.settle([{ kind: 'move-remote', itemId: there.id }]);
  settling.advance(5 * MINUTES + 1);
  settling.readNews();
  expect(isNoted()).toBe(true);
});
