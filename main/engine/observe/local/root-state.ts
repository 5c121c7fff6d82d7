import { type FileIdentity, isReusable } from '../../model/ids.ts';
import { STATE_FOLDER } from '../../model/names/state-folder.ts';
import { parseMarker } from '../../model/root-marker.ts';
import type { FileSystem } from '../../ports/file-system.ts';

/**
 * - `present`: the linked folder.
 * - `missing`: nothing exists at the path (edge case 67).
 * - `replaced`: a file, a link, or a folder without our marker or with another one (69, 70).
 * - `emptied`: a folder without marker and without content: an empty mount point, or recreated (68, 69).
 * - `other_volume`: our marker on another volume: a copy of the folder (68).
 * - `other_time`: the folder, or the stored state, comes from a backup or another computer (116).
 */
export type RootState = 'present' | 'missing' | 'replaced' | 'emptied' | 'other_volume' | 'other_time';

export type RootPlace = {
  readonly localPath: string;
  readonly marker: string;
  readonly volumeId: string;
  /** The folder's identity, where the disk provides a permanent one: a folder restored from a backup has another. */
  readonly identity?: FileIdentity | undefined;
  /** Whether this is the epoch last written to the marker. See `root-epoch.ts`. */
  readonly isOfEpoch?: (epoch: string | null) => boolean;
};

/** Checks whether this is still the linked folder. Anything but `present` pauses the root; rejects if the disk gives no answer. */
export async function rootState(fileSystem: FileSystem, root: RootPlace): Promise<RootState> {
  const stat = await fileSystem.stat(root.localPath);
  if (stat === null) return 'missing';
  if (stat.kind !== 'folder') return 'replaced';
  const marker = await fileSystem.readMarker(root.localPath);
  if (marker === null) return (await isEmpty(fileSystem, root.localPath)) ? 'emptied' : 'replaced';
  const { id, epoch } = parseMarker(marker);
  if (id !== root.marker) return 'replaced';
  if ((await fileSystem.volumeId(root.localPath)) !== root.volumeId) return 'other_volume';
  const { identity } = stat.fingerprint;
  const isSame = root.identity === undefined || isReusable(root.identity) || root.identity === identity;
  if (isSame) return root.isOfEpoch?.(epoch) === false ? 'other_time' : 'present';
  // A volume may have been mounted since the first `stat`, so the marker may belong to another folder than the one examined (SPEC P60).
  const now = await fileSystem.stat(root.localPath);
  return now?.fingerprint.identity === identity ? 'other_time' : rootState(fileSystem, root);
}

async function isEmpty(fileSystem: FileSystem, path: string): Promise<boolean> {
  const { entries, undecodable } = await fileSystem.list(path);
  return undecodable.length === 0 && entries.every((entry) => entry.name === STATE_FOLDER);
}
