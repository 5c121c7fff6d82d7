import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and the missing ones above it, from the top down. The error names what the disk says: the recursive `mkdir` of Node says
 * `ENOENT` on a disk that is read-only, and never ends below `/proc`.
 * @returns the topmost folder that is new; undefined: the folder was there.
 */
export function makeFolders(folder: string, mode: number): string | undefined {
  const path = resolve(folder);
  if (isFolder(path)) return undefined;
  const above = dirname(path);
  const first = above === path ? undefined : makeFolders(above, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!isFolder(path)) throw error;
    // Another process was faster, so the folder may be another user's.
    return first;
  }
  return first ?? path;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
