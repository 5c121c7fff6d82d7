import { dirname, join } from 'node:path';
import { isWithin } from '../model/disk-path.ts';
import type { RootId } from '../model/ids.ts';
import { STATE_FOLDER } from '../model/names/state-folder.ts';
import type { LocalStat } from '../model/observation.ts';
import { ownPlaceAround, realPlace } from '../ports/own-places.ts';
import type { EngineParts, EngineSettings } from '../root/engine-parts.ts';

type Disk = Pick<EngineParts, 'store' | 'fileSystem'> & { readonly settings: Pick<EngineSettings, 'ownPlaces'> };

/** `local` null: nothing is there yet. `except`: the root whose folder it is. */
type Place = { readonly localPath: string; readonly local: LocalStat | null; readonly except: RootId | null };

/** Why a folder can't be a root: it lies in Tandem's own data, or in or around another root. `path`: the other place. */
export type LocalNesting = { readonly with: 'own_data' | 'root'; readonly path: string };

/**
 * Roots must not contain each other, or two engines would sync the same file (SPEC P58, edge case 86). Judged by real paths and identities: a
 * link or other letters may be another way to a folder.
 */
export async function localNesting(
  { store, fileSystem, settings }: Disk,
  { localPath, local, except }: Place,
): Promise<LocalNesting | null> {
  const own = await ownPlaceAround(fileSystem.realPath, settings.ownPlaces, localPath);
  if (own !== null) return { with: 'own_data', path: own };
  const real = await realPlace(fileSystem.realPath, localPath);
  for (const root of store.roots().filter(({ id }) => id !== except)) {
    const other = await realPlace(fileSystem.realPath, root.localPath);
    if (isWithin(real, other) || (local !== null && (await isAround(fileSystem, real, local, other))))
      return { with: 'root', path: root.localPath };
  }
  // Roots of another state count too: a parent folder with a marker is already synced. Its marker is found whatever way leads there.
  for (let up = dirname(real); up !== dirname(up); up = dirname(up)) {
    const marker = await fileSystem.stat(join(up, STATE_FOLDER, 'root'));
    if (marker?.kind === 'file') return { with: 'root', path: up };
  }
  return null;
}

/** Whether the folder is at or above this real path. */
async function isAround(
  fileSystem: Disk['fileSystem'],
  folder: string,
  local: LocalStat,
  path: string,
): Promise<boolean> {
  for (let at = path, below = ''; at !== below; [at, below] = [dirname(at), at]) {
    // A root that can't be read, such as one on a drive that is gone, keeps no other folder from being linked.
    const stat = await fileSystem.stat(at).catch(() => null);
    if (stat?.fingerprint.identity !== local.fingerprint.identity) continue;
    // A copy of a whole volume has the same identities.
    if ((await fileSystem.volumeId(at)) === (await fileSystem.volumeId(folder))) return true;
  }
  return false;
}
