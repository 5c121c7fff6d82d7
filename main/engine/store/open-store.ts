import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { openPrivate } from '../../private/open-private.ts';
import type { LocalId, RootId } from '../model/ids.ts';
import { storedRules, storeRules } from './choices.ts';
import { createRootStore } from './create-root-store.ts';
import { type Connection, createConnection } from './database/connection.ts';
import { migrate, StoreTooNewError } from './database/migrate.ts';
import { keepCounts } from './database/row-count.ts';
import { StoreFile } from './database/store-file.ts';
import { keepCheckpoints, moveAll } from './database/threads/checkpoints.ts';
import { endedCleanly, passesCheck } from './database/threads/integrity-check.ts';
import { createCountedTime } from './history/counted-time.ts';
import { createJournalTable } from './history/journal-table.ts';
import { createTrashTable } from './history/trash-table.ts';
import { type RootList, readRootList, writeRootList } from './root-list-file.ts';
import type { RootStore } from './root-store.ts';
import { createRootTable, everHadRoot } from './root-table.ts';
import { createSettingTable, type SettingTable } from './setting-table.ts';
import type { Store } from './store.ts';
import { isReplaceable } from './store-trouble.ts';
import { createReuseTable } from './transfers/reuse-table.ts';
import { createTransferTable } from './transfers/transfer-table.ts';
import { createBorderTable } from './trees/border-table.ts';
import { createLocalIdSeries } from './trees/local-id-series.ts';

const CLEAN_STOP = 'clean_stop';

/**
 * Like `openStore`, but checks the store first if the last process did not end cleanly. The check reads the whole file on a
 * separate thread; the store is not used until it has passed.
 */
export async function openCheckedStore(path: string): Promise<Store> {
  const isSound = endedCleanly(path, CLEAN_STOP) || (await passesCheck(path));
  return isSound ? openStore(path) : replaceDamaged(path);
}

/**
 * Opens the store at `path` (`:memory:` for a temporary one), creating it if missing. A store that can't be opened is renamed,
 * not deleted (`Store.setAside`), and replaced by an empty one: the roots are then relinked by content, which transfers and
 * deletes nothing. Throws `StoreTooNewError` for a store of a newer version. The caller holds the state folder's lock. `connect`
 * opens the database; it lies elsewhere in the simulator.
 */
export function openStore(path: string, connect: (path: string) => Database.Database = connectFile): Store {
  try {
    return openOnce(path, connect);
  } catch (error) {
    if (path === ':memory:' || error instanceof StoreTooNewError || !isReplaceable(error)) throw error;
    return replaceDamaged(path);
  }
}

const replaceDamaged = (path: string): Store => openOnce(path, connectFile, setAside(path));

/** A failure closes the file again, as Windows does not rename an open one. */
function openOnce(
  path: string,
  connect: (path: string) => Database.Database,
  setAsidePath: string | null = null,
): Store {
  const db = connect(path);
  try {
    prepareFile(db);
    return withRootList(createStore(db, setAsidePath), path, everHadRoot(db));
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Keeps a small list of the roots beside the store, with what the user keeps off the service, written within each change to them. So
 * losing the store loses neither the list of synced folders nor uploads what was excluded. Roots restored from it start as never
 * synced (edge case 115). A store that never had a root takes them all over or none, so if the process ends before that, the next
 * one does it.
 */
function withRootList(store: Store, path: string, hadRoot: boolean): Store {
  if (path === ':memory:') return store;
  if (!hadRoot) {
    store.transaction(() => takeOver(store, readRootList(path)));
  }
  const write = (): void => writeRootList(path, rootListOf(store));
  // Before the commit: a change that the list can't follow does not happen.
  const written =
    <Args extends readonly unknown[], Value>(change: (...args: Args) => Value) =>
    (...args: Args): Value =>
      store.transaction(() => {
        const value = change(...args);
        write();
        return value;
      });
  // Also for a store that predates the list, or something in it.
  if (store.roots().length > 0) write();
  store.onChoice(write);
  return {
    ...store,
    addRoot: written(store.addRoot),
    removeRoot: written(store.removeRoot),
    setPaused: written(store.setPaused),
    renameAccount: written(store.renameAccount),
    setPlace: written(store.setPlace),
    resetRoot: written(store.resetRoot),
  };
}

function takeOver(store: Store, { roots, ownRules }: RootList): void {
  if (ownRules !== null) storeRules({ set: store.setSetting }, ownRules);
  for (const { pausedUntilMs, keptHere, ...listed } of roots) {
    const { id } = store.addRoot(listed);
    store.setPaused(id, pausedUntilMs);
    store.root(id).setKeptHere(keptHere);
  }
}

function rootListOf(store: Store): RootList {
  const roots = store.roots().flatMap((record) => {
    const root = store.root(record.id);
    const [local, remote] = [root.local(record.localId), root.remote(record.itemId)];
    if (local === undefined || remote === undefined) return [];
    return [{ ...record, fingerprint: local.fingerprint, remote, keptHere: [...root.keptHere()] }];
  });
  return { roots, ownRules: storedRules({ get: store.setting }) };
}

function createStore(db: Database.Database, setAsidePath: string | null = null): Store {
  keepCounts(db);
  const connection = createConnection(db);
  const roots = createRootTable(connection);
  const settings = createSettingTable(connection);
  const tables = tablesOf(connection, settings);
  const { transfers, trash } = tables;
  const numbers = { newLocalId: createLocalIdSeries(connection, settings), newBatch: () => newBatch(settings) };
  /** By local id: unlike the root's own id, it is never given twice, also not after a rollback. */
  const open = new Map<LocalId, RootStore>();
  const root = (id: RootId): RootStore => {
    const record = roots.all().find((one) => one.id === id);
    if (record === undefined) throw new Error(`there is no sync root ${id}`);
    const known = open.get(record.localId);
    if (known !== undefined) return known;
    const opened = createRootStore(connection, record, numbers);
    open.set(record.localId, opened);
    return opened;
  };
  return {
    roots: roots.all,
    root,
    addRoot: (added) =>
      connection.transaction(() => {
        const record = roots.insert(added, numbers.newLocalId());
        writeRootRows(root(record.id), added.fingerprint, added.remote);
        return record;
      }),
    removeRoot: (id) =>
      connection.transaction(() => {
        transfers.forgetRoot(String(id));
        roots.remove(id);
      }),
    setPaused: roots.pause,
    renameAccount: roots.renameAccount,
    setPlace: (id, place) =>
      connection.transaction(() => {
        transfers.moveRoot(String(id), place.localPath);
        trash.moveRoot(id, place.localPath);
        roots.move(id, place);
      }),
    resetRoot: (id, { fingerprint, ...place }) =>
      connection.transaction(() => {
        const record = roots.all().find((one) => one.id === id);
        const remote = record === undefined ? undefined : root(id).remote(record.itemId);
        if (remote === undefined) throw new Error(`there is no sync root ${id}`);
        roots.clear(id);
        roots.move(id, place);
        writeRootRows(root(id), fingerprint, { ...remote, sequenceId: null });
      }),
    tick: connection.tick,
    setting: settings.get,
    setSetting: settings.set,
    onChoice: connection.onChoice,
    ...tables,
    transaction: connection.transaction,
    ...onFile(connection, settings),
    setAside: setAsidePath,
  };
}

/** The tables that hold rows of all roots. */
function tablesOf(connection: Connection, settings: SettingTable) {
  const counted = createCountedTime(settings);
  return {
    counted,
    journal: createJournalTable(connection, counted),
    trash: createTrashTable(connection, counted),
    reuse: createReuseTable(connection),
    transfers: createTransferTable(connection),
    borders: createBorderTable(connection),
  };
}

/** Operations on the file as a whole. */
function onFile(connection: Connection, settings: SettingTable): Pick<Store, 'flush' | 'copy' | 'damage' | 'close'> {
  const { db } = connection;
  const endCheckpoints = keepCheckpoints(connection);
  const copies = copiesOf(db);
  const damage = () => (db instanceof StoreFile ? db.damage : null);
  return {
    flush: () => {
      // In WAL mode a checkpoint flushes the log before copying; a commit alone does not (`synchronous = NORMAL`).
      moveAll(db);
    },
    copy: copies,
    damage,
    close: () => {
      if (!db.open) return;
      endCheckpoints();
      try {
        // After damage the mark stays off, so the next start checks the file.
        if (damage() === null) settings.set(CLEAN_STOP, '1');
      } finally {
        db.close();
      }
    },
  };
}

/** Copies are files beside the store, as a large one would fill the memory. */
function copiesOf(db: Database.Database): Store['copy'] {
  if (db.name === ':memory:' || db.name === '') {
    return async () => createStore(prepared(new Database(db.serialize())));
  }
  const mark = `${basename(db.name)}${COPY}`;
  const open = new Set<string>();
  let count = 0;
  const drop = (path: string): void => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
    open.delete(path);
  };
  return async () => {
    // Left over from a crash: only one process at a time uses this folder.
    for (const name of readdirSync(dirname(db.name))) {
      const path = join(dirname(db.name), name.replace(/-(?:wal|shm|journal)$/, ''));
      if (name.startsWith(mark) && ![...open].some((one) => path.startsWith(one))) drop(path);
    }
    count += 1;
    const path = `${db.name}${COPY}-${count}`;
    open.add(path);
    try {
      openPrivate('file', path);
      await db.backup(path);
      const store = createStore(prepared(new Database(path)));
      return {
        ...store,
        close: () => {
          store.close();
          drop(path);
        },
      };
    } catch (error) {
      drop(path);
      throw error;
    }
  };
}

const COPY = '.rehearsal';

/** A copy need not survive a power cut, and none of its steps is in flight. */
function prepared(db: Database.Database): Database.Database {
  db.pragma('synchronous = OFF');
  openAllWork(db);
  return db;
}

/** As after a start: everything in doubt is planned and tried again. */
function openAllWork(db: Database.Database): void {
  db.exec(`UPDATE work SET state = 'open', retry_at_ms = NULL WHERE state <> 'open' OR retry_at_ms IS NOT NULL`);
}

const LAST_BATCH = 'last_held_batch';

function newBatch(settings: SettingTable): number {
  const batch = Number(settings.get(LAST_BATCH) ?? '0') + 1;
  settings.set(LAST_BATCH, String(batch));
  return batch;
}

/** The root pair agrees by definition: the user linked it. */
function writeRootRows(
  store: RootStore,
  fingerprint: Parameters<Store['addRoot']>[0]['fingerprint'],
  remote: Parameters<Store['addRoot']>[0]['remote'],
): void {
  const takenAt = store.tick();
  const localId = store.rootLocalId;
  store.putLocal({ id: localId, parentId: null, name: '', kind: 'folder', fingerprint, sha1: null }, takenAt);
  store.putRemote({ ...remote, parentId: null }, takenAt);
  store.putSynced({
    localId,
    itemId: remote.id,
    parentLocalId: null,
    kind: 'folder',
    localName: '',
    remoteName: remote.name,
    content: null,
    fingerprint,
    etag: remote.etag,
  });
}

function connectFile(path: string): Database.Database {
  if (path !== ':memory:') {
    openPrivate('folder', dirname(path));
    // The files that SQLite creates beside it inherit the file's permissions.
    openPrivate('file', path);
  }
  return new StoreFile(path);
}

/**
 * With `synchronous = NORMAL` in WAL mode, a power cut may lose the last commits but never their order. Every effect is
 * repeatable, so an older state only costs another check.
 */
function prepareFile(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('temp_store = MEMORY');
  // Never freed once filled. A larger cache saves no time, as the system caches the file's pages too.
  db.pragma('cache_size = -6144');
  migrate(db, CLEAN_STOP);
  openAllWork(db);
}

/** Only the newest copy is kept: each is as large as the store. */
function setAside(path: string): string {
  const mark = `${basename(path)}.damaged-`;
  const earlier = readdirSync(dirname(path)).filter((name) => name.startsWith(mark));
  const number = 1 + Math.max(0, ...earlier.map((name) => Number.parseInt(name.slice(mark.length), 10) || 0));
  const target = `${path}.damaged-${number}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${target}${suffix}`);
  }
  for (const name of earlier) rmSync(join(dirname(path), name), { force: true });
  return target;
}
