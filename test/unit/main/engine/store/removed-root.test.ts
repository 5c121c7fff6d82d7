import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemId } from '../../../../../main/engine/model/ids.ts';
import { fingerprintOf, openStoreBench, putPair, remoteEntry } from '../../../../support/engine/store-bench.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The journal and the local trash outlive a root, so that what it did can be undone and restored. */
const KEPT = ['journal', 'local_trash'];

test('a root that is removed leaves no row in any table that belongs to it', () => {
  const path = join(folder, 'state.db');
  const bench = openStoreBench(path);
  const { store, root } = bench;
  const place = { local: root.rootLocalId, item: root.rootItemId };
  const pair = putPair(bench, 'a.txt', { ...place, id: '5' });
  const gone = putPair(bench, 'b.txt', { ...place, id: '6' });
  root.setNote('a note', 'text');
  root.removeRemote(gone.itemId, root.tick());
  root.putIgnored(root.rootLocalId, { name: 'x', reason: 'rule' });
  root.setOwnChoice(itemId('7'), 'not_synced');
  root.putTaking([pair.localId]);
  root.putConflict({
    reason: 'both_edited',
    rule: 'P7',
    atMs: 1,
    itemKind: 'file',
    originalPath: 'a.txt',
    copyPath: 'a (copy).txt',
    localId: pair.localId,
    folderId: root.rootLocalId,
    copyItemId: null,
    originalItemId: pair.itemId,
    mine: { sha1: null, sizeBytes: null, mtimeNs: null },
    theirs: { sha1: null, sizeBytes: null, versionId: null, modifiedAtMs: null, by: null },
  });

  const raw = new Database(path, { readonly: true });
  const named = raw.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const belongsToRoot = (name: string): boolean =>
    raw.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'root_id'").get(name) !== undefined;
  const owned = named.map(({ name }) => name).filter((name) => !KEPT.includes(name) && belongsToRoot(name));
  const filled = () =>
    owned.filter((name) => raw.prepare(`SELECT 1 FROM ${name} WHERE root_id = ${root.id} LIMIT 1`).get() !== undefined);
  expect(owned.length).toBeGreaterThan(8);
  // Otherwise this test would not notice what is left.
  expect(filled()).toEqual(owned);
  store.removeRoot(root.id);
  expect(filled()).toEqual([]);
  raw.close();
  store.close();
});

const linked = (account: string, localPath = '/root') => ({
  localPath,
  marker: 'another marker',
  volumeId: 'volume',
  account,
  fingerprint: fingerprintOf('root'),
  remote: { ...remoteEntry('0', '0', ''), kind: 'folder' as const, content: null, parentId: null },
});

test('[P56] a removed root is known again after its account has another key', () => {
  const { store, root } = openStoreBench(join(folder, 'state.db'));
  store.removeRoot(root.id);
  expect(store.roots()).toEqual([]);
  store.renameAccount('account', 'renamed');
  expect(store.addRoot(linked('account')).id).not.toBe(root.id);
  expect(store.addRoot(linked('renamed'))).toMatchObject({
    id: root.id,
    marker: 'another marker',
    pausedUntilMs: null,
  });
  store.close();
});

test('[P56] one root comes back when two removed roots are of the same folders', () => {
  const { store, root } = openStoreBench(join(folder, 'state.db'));
  store.removeRoot(root.id);
  const second = store.addRoot(linked('other')).id;
  store.removeRoot(second);
  store.renameAccount('account', 'other');
  expect(store.addRoot(linked('other')).id).toBe(second);
  expect(store.roots().map(({ id }) => id)).toEqual([second]);
  store.removeRoot(second);
  expect(store.addRoot(linked('other')).id).toBe(second);
  store.close();
});
