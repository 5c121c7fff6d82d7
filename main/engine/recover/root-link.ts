import { parse, resolve } from 'node:path';
import type { RemoteEntry } from '../model/entry.ts';
import { type ItemId, itemId } from '../model/ids.ts';
import type { LocalStat } from '../model/observation.ts';
import { type Answer, type Refused, refusedBy } from '../model/refusal.ts';
import { formatMarker, parseMarker } from '../model/root-marker.ts';
import { rootState } from '../observe/local/root-state.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { RemoteError } from '../ports/remote/remote.ts';
import type { EngineParts, EngineSettings } from '../root/engine-parts.ts';
import type { RootRecord } from '../store/root-table.ts';
import { noteEpoch } from './epoch-notes.ts';
import { type LocalNesting, localNesting } from './local-nesting.ts';
import { type OtherApp, otherSyncApp } from './other-sync-apps.ts';
import type { RootRenewal } from './root-renewal.ts';

export type LinkRequest = {
  readonly localPath: string;
  readonly remoteId: string;
  /** Link even if another sync app manages the folder. */
  readonly anyway?: boolean | undefined;
  /** Starts a new root paused: both sides are observed, but nothing is changed until the user resumes it. */
  readonly paused?: boolean | undefined;
};

export type Linking = Pick<EngineParts, 'store' | 'fileSystem' | 'remote' | 'random' | 'account'> & {
  readonly settings: Pick<EngineSettings, 'ownPlaces'>;
};

/** `renewal`: the root is already linked but was lost, and must be reopened where its folder is. */
export type Linked = Answer<{
  readonly record: RootRecord;
  readonly renewal: RootRenewal | null;
}>;

/**
 * Links a local and a remote folder, or finds their existing link. Changes nothing but the marker in the local folder. Content present on
 * both sides is adopted later; a first link deletes nothing (E115), because nothing is synced yet.
 */
export async function linkRoot(parts: Linking, request: LinkRequest): Promise<Linked> {
  const localPath = resolve(request.localPath);
  const remoteId = itemId(request.remoteId);
  const known = parts.store.roots().find((root) => root.localPath === localPath && root.itemId === remoteId);
  if (known !== undefined) {
    if (known.account !== parts.account) return otherAccount(known);
    return { ok: true, value: { record: known, renewal: null } };
  }
  // Nothing lies beside it, so what may not be uploaded would have no place on it (SPEC P70).
  if (localPath === parse(localPath).root) return refusedBy('not_possible', { code: 'whole_disk', args: {} });
  try {
    const local = await lookAtLocal(parts, localPath);
    if ('ok' in local) return local;
    const remote = await parts.remote.item(remoteId, 'folder');
    if (remote === null) return remoteNotFound(request.remoteId);
    const lost = await lostRoot(parts, { localPath, local, remoteId });
    const nestedHere = await localNesting(parts, { localPath, local, except: lost?.record.id ?? null });
    if (nestedHere !== null) return overlapping(localPath, nestedHere);
    if (lost !== null) return { ok: true, value: lost };
    const nestedThere = await nestedRemotely(parts, remote);
    if (nestedThere !== null) return nestedThere;
    const other = request.anyway === true ? null : await otherSyncApp(parts.fileSystem, localPath);
    if (other !== null) return keptByOther(localPath, other);
    const volumeId = await parts.fileSystem.volumeId(localPath);
    if (volumeId === null) return localMissing(localPath);
    // Always a new marker: another state that knew this folder finds it replaced and pauses instead of working against us.
    const marker = parts.random.token(24);
    const epoch = parts.random.token(16);
    await parts.fileSystem.writeMarker(localPath, formatMarker({ id: marker, epoch }));
    const stat = await parts.fileSystem.stat(localPath);
    if (stat === null) return localMissing(localPath);
    const { fingerprint } = stat;
    const { account } = parts;
    const record = parts.store.transaction(() => {
      const added = parts.store.addRoot({ localPath, marker, volumeId, account, fingerprint, remote });
      noteEpoch(parts.store.root(added.id), epoch);
      if (request.paused === true) parts.store.setPaused(added.id, 0);
      return parts.store.roots().find(({ id }) => id === added.id) ?? added;
    });
    return { ok: true, value: { record, renewal: null } };
  } catch (error) {
    return fromError(error, localPath);
  }
}

/**
 * Finds a lost root by its marker when the user points to its folder after the search failed (edge case 71). For a copy (another disk, a
 * backup) only the marker is known, so it is compared by content.
 */
async function lostRoot(
  { store, fileSystem, account }: Linking,
  { localPath, local, remoteId }: { localPath: string; local: LocalStat; remoteId: ItemId },
): Promise<{ record: RootRecord; renewal: RootRenewal } | null> {
  const text = await fileSystem.readMarker(localPath);
  const marker = text === null ? null : parseMarker(text).id;
  const record = store.roots().find((root) => root.marker === marker && root.itemId === remoteId);
  if (record === undefined || record.account !== account) return null;
  if ((await rootState(fileSystem, record)) === 'present') return null;
  const row = store.root(record.id).local(record.localId);
  const isSame = row?.fingerprint.identity === local.fingerprint.identity;
  const isSameVolume = (await fileSystem.volumeId(localPath)) === record.volumeId;
  if (isSame && isSameVolume) return { record, renewal: { kind: 'moved', localPath } };
  return { record, renewal: { kind: 'reset', localPath, why: 'other_copy' } };
}

const keptByOther = (localPath: string, { app, path }: OtherApp): Refused =>
  refusedBy('other_sync_app', { code: 'other_sync_app', args: { path: localPath, app, other: path } });

export function otherAccount(root: RootRecord): Refused {
  return refusedBy('other_account', {
    code: 'other_account_root',
    args: { path: root.localPath, account: root.account },
  });
}

async function lookAtLocal({ fileSystem }: Linking, localPath: string): Promise<LocalStat | Refused> {
  const stat = await fileSystem.stat(localPath);
  if (stat === null) return localMissing(localPath);
  if (stat.kind === 'folder') return stat;
  return refusedBy('local_not_a_folder', {
    code: stat.kind === 'link' ? 'link_not_a_folder' : 'not_a_folder',
    args: { path: localPath },
  });
}

const localMissing = (localPath: string): Refused =>
  refusedBy('local_missing', { code: 'local_folder_missing', args: { path: localPath } });

const remoteNotFound = (id: string): Refused =>
  refusedBy('remote_not_found', { code: 'remote_folder_not_found', args: { id } });

/** The refusal of a folder that can't be a root where it is. */
export const overlapping = (path: string, { with: what, path: other }: LocalNesting): Refused =>
  what === 'own_data'
    ? refusedBy('not_possible', { code: 'own_data_folder', args: { path, other } })
    : refusedBy('root_nested', { code: 'local_folders_nested', args: { path, other } });

async function nestedRemotely({ store, remote }: Linking, entry: RemoteEntry): Promise<Refused | null> {
  for (const root of store.roots()) {
    // The root may not have heard yet that the folder moved in or out; until then, it counts as inside.
    const isKnown = store.root(root.id).remote(entry.id) !== undefined;
    const isInside = isKnown || (await isAbove(remote, root.itemId, entry.id));
    if (isInside || (await isAbove(remote, entry.id, root.itemId))) {
      return refusedBy('root_nested', {
        code: 'remote_folders_nested',
        args: { name: entry.name, path: root.localPath },
      });
    }
  }
  return null;
}

async function isAbove(remote: EngineParts['remote'], above: ItemId, id: ItemId): Promise<boolean> {
  for (let at: ItemId | null = id; at !== null; ) {
    if (at === above) return true;
    const entry: RemoteEntry | null = await remote.item(at, 'folder');
    at = entry?.parentId ?? null;
  }
  return false;
}

function fromError(error: unknown, localPath: string): Refused {
  if (error instanceof FileSystemError) {
    return refusedBy('local_unreadable', { code: 'folder_unusable', args: { path: localPath, reason: error.code } });
  }
  if (!(error instanceof RemoteError)) throw error;
  return fromRemoteError(error);
}

/** Turns a failed request that the user is waiting for into a refusal. */
export function fromRemoteError(error: RemoteError): Refused {
  switch (error.code) {
    case 'signed_out':
      return refusedBy('signed_out', { code: 'sign_in_not_accepted', args: {} });
    case 'offline':
      return refusedBy('offline', { code: 'service_not_reached', args: { answer: error.says } });
    default:
      return refusedBy('service_error', { code: 'service_refused', args: { answer: error.says } });
  }
}
