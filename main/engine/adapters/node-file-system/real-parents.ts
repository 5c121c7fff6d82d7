import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { STATE_FOLDER } from '../../model/state-folder.ts';
import { errnoOf, refusal } from './system-error.ts';

/**
 * Throws `not_supported` when a directory between the sync root and `path` is a link: what lies behind it is another place,
 * never read or written through (edge cases 58 to 60). The root is the nearest directory above that holds our own state
 * folder; above the root links are the person's own way of arranging the disk. Outside of any root nothing is refused.
 *
 * RACE: a directory swapped for a link between this look and the operation is not seen; Node offers no `openat`.
 */
export async function assertRealParents(path: string, action: string): Promise<void> {
  // No link anywhere above: one call, and the usual case by far.
  const folder = dirname(path);
  if ((await realpath(folder).catch(() => null)) === folder) return;
  let link: string | null = null;
  for (let directory = dirname(path); dirname(directory) !== directory; directory = dirname(directory)) {
    if (link !== null && (await isRoot(directory))) throw refusal('not_supported', action, link);
    if (link === null && (await isRoot(directory))) return;
    if (await isLink(directory)) link = directory;
  }
}

async function isRoot(directory: string): Promise<boolean> {
  return (await kindAt(join(directory, STATE_FOLDER))) === 'folder';
}

async function isLink(directory: string): Promise<boolean> {
  return (await kindAt(directory)) === 'link';
}

async function kindAt(path: string): Promise<'folder' | 'link' | 'other' | null> {
  try {
    const stats = await lstat(path);
    if (stats.isDirectory()) return 'folder';
    return stats.isSymbolicLink() ? 'link' : 'other';
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return null;
    // A directory above the root that we may not look into: not ours to judge.
    if (errno === 'EACCES' || errno === 'EPERM') return 'other';
    throw error;
  }
}
