import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileIdentity, itemId } from '../../../../../../main/engine/model/ids.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';
import {
  ITEM,
  journalOf,
  openPlacingBench,
  openSettling,
  type PlacingBench,
} from '../../../../../support/engine/settling.ts';

/** Placements whose item or place changed before they were settled, and their entries in the journal. */
let root: LocalRoot;
let bench: PlacingBench;
beforeEach(async () => {
  root = await openLocalRoot();
  bench = openPlacingBench(root);
});
afterEach(() => root.dispose());

test('[P85] the journal records a placement as its step would have', async () => {
  await root.write('new', 'second');
  await root.write('version', 'third one');
  await mkdir(root.at('folder'));
  await root.observer.scanAll();
  root.syncAll();
  for (const path of ['new', 'folder']) root.store.removeSynced(root.row(path).id);
  const contentOf = (digit: string, path: string) => ({
    sha1: digit.repeat(40),
    sizeBytes: root.row(path).fingerprint.sizeBytes,
  });
  const before = root.store.syncedByLocal(root.row('version').id)?.content;
  const version = bench.aboutToPlace('version', root.row('version').id);
  bench.tell(version.itemId);
  bench.look();
  root.store.putPlacing({ ...bench.aboutToPlace('new'), itemId: itemId('12') });
  root.store.forgetPlacing(ITEM);
  bench.tell(itemId('12'));
  bench.look();
  bench.justMade('folder');
  bench.tell();
  bench.look();
  expect(journalOf(root)).toEqual([
    { kind: 'create-local-folder', path: 'folder', bytes: null, before: null, after: { itemId: ITEM } },
    {
      kind: 'download',
      path: 'new',
      bytes: 6,
      before: null,
      after: { itemId: '12', etag: '7', ...contentOf('a', 'new') },
    },
    {
      kind: 'download-version',
      path: 'version',
      bytes: 9,
      before: { itemId: version.itemId, ...before },
      after: { itemId: version.itemId, etag: '7', ...contentOf('a', 'version') },
    },
  ]);
});

test('[P85] a placement waits until its staging file was looked for, also after a scan', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  bench.tell();
  bench.aboutToPlace('a');
  await bench.saveOver('a');
  bench.look({ staging: 'unseen' });
  expect(bench.placing()).toHaveLength(1);
});

test('[P85] a look for a placement that is settled does not count for the next one of its item', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  bench.tell();
  const file = bench.aboutToPlace('a');
  await bench.saveOver('a');
  const settling = openSettling(root);
  settling.settle([], 'left');
  settling.seeAll();
  settling.settle([], 'there');
  expect(bench.placing()).toEqual([]);
  root.store.putPlacing(file);
  settling.settle([], 'left');
  expect(bench.placing()).toHaveLength(1);
});

/** A new version of `a` was installed, and `a` is agreed with the one before. */
async function versionInstalled() {
  await root.write('a', 'first');
  await root.observer.scanAll();
  root.syncAll();
  const before = root.row('a');
  await bench.saveOver('a');
  const file = bench.aboutToPlace('a', before.id);
  bench.tell(file.itemId);
  return { before, file };
}

test('[P85] [E111] a save over a new version is an edit of it, also after it was renamed', async () => {
  const { before, file } = await versionInstalled();
  await bench.saveOver('a');
  await rename(root.at('a'), root.at('b'));
  await root.observer.scanAll();
  bench.look({ staging: 'left' });
  expect(root.store.syncedByLocal(before.id)).toEqual(bench.agreedOn(file, before.id));
  expect(root.store.localPath(before.id)).toBe('b');
});

test('[P85] a new version that was moved and whose place has another file is the item of that file', async () => {
  const { before, file } = await versionInstalled();
  await root.write('b', 'moved on');
  await root.observer.scanAll();
  const { fingerprint } = root.row('b');
  root.store.putPlacing({ ...file, fingerprint });
  bench.look({ staging: 'left' });
  expect(root.store.syncedByItem(file.itemId)?.localId).toBe(before.id);
});

test('[P85] [E111] a new version that was moved is the item of the file that it replaced, also once that is gone', async () => {
  const { before, file } = await versionInstalled();
  await root.write('b', 'moved on');
  await rm(root.at('a'));
  await root.observer.scanAll();
  await root.settle();
  expect(root.store.local(before.id)).toBeUndefined();
  const { id, fingerprint } = root.row('b');
  root.store.putPlacing({ ...file, fingerprint });
  bench.look({ staging: 'left' });
  expect(root.store.syncedByItem(file.itemId)).toMatchObject({ localId: id, content: file.content });
});

test('[P85] a new version that is gone with the file that it replaced is forgotten', async () => {
  const { file } = await versionInstalled();
  const before = root.store.syncedByItem(file.itemId);
  root.store.putPlacing({ ...file, fingerprint: { ...file.fingerprint, identity: fileIdentity('nowhere') } });
  await rm(root.at('a'));
  await root.observer.scanAll();
  await root.settle();
  bench.look({ staging: 'left' });
  expect([root.store.syncedByItem(file.itemId), bench.placing(), journalOf(root)]).toEqual([before, [], []]);
});

test('[P85] a folder that has the name of an installed file is not that file', async () => {
  await root.write('a', 'second');
  await root.observer.scanAll();
  bench.tell();
  bench.aboutToPlace('a');
  await rm(root.at('a'));
  await mkdir(root.at('a'));
  await root.observer.scanAll();
  bench.look({ staging: 'left' });
  expect([root.store.syncedByItem(ITEM), bench.placing(), journalOf(root)]).toEqual([undefined, [], []]);
});

test('[P85] a file put into a folder that is no longer agreed on is forgotten', async () => {
  await root.write('folder/a', 'second');
  await root.observer.scanAll();
  root.syncAll();
  for (const path of ['folder/a', 'folder']) root.store.removeSynced(root.row(path).id);
  bench.tell();
  bench.aboutToPlace('folder/a');
  bench.look();
  expect([root.store.syncedByItem(ITEM), bench.placing(), journalOf(root)]).toEqual([undefined, [], []]);
});
