import { dirname, join } from 'node:path';
import { isWithin } from '../../model/disk-path.ts';
import { rescueName } from '../../model/names/rescue-name.ts';
import { type FileSystem, FileSystemError } from '../../ports/file-system.ts';

type Rescuing = {
  readonly fileSystem: FileSystem;
  /** The local folders of all roots. */
  readonly roots: readonly string[];
  /** Where the user looks for files, such as the home folder. */
  readonly places: readonly string[];
};

/**
 * Where local-only items go whose folder this account can no longer see (SPEC P70): beside the root, or in one of the places if nothing lies
 * beside it on its disk. Never within a root, which would upload them as the user's own.
 */
export async function rescueFolder({ fileSystem, roots, places }: Rescuing, rootPath: string): Promise<string> {
  const real = (path: string): Promise<string> => fileSystem.realPath(path).catch(() => path);
  const synced = await Promise.all(roots.map(real));
  const candidates = (await hasBeside(fileSystem, rootPath)) ? [dirname(rootPath)] : places;
  for (const place of candidates) {
    const folder = join(await real(place), rescueName(rootPath));
    if (!synced.some((root) => isWithin(folder, root))) return join(place, rescueName(rootPath));
  }
  const wanted = join(candidates[0] ?? dirname(rootPath), rescueName(rootPath));
  throw new FileSystemError('not_supported', wanted, `"${wanted}" is in a synced folder.`);
}

/** Not so for a whole disk and for the top of a mount: what is above belongs to the system. */
async function hasBeside(fileSystem: FileSystem, rootPath: string): Promise<boolean> {
  const above = dirname(rootPath);
  return above !== rootPath && (await fileSystem.volumeId(above)) === (await fileSystem.volumeId(rootPath));
}
