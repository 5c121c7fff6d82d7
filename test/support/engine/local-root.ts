import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Computer } from '../../../main/engine/adapters/node-file-system/local-stat.ts';
import type { LocalEntry, RemoteEntry } from '../../../main/engine/model/entry.ts';
import { etag, itemId, type LocalId, sha1 } from '../../../main/engine/model/ids.ts';
import {
  createLocalObserver,
  type LocalObserver,
  type LocalObserverParts,
  type ScanReport,
} from '../../../main/engine/observe/local/observer.ts';
import type { Clock } from '../../../main/engine/ports/clock.ts';
import type { FileSystem } from '../../../main/engine/ports/file-system.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import type { Store } from '../../../main/engine/store/store.ts';
import { newQuickFolder, removeQuickFolder } from '../files/quick-folder.ts';
import { openMemoryStore } from './empty-store.ts';
import { realDisk } from './real-disk.ts';

/** A folder of real files, a real store, and an observer between them. Time advances only when a test says so. */
export type LocalRoot = {
  readonly path: string;
  readonly store: RootStore;
  /** The store that contains the root. */
  readonly whole: Store;
  readonly fileSystem: FileSystem;
  readonly observer: LocalObserver;
  /** The observer's dependencies, to create another one. */
  readonly parts: LocalObserverParts;
  at(path: string): string;
  /** Creates missing parent folders. */
  write(path: string, text: string): Promise<void>;
  advance(ms: number): void;
  /** Scans the named folders of the root. */
  scan(...folders: string[]): Promise<ScanReport>;
  /** Advances past the settling time and accepts missing items as deleted. */
  settle(): Promise<ScanReport>;
  /** The row at a path; throws if there is none. */
  row(path: string): LocalEntry;
  /** All paths of the local tree, folders with a slash. */
  tree(): string[];
  /** Marks every row as uploaded: hashed, synced and clean. */
  syncAll(): void;
  /** Dirty paths (ids for deleted items). */
  dirty(): string[];
  dispose(): Promise<void>;
};

/** `computer`: one that tells the items of its disks apart in another way. */
export async function openLocalRoot(ignoreLines: readonly string[] = [], computer?: Computer): Promise<LocalRoot> {
  const path = await realpath(await newQuickFolder('tandem-local-'));
  const fileSystem = realDisk(computer);
  const store = openMemoryStore();
  await fileSystem.writeMarker(path, 'marker');
  const stat = await fileSystem.stat(path);
  const volumeId = await fileSystem.volumeId(path);
  if (stat === null || volumeId === null) throw new Error('the folder that was just made is gone');
  const place = { localPath: path, marker: 'marker', volumeId };
  const record = store.addRoot({ ...place, account: 'test', fingerprint: stat.fingerprint, remote: REMOTE_ROOT });
  const root = store.root(record.id);
  root.clean(root.dirty(10));
  const time = { nowMs: 1_000_000 };
  const clock: Clock = {
    nowMs: () => time.nowMs,
    today: () => '2026-01-02',
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  };
  const parts = { fileSystem, store: root, clock, root: place, ignoreLines };
  const observer = createLocalObserver(parts);
  const at = (name: string): string => join(path, name);
  return {
    path,
    store: root,
    whole: store,
    fileSystem,
    observer,
    parts,
    at,
    async write(name, text) {
      await mkdir(dirname(at(name)), { recursive: true });
      await writeFile(at(name), text);
    },
    advance(ms) {
      time.nowMs += ms;
    },
    scan: (...folders) => observer.scanDirectories(folders.map((folder) => join(path, folder))),
    settle() {
      time.nowMs += 10_000;
      return observer.settleMissing();
    },
    row(name) {
      const id = root.localAt(name);
      const row = id === undefined ? undefined : root.local(id);
      if (row === undefined) throw new Error(`the local tree has no ${name}`);
      return row;
    },
    tree: () => treeBelow(root, root.rootLocalId, ''),
    syncAll: () => syncBelow(root, root.rootLocalId),
    dirty() {
      const { localIds } = root.dirty(1000);
      return localIds.map((id) => root.localPath(id) ?? `#${id}`).sort();
    },
    async dispose() {
      store.close();
      removeQuickFolder(path);
    },
  };
}

export const REMOTE_ROOT: RemoteEntry = {
  id: itemId('0'),
  parentId: null,
  name: '',
  kind: 'folder',
  etag: etag('0'),
  sequenceId: null,
  content: null,
  versionId: null,
  contentModifiedAtMs: null,
  canUpload: true,
  canRename: true,
  canDelete: true,
  canDownload: true,
};

function treeBelow(store: RootStore, folder: LocalId, path: string): string[] {
  return store.localChildren(folder).flatMap((row) => {
    const here = path === '' ? row.name : `${path}/${row.name}`;
    return row.kind === 'folder' ? [`${here}/`, ...treeBelow(store, row.id, here)] : [here];
  });
}

function syncBelow(store: RootStore, folder: LocalId): void {
  for (const row of store.localChildren(folder)) {
    const digest = row.kind === 'file' ? sha1(row.fingerprint.identity.padStart(40, '0')) : null;
    if (digest !== null) store.putLocal({ ...row, sha1: digest }, store.tick());
    store.putSynced({
      localId: row.id,
      itemId: itemId(`9${row.id}`),
      parentLocalId: folder,
      kind: row.kind,
      localName: row.name,
      remoteName: row.name,
      content: digest === null ? null : { sha1: digest, sizeBytes: row.fingerprint.sizeBytes },
      fingerprint: row.fingerprint,
      etag: etag('0'),
    });
    syncBelow(store, row.id);
  }
  if (folder === store.rootLocalId) store.clean(store.dirty(100_000));
}
