import type { Message } from '../../../preload/words/message.ts';
import type { Fingerprint } from '../model/entry.ts';
import { rootTrash } from '../model/names/state-folder.ts';
import { formatMarker, parseMarker } from '../model/root-marker.ts';
import { rootState } from '../observe/local/root-state.ts';
import { FileSystemError } from '../ports/file-system.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootPlacement, RootRecord } from '../store/root-table.ts';
import type { Store } from '../store/store.ts';
import { loseConflicts, noteConflictPaths } from './conflict-places.ts';
import { noteEpoch, placeOf } from './epoch-notes.ts';

/**
 * How to reopen a root, and why.
 * - `moved`: the same folder is elsewhere; all stored state stays valid (edge case 71).
 * - `reset`: stored state cannot be trusted, or the user asked for it. Both sides count as never synced: equal content is adopted, different
 *   content is kept twice, nothing is deleted (SPEC P60).
 * - `accepted`: the user continues with the folder as it is now: anything missing from it was deleted (edge case 69).
 */
export type RootRenewal =
  | { readonly kind: 'moved'; readonly localPath: string }
  | { readonly kind: 'reset'; readonly localPath: string; readonly why: ResetReason }
  | { readonly kind: 'accepted' };

export type ResetReason = 'state_is_lost' | 'state_is_older' | 'service_is_older' | 'other_copy' | 'asked_for';

export type RenewalNotice = { readonly title: Message; readonly body: Message };

/** The notice shown afterwards; null: the user asked for the renewal, or was told of the lost state as a whole. */
export function renewalNotice({ localPath }: RootRecord, renewal: RootRenewal): RenewalNotice | null {
  if (renewal.kind === 'moved') {
    return {
      title: { code: 'root_moved', args: {} },
      body: { code: 'root_moved_details', args: { before: localPath, now: renewal.localPath } },
    };
  }
  if (renewal.kind === 'accepted' || renewal.why === 'asked_for' || renewal.why === 'state_is_lost') return null;
  if (renewal.why === 'service_is_older') {
    return {
      title: { code: 'service_went_back', args: {} },
      body: { code: 'service_went_back_details', args: {} },
    };
  }
  return {
    title: { code: 'root_from_backup', args: {} },
    body: { code: 'root_from_backup_details', args: { path: renewal.localPath } },
  };
}

type Renewing = Pick<EngineParts, 'store' | 'fileSystem' | 'random'>;

/**
 * Records a renewal. Nothing works on the root meanwhile; its session is reopened afterwards. False: the folder is no longer the one the
 * renewal is about. Rejects with `FileSystemError` if the folder cannot be used. In both cases nothing was changed.
 */
export async function applyRenewal(parts: Renewing, record: RootRecord, renewal: RootRenewal): Promise<boolean> {
  const { store, fileSystem, random } = parts;
  const localPath = renewal.kind === 'accepted' ? record.localPath : renewal.localPath;
  const stat = await fileSystem.stat(localPath);
  const volumeId = await fileSystem.volumeId(localPath);
  // Gone again since it was found: keep the stored state and search again.
  if (volumeId === null || stat === null || stat.kind !== 'folder') return false;
  if (!(await isStillMeant(parts, { ...record, localPath }, renewal))) return false;
  if (renewal.kind === 'moved') {
    // A root moves only within its volume (SPEC P55), so this folder is a different one.
    if (volumeId !== record.volumeId) return false;
    store.setPlace(record.id, { localPath, volumeId, marker: record.marker });
    return true;
  }
  // A new marker distinguishes this folder from copies of it and from other states that knew it.
  const marker = random.token(24);
  const epoch = random.token(16);
  const { fingerprint } = stat;
  const { identity } = fingerprint;
  const earlier = await fileSystem.readMarker(localPath);
  const hasTrash = (await fileSystem.stat(rootTrash(localPath))) !== null;
  try {
    // Write only into the folder we checked: it may have disappeared or come back since.
    await fileSystem.writeMarker(localPath, formatMarker({ id: marker, epoch }), { identity });
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'changed') return false;
    throw error;
  }
  try {
    link(store, record, renewal, { place: { localPath, volumeId, marker }, fingerprint, epoch, hasTrash });
  } catch (error) {
    // Without the record, the next try must find the folder as this one did.
    // RACE: a process that ends between the two writes leaves a folder that the user has to confirm (SPEC P57).
    if (earlier !== null) await fileSystem.writeMarker(localPath, earlier, { identity });
    throw error;
  }
  return true;
}

type Linked = {
  readonly place: RootPlacement;
  readonly fingerprint: Fingerprint;
  readonly epoch: string;
  readonly hasTrash: boolean;
};

function link(store: Store, record: RootRecord, { kind }: RootRenewal, linked: Linked): void {
  const { place, fingerprint, epoch, hasTrash } = linked;
  store.transaction(() => {
    if (hasTrash) store.trash.moveRoot(record.id, place.localPath);
    if (kind === 'reset') resetRoot(store, record, { ...place, fingerprint });
    else store.setPlace(record.id, place);
    const root = store.root(record.id);
    const row = root.local(record.localId);
    if (row !== undefined) root.putLocal({ ...row, fingerprint }, root.tick());
    noteEpoch(root, epoch);
  });
}

function resetRoot(store: Store, { id }: RootRecord, place: Parameters<Store['resetRoot']>[1]): void {
  noteConflictPaths(store.root(id));
  store.resetRoot(id, place);
  loseConflicts(store.root(id));
}

/**
 * Between the check and the renewal the volume may have been unmounted, leaving an empty mount point or another folder. Linking that one
 * would lose the real folder when it comes back (SPEC P60, edge case 68). A folder that matches its stored state again needs no renewal.
 * A user who decides about a folder without our marker means the folder as it is.
 */
async function isStillMeant(
  { store, fileSystem }: Renewing,
  record: RootRecord,
  renewal: RootRenewal,
): Promise<boolean> {
  const { localPath, marker, volumeId } = record;
  if (renewal.kind === 'accepted') return true;
  if (renewal.kind === 'reset' && renewal.why === 'asked_for') return true;
  if (renewal.kind === 'moved' || renewal.why === 'other_copy') {
    const text = await fileSystem.readMarker(localPath);
    return text !== null && parseMarker(text).id === marker;
  }
  if (renewal.why === 'state_is_older' || renewal.why === 'state_is_lost') {
    return (await rootState(fileSystem, placeOf(record, store.root(record.id)))) === 'other_time';
  }
  return (await rootState(fileSystem, { localPath, marker, volumeId })) === 'present';
}
