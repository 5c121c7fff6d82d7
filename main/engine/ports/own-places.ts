import { basename, dirname, join } from 'node:path';
import { belowFolder, isWithin } from '../model/disk-path.ts';

/** Resolves the links on the way to an existing item; rejects if it can't. */
export type RealPath = (path: string) => Promise<string>;

/** The target of a path, even if only part of it exists. An unresolvable part stays as written. */
export async function realPlace(realPath: RealPath, path: string): Promise<string> {
  const above = dirname(path);
  return realPath(path).catch(async () =>
    above === path ? path : join(await realPlace(realPath, above), basename(path)),
  );
}

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
