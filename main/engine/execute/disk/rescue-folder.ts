import { dirname, join } from 'node:path';
import { isWithin } from '../../model/disk-path.ts';
import { rescueName } from '../../model/names/rescue-name.ts';
import { type FileSystem, FileSystemError } from '../../ports/file-system.ts';
import { realPlace } from '../../ports/own-places.ts';

type Rescuing = {
  readonly fileSystem: FileSystem;
  /** The local folders of all roots. */
  readonly roots: readonly string[];
  /** Where the user looks for files, such as the home folder. */
  readonly places: readonly string[];
};

/**
 * Where local-only items go whose folder this account can no longer see (SPEC P70): beside the root, or in one of the places if nothing lies
 * beside it on its disk, each in its path there (`below`: of its folder in the root). Never within a root, which would upload them as the
 * user's own: a folder in the usual one may have been linked since.
 */
export async function rescueFolder(
  { fileSystem, roots, places }: Rescuing,
  rootPath: string,
  below: string,
): Promise<string> {
  const synced = await Promise.all(roots.map((root) => realPlace(fileSystem.realPath, root)));
  const candidates = (await hasBeside(fileSystem, rootPath)) ? [dirname(rootPath)] : places;
  for (const place of candidates) {
    // Each root takes one of the names, unless links in several lead into it.
    for (let number = 1; number <= roots.length + 1; number += 1) {
      const folder = join(place, rescueName(rootPath, number), below);
      const real = await realPlace(fileSystem.realPath, folder);
      if (!synced.some((root) => isWithin(real, root))) return folder;
    }
  }
  const wanted = join(candidates[0] ?? dirname(rootPath), rescueName(rootPath));
  throw new FileSystemError('not_supported', wanted, `"${wanted}" is in a synced folder.`);
}

/** Not so for a whole disk and for the top of a mount: what is above belongs to the system. */
async function hasBeside(fileSystem: FileSystem, rootPath: string): Promise<boolean> {
  const above = dirname(rootPath);
  return above !== rootPath && (await fileSystem.volumeId(above)) === (await fileSystem.volumeId(rootPath));
}
