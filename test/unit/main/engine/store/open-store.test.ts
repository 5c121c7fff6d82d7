import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemId, localId } from '../../../../../main/engine/model/ids.ts';
import { MIGRATIONS } from '../../../../../main/engine/store/database/schema.ts';
import { passesCheck } from '../../../../../main/engine/store/database/threads/integrity-check.ts';
import { openCheckedStore, openStore } from '../../../../../main/engine/store/open-store.ts';
import { fingerprintOf, openStoreBench, putPair, remoteEntry } from '../../../../support/engine/store-bench.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = () => join(folder, 'state', 'state.db');

test('written rows are there after a restart, and numbering continues', () => {
  const first = openStoreBench(path());
  const { rootLocalId: local, rootItemId: item } = first.root;
  const { localId } = putPair(first, 'f', { local, item, id: '10' });
  const tick = first.store.tick();
  first.store.setSetting('a', 'b');
  first.store.close();
  first.store.close();
  const again = openStoreBench(path());
  expect(again.store.setAside).toBeNull();
  expect(again.root.local(localId)?.name).toBe('f');
  expect(again.root.syncedTotals().files).toBe(1);
  expect(again.root.newLocalId()).toBeGreaterThan(localId);
  expect(again.store.tick()).toBeGreaterThan(tick);
  expect(again.store.setting('a')).toBe('b');
  again.store.close();
});

test('[P85] a placing that an older version left open is known to the version that takes its state over', async () => {
  const before = MIGRATIONS.findIndex((sql) => sql.includes('placing_with_folders'));
  await mkdir(join(folder, 'state'));
  const older = new Database(path());
  for (const sql of MIGRATIONS.slice(0, before)) older.exec(sql);
  older.pragma(`user_version = ${before}`);
  older.exec(
    `INSERT INTO placing VALUES (1, '10', NULL, 1, 'f here', 'f there', '${'a'.repeat(40)}', 5, 'disk:7', '12', '3')`,
  );
  older.close();
  const { store, root } = openStoreBench(path());
  const fingerprint = { identity: 'disk:7', sizeBytes: 5, mtimeNs: '12', ctimeNs: '12' };
  const content = { sha1: 'a'.repeat(40), sizeBytes: 5 };
  const names = { kind: 'file', localName: 'f here', remoteName: 'f there' };
  const rest = { content, fingerprint, etag: '3', stagingName: null };
  const row = { itemId: '10', localId: null, parentLocalId: 1, ...names, ...rest };
  expect(root.placing(() => false)).toEqual([row]);
  store.close();
});

test('[P85] the open uploads, placings and deletes of an older version are known to the version that takes its state over', async () => {
  const before = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE intent'));
  await mkdir(join(folder, 'state'));
  const older = new Database(path());
  for (const sql of MIGRATIONS.slice(0, before)) older.exec(sql);
  older.pragma(`user_version = ${before}`);
  const digest = 'a'.repeat(40);
  const file = `'f here', 'disk:7', '12', '13'`;
  older.exec(
    `INSERT INTO sent (key, sha1, size_bytes, destination, target_id, name, local_name, identity, mtime_ns, ctime_ns, name_key, met_item_id, met_etag)
       VALUES ('1/8', '${digest}', 5, 'version', '20', 'F there', ${file}, 'f there', NULL, NULL),
         ('1/7', '${digest}', 5, 'new', '10', 'F there', ${file}, 'f there', '30', '4'),
         ('12/7', '${digest}', 5, 'new', '10', 'F there', ${file}, 'f there', NULL, NULL);
     INSERT INTO placing VALUES (1, '11', 9, 1, 'file', 'f here', 'f there', '${digest}', 5, 'disk:7', '12', '3', 'download-x'),
       (1, '12', NULL, 1, 'folder', 'g here', 'g there', NULL, 0, 'disk:8', '12', NULL, NULL);
     INSERT INTO root_note VALUES (1, 'being_taken_away', '5 6 5'), (1, 'another', '7')`,
  );
  older.close();
  const { store, root } = openStoreBench(path());
  const fingerprint = { identity: 'disk:7', sizeBytes: 5, mtimeNs: '12', ctimeNs: '13' };
  const content = { sha1: digest, sizeBytes: 5 };
  const sent = { localName: 'f here', content, fingerprint, metItemId: null, metEtag: null };
  const asNew = { ...sent, destination: { kind: 'new', parentId: '10', name: 'F there' } };
  expect(store.transfers.sent('1')).toEqual([
    { ...sent, key: '1/8', destination: { kind: 'version', itemId: '20', name: 'F there', ifMatch: null } },
    { ...asNew, key: '1/7', metItemId: '30', metEtag: '4' },
  ]);
  expect(store.transfers.sent('12')).toEqual([{ ...asNew, key: '12/7' }]);
  const names = { kind: 'file', localName: 'f here', remoteName: 'f there', stagingName: 'download-x' };
  const nodes = { itemId: '11', localId: 9, parentLocalId: 1 };
  expect(root.placing(() => false)).toEqual([
    { ...nodes, ...names, content, fingerprint: { ...fingerprint, ctimeNs: '12' }, etag: '3' },
    {
      itemId: '12',
      localId: null,
      parentLocalId: 1,
      kind: 'folder',
      localName: 'g here',
      remoteName: 'g there',
      content: null,
      fingerprint: { identity: 'disk:8', sizeBytes: 0, mtimeNs: '12', ctimeNs: '12' },
      etag: null,
      stagingName: null,
    },
  ]);
  expect(root.taking()).toEqual([5, 6]);
  expect([root.note('being_taken_away'), root.note('another')]).toEqual([null, '7']);
  expect(store.transfers.stagingNames()).toEqual(['download-x']);
  store.close();
});

test('reasons that an older version wrote down as prose are kept without it, and planned again', async () => {
  const before = MIGRATIONS.findIndex((sql) => sql.includes('blocked_by_code'));
  await mkdir(join(folder, 'state'));
  const older = new Database(path());
  for (const sql of MIGRATIONS.slice(0, before)) older.exec(sql);
  older.pragma(`user_version = ${before}`);
  const columns =
    'root_id, node, local_id, item_id, source, code, reach, message, remedy, operation, rule, attempts, retry_at_ms, at_ms';
  older.exec(
    `INSERT INTO blocked (${columns}) VALUES
       (1, 'l7', 7, '10', 'held', 'held_by_guard', 'blocked', '300 items at once.', 'Decide.', 'trash-remote', 'P10', 0, NULL, 5),
       (1, 'r11', NULL, '11', 'step', 'disk_full', 'waiting', 'There is no room.', 'Make some.', 'download', 'P12', 2, 9000, 6)`,
  );
  older.close();
  const { store, root } = openStoreBench(path());
  const says = { code: 'being_rechecked', args: {} };
  expect(root.reasons(10)).toMatchObject([
    { localId: null, itemId: '11', source: 'step', problem: { code: 'disk_full', says }, attempts: 2, retryAtMs: null },
    { localId: 7, itemId: '10', source: 'held', problem: { code: 'held_by_guard', reach: 'blocked', says } },
  ]);
  expect(root.reasonCounts()).toEqual({ blocked: 0, waiting: 1, held: 1 });
  expect(root.isDirty({ localId: localId(7), itemId: null })).toBe(true);
  expect(root.isDirty({ localId: null, itemId: itemId('11') })).toBe(true);
  store.close();
});

test('a number of a local node is never given twice, also not after a rollback', () => {
  const { store, root } = openStoreBench(path());
  const given = [root.newLocalId()];
  const undone = () =>
    store.transaction(() => {
      for (let index = 0; index < 1500; index++) given.push(root.newLocalId());
      throw new Error('undone');
    });
  expect(undone).toThrow();
  given.push(root.newLocalId());
  store.close();
  const again = openStoreBench(path());
  given.push(again.root.newLocalId());
  again.store.close();
  expect(new Set(given).size).toBe(given.length);
});

test('[E110] logical time continues after a crash and after a rollback, though no row records it', () => {
  const { store } = openStoreBench(path());
  const before = store.tick();
  const undone = () =>
    store.transaction(() => {
      // More than are reserved at once, so that the reservation is undone too.
      for (let count = 0; count < 150_000; count++) store.tick();
      throw new Error('undone');
    });
  expect(undone).toThrow('undone');
  const latest = store.tick();
  expect(latest).toBeGreaterThan(before + 150_000);
  // A second look at the file, as after a kill: nothing was closed.
  const after = openStore(path());
  expect(after.tick()).toBeGreaterThan(latest);
  after.close();
  store.close();
});

test('[E115] a store that is damaged is set aside, and an empty one takes its place; only the newest copy is kept', async () => {
  await rm(join(folder, 'state'), { recursive: true, force: true });
  openStoreBench(path()).store.close();
  await writeFile(path(), 'this is no database, and was one');
  const store = openStore(path());
  expect(store.setAside).toBe(`${path()}.damaged-1`);
  const [root] = store.roots();
  expect(store.roots()).toMatchObject([{ localPath: '/root', marker: 'marker', account: 'account' }]);
  expect(root && store.root(root.id).syncedTotals()).toMatchObject({ files: 0, folders: 0 });
  store.close();
  expect(existsSync(`${path()}.damaged-1`)).toBe(true);
  await writeFile(path(), 'again');
  const second = openStore(path());
  expect(second.setAside).toBe(`${path()}.damaged-2`);
  second.close();
  expect((await readdir(join(folder, 'state'))).filter((name) => name.includes('damaged'))).toEqual([
    'state.db.damaged-2',
  ]);
});

test('[E115] [E87] whose the folder of a root is, is known after the store was lost', async () => {
  await rm(join(folder, 'state'), { recursive: true, force: true });
  const account = 'https://service.test/2.0 17';
  const remote = { ...remoteEntry('5', '0', 'theirs'), kind: 'folder', content: null, ownerId: '23' } as const;
  const first = openStore(path());
  first.addRoot({ localPath: '/r', marker: 'm', volumeId: 'v', account, fingerprint: fingerprintOf('root'), remote });
  first.close();
  await rm(path());
  const again = openStore(path());
  const [root] = again.roots();
  expect(root && again.root(root.id).isOwn(root.itemId)).toBe(false);
  again.close();
});

test('[P59] a change to the roots that the list beside the store cannot follow does not happen', async () => {
  const { store, root } = openStoreBench(path());
  const [before] = store.roots();
  // No file can take the list's place.
  await mkdir(`${path()}.roots.json.new`);
  expect(() => store.setPaused(root.id, 0)).toThrow();
  expect(() => store.removeRoot(root.id)).toThrow();
  const remote = { ...remoteEntry('7', '0', 'other'), kind: 'folder', content: null } as const;
  const other = { localPath: '/o', marker: 'n', volumeId: 'v', account: 'account', remote } as const;
  expect(() => store.addRoot({ ...other, fingerprint: fingerprintOf('o') })).toThrow();
  expect([store.roots(), store.root(root.id)]).toEqual([[before], root]);
  expect(root.local(root.rootLocalId)).toBeDefined();
  await rm(`${path()}.roots.json.new`, { recursive: true });
  const added = store.addRoot({ ...other, fingerprint: fingerprintOf('o') });
  expect(store.root(added.id).rootLocalId).toBe(added.localId);
  expect(store.root(added.id).local(added.localId)).toBeDefined();
  store.close();
});

test('[P59][E115] the list of roots is read also after a replacement that ended before it; roots removed since stay removed', async () => {
  openStoreBench(path()).store.close();
  const list = `${path()}.roots.json`;
  const before = await readFile(list);
  // The empty store stood in the place of the damaged one, and the process ended.
  const empty = join(folder, 'empty.db');
  openStore(empty).close();
  await rename(empty, path());
  const next = openStore(path());
  expect([next.setAside, next.roots()]).toMatchObject([null, [{ localPath: '/root', marker: 'marker' }]]);
  for (const { id } of next.roots()) next.removeRoot(id);
  next.close();
  await writeFile(list, before);
  const emptied = openStore(path());
  expect(emptied.roots()).toEqual([]);
  emptied.close();
});

/** A store with many rows; `damaged`: one page of it is corrupt, and only a check finds that. */
async function afterCrash({ files, damaged }: { readonly files: number; readonly damaged: boolean }): Promise<void> {
  const bench = openStoreBench(path());
  const { rootLocalId: local, rootItemId: item } = bench.root;
  bench.root.transaction(() => {
    for (let index = 0; index < files; index++) putPair(bench, `file ${index}`, { local, item, id: `1${index}` });
  });
  bench.store.close();
  const raw = new Database(path());
  raw.prepare(`UPDATE setting SET value = '0' WHERE name = 'clean_stop'`).run();
  raw.pragma('journal_mode = DELETE');
  const index = raw
    .prepare<[], { rootpage: number }>(`SELECT rootpage FROM sqlite_schema WHERE name = 'local_children'`)
    .get();
  const rootpage = index?.rootpage ?? 0;
  const pageSize = Number(raw.pragma('page_size', { simple: true }));
  raw.close();
  if (!damaged) return;
  const file = await open(path(), 'r+');
  await file.write(Buffer.alloc(64, 0xff), 0, 64, (rootpage - 1) * pageSize);
  await file.close();
}

test('a page that was damaged is found after an unclean stop, before anything works with the store', async () => {
  await afterCrash({ files: 300, damaged: true });
  const store = await openCheckedStore(path());
  expect(store.setAside).toBe(`${path()}.damaged-1`);
  expect(store.roots()).toMatchObject([{ localPath: '/root' }]);
  store.close();
});

test('a store that is sound after an unclean stop is the same one; so is one that ended cleanly, and a new one', async () => {
  await afterCrash({ files: 10, damaged: false });
  for (const files of [10, 10]) {
    const store = await openCheckedStore(path());
    const [root] = store.roots();
    expect([store.setAside, root && store.root(root.id).syncedTotals().files]).toEqual([null, files]);
    store.close();
  }
  const other = await openCheckedStore(join(folder, 'other', 'state.db'));
  expect([other.setAside, other.roots()]).toEqual([null, []]);
  other.close();
});

test('a check that could not be made is not taken for a sound store', async () => {
  await mkdir(path(), { recursive: true });
  await expect(passesCheck(path())).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
});

test('the check leaves the thread that answers people free', async () => {
  await afterCrash({ files: 20_000, damaged: false });
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  const opened = openCheckedStore(path());
  turn();
  const store = await opened;
  isOver = true;
  store.close();
  // On this thread, the check would leave it one or two.
  expect(turns).toBeGreaterThan(3);
});

test('a store of a newer program is left alone', () => {
  openStoreBench(path()).store.close();
  const raw = new Database(path());
  raw.pragma('user_version = 999');
  raw.close();
  expect(() => openStore(path())).toThrow(/newer version of Tandem/);
});

test('steps that were under way are to be planned again after a start', () => {
  const first = openStoreBench(path());
  first.root.park(first.root.dirty(10));
  expect(first.root.hasDirty()).toBe(false);
  first.store.close();
  const again = openStoreBench(path());
  expect(again.root.hasDirty()).toBe(true);
  again.store.close();
});

test('the number of a removed root never comes back, and its rows are gone', () => {
  const { store, root } = openStoreBench(path());
  const { id } = root;
  store.removeRoot(id);
  const raw = new Database(path(), { readonly: true });
  for (const table of ['local_node', 'remote_node', 'synced_node', 'work']) {
    expect(raw.prepare(`SELECT count(*) AS rows FROM ${table}`).get()).toEqual({ rows: 0 });
  }
  raw.close();
  const added = store.addRoot({
    localPath: '/b',
    marker: 'm',
    volumeId: 'v',
    account: 'a',
    fingerprint: fingerprintOf('b'),
    remote: { ...remoteEntry('5', '0', 'b'), kind: 'folder', content: null, parentId: null },
  });
  expect(added.id).toBeGreaterThan(id);
  store.close();
});
