import { type FileIdentity, isReusable } from '../model/ids.ts';
import { parseMarker } from '../model/root-marker.ts';
import { STATE_FOLDER } from '../model/state-folder.ts';
import type { FileSystem } from '../ports/file-system.ts';

/**
 * - `present`: the folder that was linked.
 * - `missing`: nothing is there (edge case 67).
 * - `replaced`: a file, a link, or a folder without our marker or with another one (69, 70).
 * - `emptied`: a folder without marker and without anything else: an empty mount point, or made anew (68, 69).
 * - `other_volume`: the marker is ours, the volume is not: a copy of the folder (68).
 * - `other_time`: the folder, or what is known of it, comes from a backup or another computer (116).
 */
export type RootState = 'present' | 'missing' | 'replaced' | 'emptied' | 'other_volume' | 'other_time';

export type RootPlace = {
  readonly localPath: string;
  readonly marker: string;
  readonly volumeId: string;
  /** Of the folder itself, where the disk tells it for good: put back from a backup it is another folder. */
  readonly identity?: FileIdentity | undefined;
  /** Is this what the marker said when it was written last? See `root-epoch.ts`. */
  readonly isOfEpoch?: (epoch: string | null) => boolean;
};

/** Is this still the folder that was linked? Anything but `present` pauses the root; rejects when it cannot be found out. */
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
  // A volume may have come back since the folder was looked at, and the marker is that of another one than stood there (SPEC P60).
  const now = await fileSystem.stat(root.localPath);
  return now?.fingerprint.identity === identity ? 'other_time' : rootState(fileSystem, root);
}

async function isEmpty(fileSystem: FileSystem, path: string): Promise<boolean> {
  const { entries, undecodable } = await fileSystem.list(path);
  return undecodable.length === 0 && entries.every((entry) => entry.name === STATE_FOLDER);
}
