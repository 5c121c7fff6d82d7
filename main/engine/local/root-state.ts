import { STATE_FOLDER } from '../model/state-folder.ts';
import type { FileSystem } from '../ports/file-system.ts';

/**
 * - `present`: the folder that was linked.
 * - `missing`: nothing is there (edge case 67).
 * - `replaced`: a file, a link, or a folder without our marker or with another one (69, 70).
 * - `emptied`: a folder without marker and without anything else: an empty mount point, or made anew (68, 69).
 * - `other_volume`: the marker is ours, the volume is not: a copy of the folder (68).
 */
export type RootState = 'present' | 'missing' | 'replaced' | 'emptied' | 'other_volume';

export type RootPlace = { readonly localPath: string; readonly marker: string; readonly volumeId: string };

/** Is this still the folder that was linked? Anything but `present` pauses the root; rejects when it cannot be found out. */
export async function rootState(fileSystem: FileSystem, root: RootPlace): Promise<RootState> {
  const stat = await fileSystem.stat(root.localPath);
  if (stat === null) return 'missing';
  if (stat.kind !== 'folder') return 'replaced';
  const marker = await fileSystem.readMarker(root.localPath);
  if (marker === null) return (await isEmpty(fileSystem, root.localPath)) ? 'emptied' : 'replaced';
  if (marker !== root.marker) return 'replaced';
  return (await fileSystem.volumeId(root.localPath)) === root.volumeId ? 'present' : 'other_volume';
}

async function isEmpty(fileSystem: FileSystem, path: string): Promise<boolean> {
  const { entries, undecodable } = await fileSystem.list(path);
  return undecodable.length === 0 && entries.every((entry) => entry.name === STATE_FOLDER);
}
