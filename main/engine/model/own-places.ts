import { belowFolder, isWithin } from './disk-path.ts';
import { type RealPath, realPlace } from './real-place.ts';

/** The place of Tandem's own data that a folder is or lies in; null: none. To sync it would never end, and upload secrets (SPEC P58). */
export async function ownPlaceAround(
  realPath: RealPath,
  ownPlaces: readonly string[],
  folder: string,
): Promise<string | null> {
  const real = await realPlace(realPath, folder);
  for (const own of ownPlaces) if (isWithin(real, await realPlace(realPath, own))) return own;
  return null;
}

/** The places of Tandem's own data in a folder, relative to it with `/` between names. */
export async function ownPlacesBelow(
  realPath: RealPath,
  ownPlaces: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  if (ownPlaces.length === 0) return [];
  const real = await realPlace(realPath, folder);
  const below = await Promise.all(ownPlaces.map(async (own) => belowFolder(real, await realPlace(realPath, own))));
  return below.flatMap((path) => (path === null || path === '' ? [] : path));
}
