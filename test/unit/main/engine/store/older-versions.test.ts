import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileIdentity, itemId, localId } from '../../../../../main/engine/model/ids.ts';
import { nameKey } from '../../../../../main/engine/model/names/name-key.ts';
import { MIGRATIONS } from '../../../../../main/engine/store/database/schema.ts';
import { endedCleanly } from '../../../../../main/engine/store/database/threads/integrity-check.ts';
import { fingerprintOf, openStoreBench, remoteEntry } from '../../../../support/engine/store-bench.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-store-'));
  await mkdir(join(folder, 'state'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = () => join(folder, 'state', 'state.db');

/** A store as the version before this change wrote it, with these rows. */
function writeBefore(change: string, rows: string): void {
  const version = MIGRATIONS.findIndex((sql) => sql.includes(change));
  const older = new Database(path());
  older.function('name_key', { deterministic: true }, nameKey);
  for (const sql of MIGRATIONS.slice(0, version)) older.exec(sql);
  older.pragma(`user_version = ${version}`);
  older.exec(rows);
  older.close();
}

test('[P31] [P46] the work of an older version is taken over: dirty rows, reasons, held and released batches', () => {
  const says = (code: string) => `{"code":"${code}","args":{}}`;
  writeBefore(
    'CREATE TABLE work ',
    `INSERT INTO dirty (mark, root_id, side, node, parked, gone) VALUES (4, 1, 'local', 7, 1, 1), (5, 1, 'remote', '30', 0, 0);
     INSERT INTO blocked VALUES
       (1, 'l7', 7, '10', 'held', 'held_by_guard', 'blocked', '${says('batch_held')}', NULL, 'trash-remote', 'P10', 0, NULL, 5),
       (1, 'l8', 8, '12', 'held', 'held_by_guard', 'blocked', '${says('behind')}', NULL, NULL, NULL, 0, NULL, 6),
       (1, 'r11', NULL, '11', 'step', 'disk_full', 'waiting', '${says('disk_full')}', NULL, 'download', 'P15', 2, 9000, 7);
     INSERT INTO held_batch (id, root_id, what, direction, since_ms) VALUES (9, 1, 'rewrites', 'to-local', 4);
     DELETE FROM held_batch;
     INSERT INTO held_batch (id, root_id, what, direction, since_ms) VALUES (3, 1, 'deletes', 'to-remote', 5);
     INSERT INTO released VALUES (1, 'local', 20), (1, 'remote', '30')`,
  );
  const { store, root } = openStoreBench(path());
  expect(root.dirty(10)).toEqual({ localIds: [7, 8, 20, 1], itemIds: ['30', '11', '10', '0', '12'] });
  const held = { source: 'held', problem: { code: 'held_by_guard', reach: 'blocked' }, attempts: 0, retryAtMs: null };
  expect(root.reasons(10)).toMatchObject([
    { localId: null, itemId: '11', source: 'step', step: { kind: 'download', rule: 'P15' }, attempts: 2, atMs: 7 },
    { ...held, localId: 7, itemId: '10', step: { kind: 'trash-remote', rule: 'P10' }, atMs: 5 },
    { ...held, localId: 8, itemId: '12', step: null, atMs: 6 },
  ]);
  expect(root.heldBatches()).toMatchObject([{ id: 3, what: 'deletes', direction: 'to-remote', tops: 1, sinceMs: 5 }]);
  expect(root.held()).toEqual({ localIds: new Set(), itemIds: new Set(['10']) });
  expect(root.released()).toEqual({ localIds: new Set([20]), itemIds: new Set(['30']) });
  root.hold({ localId: localId(21), itemId: itemId('31') }, 'upload-version', 8);
  expect(root.heldBatches()[1]?.id).toBeGreaterThan(9);
  store.close();
});

test('the settings, the position in the stream, transfers and missing nodes of an older version are taken over', () => {
  const digest = 'a'.repeat(40);
  const columns = 'root_id, parent_id, name, name_key, kind, identity, size_bytes, mtime_ns, ctime_ns, taken_at';
  writeBefore(
    'CREATE TABLE transfer ',
    `INSERT INTO setting VALUES ('theme', 'dark'), ('clean_stop', '1'), ('next_local_id', '100');
     INSERT INTO root_note VALUES (1, 'disk_traits', '{}'), (2, 'theme', 'of a root');
     INSERT INTO stream_cursor VALUES (1, '77');
     INSERT INTO upload VALUES ('1/7', 's1', 8, 'new', '10', 'f', NULL, 'disk:7', 5, '12', '13'),
       ('1/8', 's2', 8, 'version', '20', 'g', '3', 'disk:8', 6, '14', '15');
     INSERT INTO download VALUES ('1/d', '30', NULL, '${digest}', 9, '/root', 'download-x'), ('12/d', '31', '4', '${digest}', 9, '/r', 'y');
     INSERT INTO local_node (id, ${columns}) VALUES (7, 1, 1, 'f', 'f', 'file', 'disk:7', 5, '12', '13', 1),
       (8, 1, 1, 'g', 'g', 'file', 'disk:8', 6, '14', '15', 1);
     INSERT INTO missing (local_id, root_id, taken_at, since_ms) VALUES (8, 1, 40, 5000)`,
  );
  expect(endedCleanly(path(), 'clean_stop')).toBe(true);
  const { store, root } = openStoreBench(path());
  expect([store.setting('theme'), root.note('theme'), root.note('disk_traits'), root.cursor()]).toEqual([
    'dark',
    null,
    '{}',
    '77',
  ]);
  const fingerprint = { identity: 'disk:7', sizeBytes: 5, mtimeNs: '12', ctimeNs: '13' };
  const session = { key: '1/7', sessionId: 's1', partSizeBytes: 8, fingerprint };
  const destination = { kind: 'new', parentId: '10', name: 'f' };
  expect(store.transfers.upload('1/7')).toEqual({ ...session, destination });
  expect(store.transfers.upload('1/8')?.destination).toEqual({
    kind: 'version',
    itemId: '20',
    name: 'g',
    ifMatch: '3',
  });
  const content = { sha1: digest, sizeBytes: 9 };
  const download = { key: '1/d', itemId: '30', versionId: null, content, root: '/root', stagingName: 'download-x' };
  expect(store.transfers.download('1/d')).toEqual(download);
  expect(store.transfers.stagingNames()).toEqual(['download-x', 'y']);
  store.transfers.moveRoot('1', '/elsewhere');
  expect(store.transfers.download('1/d')).toEqual({ ...download, root: '/elsewhere' });
  expect(store.transfers.download('12/d')?.root).toBe('/r');
  store.transfers.forgetRoot('1');
  expect([store.transfers.upload('1/7'), store.transfers.stagingNames()]).toEqual([null, ['y']]);
  expect(root.missing()).toEqual([expect.objectContaining({ localId: 8, takenAt: 40, sinceMs: 5000 })]);
  root.clearMissing(localId(8));
  expect([root.missing(), root.isMissing(localId(8))]).toEqual([[], false]);
  store.close();
});

test('[P85] the intents of an older version are taken over, and a folder can be meant beside them', () => {
  const trashing = {
    itemId: '30',
    kind: 'file',
    parentId: '10',
    name: 'f',
    etag: '1',
    subtree: 1,
    deletedBefore: [],
    atMs: 5,
  };
  writeBefore(
    'CREATE TABLE intent_of_any_kind ',
    `INSERT INTO intent (root_id, kind, node, sha1, expected) VALUES (1, 'trash', '30', '', '${JSON.stringify(trashing)}'), (1, 'take', '7', '', '{}')`,
  );
  const { store, root } = openStoreBench(path());
  const fingerprint = { identity: fileIdentity('disk:8'), sizeBytes: 0, mtimeNs: '1', ctimeNs: '1' };
  const making = {
    localId: localId(8),
    parentLocalId: localId(1),
    localName: 'd',
    fingerprint,
    parentId: itemId('10'),
    name: 'd',
    atMs: 5,
  };
  root.putMaking(making);
  expect([root.trashing(), root.taking(), root.making()]).toEqual([[trashing], [7], [{ ...making, metItemId: null }]]);
  store.close();
});

test('a store of an older version that did not end cleanly is checked', () => {
  writeBefore('CREATE TABLE transfer ', `INSERT INTO setting VALUES ('clean_stop', '0')`);
  expect(endedCleanly(path(), 'clean_stop')).toBe(false);
});

test('[P34] an ignored item that an older version knew is found in any case', () => {
  writeBefore(
    'CREATE INDEX ignored_key',
    `INSERT INTO ignored (parent_id, name, root_id, reason) VALUES (1, 'B\u00dcRO', 1, 'link')`,
  );
  const { store, root } = openStoreBench(path());
  expect(root.ignoredByKey(root.rootLocalId, 'b\u00fcro')).toBe('B\u00dcRO');
  store.close();
});

test('[P56] a root that an older version removed is known again', () => {
  writeBefore(
    'ALTER TABLE sync_root ADD COLUMN removed ',
    `INSERT INTO sync_root (id, local_path, item_id, local_id, marker, volume_id, account) VALUES (7, '/elsewhere', '5', 3, 'm', 'v', 'account');
     INSERT INTO removed_root (id, local_path, item_id, account) VALUES (4, '/root', '0', 'account')`,
  );
  const { store, root } = openStoreBench(path());
  expect(store.roots()).toMatchObject([{ id: 7, localPath: '/elsewhere' }]);
  expect(root.id).toBe(7);
  const remote = { ...remoteEntry('0', '0', ''), kind: 'folder' as const, content: null, parentId: null };
  const again = { localPath: '/root', marker: 'm', volumeId: 'v', account: 'account', remote };
  expect(store.addRoot({ ...again, fingerprint: fingerprintOf('root') }).id).toBe(4);
  expect(store.addRoot({ ...again, localPath: '/new', fingerprint: fingerprintOf('new') }).id).toBe(8);
  store.close();
});
