import type { LocalEntry, RemoteEntry, SyncedEntry } from '../../../main/engine/model/entry.ts';
import {
  etag,
  fileIdentity,
  type ItemId,
  itemId,
  type LocalId,
  rootId,
  sequenceId,
  sha1,
} from '../../../main/engine/model/ids.ts';
import type { NewJournalEntry } from '../../../main/engine/store/history/journal-table.ts';
import { openStore } from '../../../main/engine/store/open-store.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import type { Store } from '../../../main/engine/store/store.ts';

/** An in-memory store with one root, and shorthand for rows. */
export type StoreBench = { readonly store: Store; readonly root: RootStore };

export function openStoreBench(path = ':memory:', connect?: Parameters<typeof openStore>[1]): StoreBench {
  const store = openStore(path, connect);
  const [known] = store.roots();
  const record =
    known ??
    store.addRoot({
      localPath: '/root',
      marker: 'marker',
      volumeId: 'volume',
      account: 'account',
      fingerprint: fingerprintOf('root'),
      remote: { ...remoteEntry('0', '0', ''), kind: 'folder', content: null, parentId: null },
    });
  return { store, root: store.root(record.id) };
}

export const fingerprintOf = (identity: string, sizeBytes = 3) => ({
  identity: fileIdentity(identity),
  sizeBytes,
  mtimeNs: '1000000000',
  ctimeNs: '1000000000',
});

export const localEntry = (
  id: LocalId,
  parentId: LocalId,
  name: string,
  change: Partial<LocalEntry> = {},
): LocalEntry => ({
  id,
  parentId,
  name,
  kind: 'file',
  fingerprint: fingerprintOf(`i${id}`),
  sha1: null,
  ...change,
});

export const remoteEntry = (
  id: string,
  parentId: string,
  name: string,
  change: Partial<RemoteEntry> = {},
): RemoteEntry => ({
  id: itemId(id),
  parentId: itemId(parentId),
  name,
  kind: 'file',
  etag: etag('0'),
  sequenceId: sequenceId('0'),
  content: { sha1: sha1('a'.repeat(40)), sizeBytes: 3 },
  versionId: null,
  contentModifiedAtMs: 1000,
  canUpload: true,
  canRename: true,
  canDelete: true,
  canDownload: true,
  ...change,
});

/** The row that pairs these two. */
export const syncedEntry = (local: LocalEntry, remote: RemoteEntry): SyncedEntry => ({
  localId: local.id,
  itemId: remote.id,
  parentLocalId: local.parentId,
  kind: local.kind,
  localName: local.name,
  remoteName: remote.name,
  content: remote.content,
  fingerprint: local.fingerprint,
  etag: remote.etag,
});

/** Puts a pair into all three trees as synced, and returns its two ids. */
export function putPair(
  { store, root }: StoreBench,
  name: string,
  place: { readonly local: LocalId; readonly item: ItemId; readonly id: string; readonly folder?: boolean },
): { readonly localId: LocalId; readonly itemId: ItemId } {
  const kind = place.folder === true ? 'folder' : 'file';
  const content = place.folder === true ? ({ kind, content: null } as const) : {};
  const remote = remoteEntry(place.id, place.item, name, content);
  const local = localEntry(root.newLocalId(), place.local, name, { kind, sha1: remote.content?.sha1 ?? null });
  store.transaction(() => {
    root.putLocal(local, root.tick());
    root.putRemote(remote, root.tick());
    root.putSynced(syncedEntry(local, remote));
    root.clean({ localIds: [local.id], itemIds: [remote.id] });
  });
  return { localId: local.id, itemId: remote.id };
}

/** An upload of a file, as the journal notes it. */
export const journalEntry = (path: string, change: Partial<NewJournalEntry>): NewJournalEntry => ({
  atMs: 1,
  rootId: rootId(1),
  batch: 1,
  kind: 'upload',
  side: 'remote',
  rule: 'P2',
  itemKind: 'file',
  localId: null,
  itemId: null,
  path,
  fromPath: null,
  bytes: null,
  before: null,
  after: null,
  ...change,
});
