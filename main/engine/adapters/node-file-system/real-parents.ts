import { dirname, join, relative } from 'node:path';
import { closeSync, constants, lstat, openSync, readlinkSync, realpath } from '../../../disk/disk.ts';
import { STATE_FOLDER } from '../../model/state-folder.ts';
import { errnoOf, refusal } from './system-error.ts';

/**
 * Throws `not_supported` when a directory between the sync root and `path` is a link: what lies behind it is another place,
 * never read or written through (edge cases 58 to 60). The root is the nearest directory above that holds our own state
 * folder; above the root links are the person's own way of arranging the disk. Outside of any root nothing is refused.
 *
 * RACE: a directory swapped for a link between this look and the operation is not seen. What writes goes through `inRealFolder`.
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

/** A folder while something is put into it. */
export type HeldFolder = {
  /** The path of a name in it, which leads into this folder even when something else takes the folder's own path. */
  readonly at: (name: string) => string;
};

/**
 * Runs `work` on the folder of `path`, held open: Node has no `openat`, and a path below `/proc/self/fd` is one. Where the system has
 * no such path, what was done is looked at afterwards, and `undo` takes it back when the folder had become a link.
 */
export async function inRealFolder<Value>(
  path: string,
  action: string,
  { work, undo }: { work: (folder: HeldFolder) => Promise<Value>; undo: () => Promise<void> },
): Promise<Value> {
  await assertRealParents(path, action);
  const folder = dirname(path);
  if (process.platform !== 'linux') {
    const before = await realpath(folder);
    const value = await work({ at: (name) => join(folder, name) });
    if ((await realpath(folder)) === before) return value;
    await undo();
    throw refusal('not_supported', action, folder);
  }
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const held = `/proc/self/fd/${fd}`;
    // The look before was at a path. This is where the folder itself lies.
    if (!(await isPlaceOf(readlinkSync(held), folder))) throw refusal('changed', action, folder);
    await assertReachable(path, action);
    return await work({ at: (name) => join(held, name) });
  } finally {
    closeSync(fd);
  }
}

/** A name below a held folder may make a path that is too long for everyone who comes from the root, us included. */
async function assertReachable(path: string, action: string): Promise<void> {
  const errno = await lstat(path).then(() => null, errnoOf);
  if (errno === 'ENAMETOOLONG') throw refusal('name_too_long', action, path);
}

/** Is the real path of a folder the one that it has below its root? Links above the root are the person's own. */
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
    // A directory above the root that we may not look into: not ours to judge.
    if (errno === 'EACCES' || errno === 'EPERM') return 'other';
    throw error;
  }
}
