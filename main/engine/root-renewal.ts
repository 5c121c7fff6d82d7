import type { Message } from '../../preload/words/message.ts';
import type { EngineParts } from './engine-parts.ts';
import { noteEpoch, placeOf } from './epoch-notes.ts';
import { rootState } from './local/root-state.ts';
import { formatMarker, parseMarker } from './model/root-marker.ts';
import { FileSystemError } from './ports/file-system.ts';
import type { RootRecord } from './store/root-table.ts';

/**
 * Why a root has to be opened anew, and how.
 * - `moved`: the same folder lies elsewhere; all that is known of it stays true (edge case 71).
 * - `anew`: what is known cannot be trusted, or a person said so: both sides are taken as if never synced, so equal contents are
 *   adopted, unequal ones are both kept and nothing is deleted (sync-engine.md 8).
 * - `accepted`: a person said that the folder as it is now is the one to go on with: what is missing in it was deleted (edge case 69).
 */
export type RootRenewal =
  | { readonly kind: 'moved'; readonly localPath: string }
  | { readonly kind: 'anew'; readonly localPath: string; readonly why: AnewReason }
  | { readonly kind: 'accepted' };

export type AnewReason = 'state_is_older' | 'service_is_older' | 'other_copy' | 'asked_for';

export type RenewalNotice = { readonly title: Message; readonly body: Message };

/** What a person is told after it; null: they asked for it themselves. */
export function renewalNotice({ localPath }: RootRecord, renewal: RootRenewal): RenewalNotice | null {
  if (renewal.kind === 'moved') {
    return {
      title: { code: 'root_moved', args: {} },
      body: { code: 'root_moved_details', args: { before: localPath, now: renewal.localPath } },
    };
  }
  if (renewal.kind === 'accepted' || renewal.why === 'asked_for') return null;
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
 * Writes a renewal down. Nothing works on the root meanwhile; its session is opened anew afterwards. False: the folder is not the one
 * any more that the renewal is about, and nothing was changed. Rejects with `FileSystemError` when the folder cannot be used; then
 * nothing was changed either.
 */
export async function applyRenewal(parts: Renewing, record: RootRecord, renewal: RootRenewal): Promise<boolean> {
  const { store, fileSystem, random } = parts;
  const localPath = renewal.kind === 'accepted' ? record.localPath : renewal.localPath;
  const stat = await fileSystem.stat(localPath);
  const volumeId = await fileSystem.volumeId(localPath);
  // Gone again since it was seen: what is known stays as it is, and the root is looked for again.
  if (volumeId === null || stat === null || stat.kind !== 'folder') return false;
  if (!(await isStillMeant(parts, { ...record, localPath }, renewal))) return false;
  if (renewal.kind === 'moved') {
    // It moves within its volume only (SPEC P55): what stood there a moment ago was not of it.
    if (volumeId !== record.volumeId) return false;
    store.setPlace(record.id, { localPath, volumeId, marker: record.marker });
    return true;
  }
  // A new marker: a copy of the folder, or another state that knew it, is told from it from now on.
  const marker = random.token(24);
  const epoch = random.token(16);
  const { fingerprint } = stat;
  try {
    // Only into the folder that the fingerprint and the volume are of: it may have gone, or come back, since they were looked at.
    await fileSystem.writeMarker(localPath, formatMarker({ id: marker, epoch }), { identity: fingerprint.identity });
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'changed') return false;
    throw error;
  }
  const place = { localPath, volumeId, marker };
  store.transaction(() => {
    if (renewal.kind === 'anew') store.startAnew(record.id, { ...place, fingerprint });
    else store.setPlace(record.id, place);
    const root = store.root(record.id);
    const row = root.local(record.localId);
    if (row !== undefined) root.putLocal({ ...row, fingerprint }, root.tick());
    noteEpoch(root, epoch);
  });
  return true;
}

/**
 * Between the look and the renewal the volume may have gone, and what then stands in its place is an empty mount point or another
 * folder: linked in its stead, it would leave the true one out when that comes back (SPEC P60, edge case 68). One that fits what is
 * known of it by now has nothing to be compared for. A person who decides about a folder without our marker means it as it is.
 */
async function isStillMeant(
  { store, fileSystem }: Renewing,
  record: RootRecord,
  renewal: RootRenewal,
): Promise<boolean> {
  const { localPath, marker, volumeId } = record;
  if (renewal.kind === 'accepted') return true;
  if (renewal.kind === 'anew' && renewal.why === 'asked_for') return true;
  if (renewal.kind === 'moved' || renewal.why === 'other_copy') {
    const text = await fileSystem.readMarker(localPath);
    return text !== null && parseMarker(text).id === marker;
  }
  if (renewal.why === 'state_is_older') {
    return (await rootState(fileSystem, placeOf(record, store.root(record.id)))) === 'other_time';
  }
  return (await rootState(fileSystem, { localPath, marker, volumeId })) === 'present';
}
