import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and the missing ones above it, from the top down. The error names what the disk says: the recursive `mkdir` of Node says
 * `ENOENT` on a disk that is read-only, and never ends below `/proc`. `main/private/make-folders.ts` is the same for the client.
 * @returns the topmost folder that is new; undefined: the folder was there.
 */
export async function makeFolders(folder: string, mode: number): Promise<string | undefined> {
  const place = path.resolve(folder);
  if (await isFolder(place)) return undefined;
  const above = path.dirname(place);
  const first = above === place ? undefined : await makeFolders(above, mode);
  try {
    await mkdir(place, mode);
  } catch (error) {
    if (!(await isFolder(place))) throw error;
    // Another process was faster, so the folder may be another user's.
    return first;
  }
  return first ?? place;
}

const isFolder = (place: string): Promise<boolean> =>
  stat(place).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
