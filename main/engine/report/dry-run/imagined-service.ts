import type { Transfers } from '../../execute/transfer/transfer.ts';
import { namesBelow } from '../../model/disk-path.ts';
import type { Kind, RemoteEntry } from '../../model/entry.ts';
import { etag, fileIdentity, type ItemId, itemId, type Sha1, sha1, versionId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Remote } from '../../ports/remote/remote.ts';
import type { Refusal } from '../../ports/remote/remote-refusal.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { ImaginedDisk } from './imagined-disk.ts';

/**
 * An in-memory service that mirrors a remote tree. Steps appear to change it, but no request is sent and transfers finish at once.
 * Operations that no planned step uses fall through to the real service.
 */
export function imaginedService(
  root: RootStore,
  { remote, disk, rootPath }: { readonly remote: Remote; readonly disk: ImaginedDisk; readonly rootPath: string },
): { readonly remote: Remote; readonly transfers: Pick<Transfers, 'upload' | 'download'> } {
  let count = 0;
  /** Etags and ids that no service issues. */
  const fresh = (): string => {
    count += 1;
    return `imagined-${count}`;
  };
  const changed = (entry: RemoteEntry): RemoteEntry => ({ ...entry, etag: etag(fresh()) });
  const made = (entry: NewEntry): RemoteEntry => changed(newEntry(root, entry, itemId(fresh())));
  return {
    remote: {
      ...remote,
      item: async (id, kind) => {
        const entry = root.remote(id);
        return entry?.kind === kind ? entry : null;
      },
      createFolder: async (parentId, name) =>
        holderOf(root, parentId, name, null) ?? { ok: true, entry: made({ parentId, name, kind: 'folder' }) },
      move: async ({ id, parentId, name }) => {
        const entry = root.remote(id);
        if (entry === undefined) return { ok: false, reason: 'gone' };
        return holderOf(root, parentId, name, id) ?? { ok: true, entry: changed({ ...entry, parentId, name }) };
      },
      trash: async ({ id }) => (root.remote(id) === undefined ? { ok: false, reason: 'gone' } : { ok: true }),
    },
    transfers: {
      upload: async ({ source, destination, contentModifiedAtMs }) => {
        if (source.kind === 'stream') throw new Error('no step sends a stream');
        const { expect, path } = source;
        const stat = await disk.fileSystem.stat(path);
        if (stat?.fingerprint.identity !== expect.identity) return { ok: false, reason: 'source_changed' };
        // Without reading the file its content is unknown: use a digest that equals no other.
        const digest = knownSha1(root, rootPath, path) ?? sha1(`imagined-${expect.identity}-${expect.mtimeNs}`);
        const content = { sha1: digest, sizeBytes: expect.sizeBytes };
        const sent = (entry: RemoteEntry) => {
          const version = { content, contentModifiedAtMs, versionId: versionId(fresh()) };
          return { ok: true as const, entry: { ...entry, ...version }, content, fingerprint: expect };
        };
        if (destination.kind === 'new') {
          const { parentId, name } = destination;
          return holderOf(root, parentId, name, null) ?? sent(made({ parentId, name, kind: 'file' }));
        }
        const before = root.remote(destination.itemId);
        return before === undefined ? { ok: false, reason: 'gone' } : sent(changed(before));
      },
      download: async ({ content, target, expect, contentModifiedAtMs }) => {
        const path = await target({ identity: fileIdentity('imagined'), stagingName: 'imagined' });
        if (path === null) return { ok: false, reason: 'target_changed' };
        const there = await disk.fileSystem.stat(path);
        const isAsExpected = there?.fingerprint.identity === expect?.identity;
        if (!isAsExpected) return { ok: false, reason: 'target_changed' };
        return { ok: true, stat: disk.install(content, contentModifiedAtMs), path, receivedBytes: content.sizeBytes };
      },
    },
  };
}

function knownSha1(root: RootStore, rootPath: string, path: string): Sha1 | null {
  const id = root.localAt(namesBelow(rootPath, path));
  return id === undefined ? null : (root.local(id)?.sha1 ?? null);
}

type NewEntry = { readonly parentId: ItemId; readonly name: string; readonly kind: Kind };

/** With the permissions of the parent folder, as the service would assign them. */
function newEntry(root: RootStore, { parentId, name, kind }: NewEntry, id: ItemId): RemoteEntry {
  const rights = { canUpload: true, canRename: true, canDelete: true, canDownload: true };
  const facts = { content: null, versionId: null, contentModifiedAtMs: null, etag: null, sequenceId: null };
  return { ...rights, ...root.remote(parentId), ...facts, id, parentId, name, kind };
}

function holderOf(root: RootStore, parent: ItemId, name: string, except: ItemId | null): Refusal | null {
  if (root.remote(parent) === undefined) return { ok: false, reason: 'gone' };
  const holder = root.remoteByKey(parent, nameKey(name)).find(({ id }) => id !== except);
  return holder === undefined ? null : { ok: false, reason: 'taken', existing: holder.id, existingKind: holder.kind };
}
