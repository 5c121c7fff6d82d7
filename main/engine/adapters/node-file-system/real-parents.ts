import { dirname, join, relative } from 'node:path';
import { closeSync, constants, lstat, openSync, readlinkSync, realpath } from '../../../disk/disk.ts';
import { STATE_FOLDER } from '../../model/names/state-folder.ts';
import { errnoOf, refusal } from './system-error.ts';

/**
 * Throws `not_supported` when a directory between the sync root and `path` is a link: its target is outside the root and never
 * read or written (edge cases 58 to 60). The root is the nearest ancestor that holds our state folder; links above the root are
 * the user's own layout. Paths outside any root are not restricted.
 *
 * RACE: a directory swapped for a link between this check and the operation goes unnoticed. Writes use `inRealFolder`.
 */
export async function assertRealParents(path: string, action: string): Promise<void> {
  // The usual case: one call shows that there is no link above.
  const folder = dirname(path);
  if ((await realPathOf(folder)) === folder) return;
  let link: string | null = null;
  for (let directory = dirname(path); dirname(directory) !== directory; directory = dirname(directory)) {
    if (link !== null && (await isRoot(directory))) throw refusal('not_supported', action, link);
    if (link === null && (await isRoot(directory))) return;
    if (await isLink(directory)) link = directory;
  }
}

/** Null: missing, or not reported by the disk, such as one that Windows has not registered (`EISDIR`, nodejs/node#6861). */
const realPathOf = (folder: string): Promise<string | null> => realpath(folder).catch(() => null);

const hasRealParents = (path: string, action: string): Promise<boolean> =>
  assertRealParents(path, action).then(
    () => true,
    () => false,
  );

/** The nearest folder above that holds our state folder; null: the path is in no root. */
export async function rootAbove(path: string): Promise<string | null> {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    if (await isRoot(directory)) return directory;
    if (dirname(directory) === directory) return null;
  }
}

/** A folder held open while an item is created in it. */
export type HeldFolder = {
  /** The path of a name in this folder. It stays valid even if another item takes the folder's path. */
  readonly at: (name: string) => string;
};

/**
 * Runs `work` with the folder of `path` held open. Node has no `openat`, but a path below `/proc/self/fd` serves as one. On
 * systems without it, the folder is checked afterwards, and `undo` reverts the work if it became a link.
 */
export async function inRealFolder<Value>(
  path: string,
  action: string,
  { work, undo }: { work: (folder: HeldFolder) => Promise<Value>; undo: () => Promise<void> },
): Promise<Value> {
  await assertRealParents(path, action);
  const folder = dirname(path);
  if (process.platform !== 'linux') {
    const before = await realPathOf(folder);
    const value = await work({ at: (name) => join(folder, name) });
    if (before === null ? await hasRealParents(path, action) : (await realPathOf(folder)) === before) return value;
    await undo();
    throw refusal('not_supported', action, folder);
  }
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const held = `/proc/self/fd/${fd}`;
    // The earlier check was by path. This is the folder's actual location.
    if (!(await isPlaceOf(readlinkSync(held), folder))) throw refusal('changed', action, folder);
    await assertReachable(path, action);
    return await work({ at: (name) => join(held, name) });
  } finally {
    closeSync(fd);
  }
}

/** A name in a held folder may have a full path that is too long for every other program, and for us. */
async function assertReachable(path: string, action: string): Promise<void> {
  const errno = await lstat(path).then(() => null, errnoOf);
  if (errno === 'ENAMETOOLONG') throw refusal('name_too_long', action, path);
}

/** Is the real path of a folder the expected one below its root? Links above the root are allowed. */
async function isPlaceOf(real: string, folder: string): Promise<boolean> {
  if (real === folder) return true;
  for (let directory = folder; dirname(directory) !== directory; directory = dirname(directory)) {
    if (await isRoot(directory)) return real === join(await realpath(directory), relative(directory, folder));
  }
  return true;
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
    // An unreadable directory above the root: not ours to judge.
    if (errno === 'EACCES' || errno === 'EPERM') return 'other';
    throw error;
  }
}
