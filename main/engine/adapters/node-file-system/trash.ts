import { createHash } from 'node:crypto';
import { basename, dirname, join, relative } from 'node:path';
import {
  access,
  chmod,
  constants,
  lstat,
  lutimes,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  unlink,
} from '../../../disk/disk.ts';
import { isUntouched, sameFingerprint } from '../../model/entry.ts';
import type { FileIdentity } from '../../model/ids.ts';
import { numberedPath } from '../../model/names/numbered-path.ts';
import { isAlike, type LocalStat } from '../../model/observation.ts';
import type { AboutToPlace } from '../../ports/file-system.ts';
import { claimInTrash, isFolder } from './claim-in-trash.ts';
import { makePrivateFolder } from './directory-flush.ts';
import { type Disk, look, lookAtExisting } from './disk.ts';
import { copyFlushed } from './flushed-copy.ts';
import { assertRealParents } from './real-parents.ts';
import { movesKeepIdentity } from './root-facts/kept-identity.ts';
import { attempt, refusal } from './system-error.ts';

/** Moves a file or a folder to the trash folder, by copy if that is on another volume. Returns the new path. */
export function trash(disk: Disk, path: string, trashFolder: string, { expect, about }: Asked): Promise<string> {
  const action = 'move to the trash';
  return attempt(action, path, async () => {
    await assertRealParents(path, action);
    const stat = await lookAtExisting(disk, path);
    if (isAnother(stat, expect)) throw refusal('changed', action, path);
    await readyFolder(disk, trashFolder);
    const target = await moveToFreeName(disk, { path, stat, expect, about }, trashFolder);
    if (target === null) throw refusal('changed', action, path);
    await disk.flushDirectory(trashFolder);
    await disk.flushDirectory(dirname(path));
    return target;
  });
}

/** A failure here is reported as one of the trash folder, not of the item. */
function readyFolder(disk: Disk, folder: string): Promise<void> {
  return attempt('create the folder', folder, async () => {
    await makePrivateFolder(disk.flushDirectory, folder);
    await access(folder, constants.W_OK);
  });
}

type Asked = { readonly expect: FileIdentity | undefined; readonly about: AboutToPlace | undefined };

type Item = Asked & { readonly path: string; readonly stat: LocalStat };

/**
 * Nothing is at the place in the trash before the item is: a process that ends in `about` leaves no name behind. RACE: for a folder there is
 * only a look before the rename, which could replace an empty folder; but a root has one item of a name, and its own folder in the trash.
 * Null: another item came to the path, and stays there.
 */
async function moveToFreeName(disk: Disk, { path, stat, expect, about }: Item, folder: string): Promise<string | null> {
  for (let number = 1; ; number += 1) {
    const target = numberedPath(join(folder, basename(path)), number);
    if ((await look(disk, target)) !== null) continue;
    about?.(target);
    switch (await claimInTrash(disk, path, target, stat)) {
      case 'taken':
        continue;
      case 'other_volume':
        await moveByCopy(disk, path, target, expect);
        return target;
      case 'claimed':
        return (await isIntruder(disk, { path, stat, expect }, target)) && (await returned(disk, target, path))
          ? null
          : target;
    }
  }
}

type Moved = Pick<Item, 'path' | 'stat' | 'expect'>;

/** Whether another item came to the path before it moved. */
async function isIntruder(disk: Disk, { path, stat, expect }: Moved, target: string): Promise<boolean> {
  const now = await look(disk, target);
  if (now === null || !isAnother(now, expect)) return false;
  return !isAlike(now, stat) || movesKeepIdentity(disk, path);
}

const isAnother = (stat: LocalStat | null, expect: FileIdentity | undefined): boolean =>
  stat !== null && expect !== undefined && stat.fingerprint.identity !== expect;

/** False: its name is taken again. It stays in the trash, where the user finds it. */
async function returned(disk: Disk, place: string, path: string): Promise<boolean> {
  if ((await look(disk, path)) !== null) return false;
  await rename(place, path);
  return true;
}

/**
 * Copies and flushes everything, then removes exactly the copied items. All or nothing: if an item was changed or added meanwhile, or cannot
 * be removed, or is not the expected one, everything is put back and the copy goes. If that fails too, the copy stays. Nothing has the name
 * before it is complete; what a process that ended left under the temporary name is removed by the next try.
 */
export async function moveByCopy(disk: Disk, from: string, to: string, expect?: FileIdentity): Promise<void> {
  const between = join(dirname(to), copyName(basename(to)));
  const removed: Copied[] = [];
  let place = between;
  try {
    await rm(between, { recursive: true, force: true });
    const copied: Copied[] = [];
    await copyTree(disk, from, between, copied);
    if (isAnother(copied[0]?.stat ?? null, expect)) throw refusal('changed', 'move to the trash', from);
    if (!(await isPlaced(disk, between, to))) throw refusal('exists', 'move to the trash', to);
    place = to;
    await disk.flushDirectory(dirname(to));
    const placed = copied.map((one) => ({ ...one, copy: join(to, relative(between, one.copy)) }));
    await removeCopied(disk, placed, removed);
    await keepFolderModes(placed);
  } catch (error) {
    for (const one of removed.toReversed()) await putBack(one);
    await rm(place, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Copies an item to a free name in the trash, where nothing has a name before it is complete. Returns the path of the copy, which survives a
 * power cut once its folder is flushed.
 */
export async function copyToFreeName(disk: Disk, path: string, folder: string): Promise<string> {
  // Copies of several files of one name may be made at once.
  const between = join(folder, copyName(disk.random.token(8)));
  try {
    await copyWhole(disk, path, between);
    for (let number = 1; ; number += 1) {
      const target = numberedPath(join(folder, basename(path)), number);
      if (await isPlaced(disk, between, target)) return target;
    }
  } catch (error) {
    await rm(between, { recursive: true, force: true });
    throw error;
  }
}

/** The same for each seed; short, because a name may be as long as the disk permits. `isCopyName` recognises it. */
const copyName = (seed: string): string => `.tandem-copy-${createHash('sha1').update(seed).digest('hex').slice(0, 16)}`;

/** False: the name is taken. RACE: as for a move (`moveToFreeName`), only a look protects a folder that gets the name at the same moment. */
async function isPlaced(disk: Disk, between: string, to: string): Promise<boolean> {
  const stat = await lookAtExisting(disk, between);
  return (await look(disk, to)) === null && (await claimInTrash(disk, between, to, stat)) === 'claimed';
}

/** Nothing else in the trash has such a name. */
export const isCopyName = (name: string): boolean => /^\.tandem-copy-[0-9a-f]{16}$/.test(name);

async function removeCopied(disk: Disk, copied: readonly Copied[], removed: Copied[]): Promise<void> {
  // Most of what could stop the removal halfway shows before it begins.
  for (const { path } of copied) await access(dirname(path), constants.W_OK);
  const unlinked = new Set<FileIdentity>();
  for (const one of copied.toReversed()) {
    if (await remove(disk, one, unlinked)) removed.push(one);
    unlinked.add(one.stat.fingerprint.identity);
  }
}

/** A copy of a file or a folder that survives a power cut. */
export async function copyWhole(disk: Disk, from: string, to: string): Promise<void> {
  const copied: Copied[] = [];
  await copyTree(disk, from, to, copied);
  await keepFolderModes(copied);
}

/** Last, because a read-only folder takes no names. Some disks (FAT, network shares) have one fixed mode; their copies are complete all the same. */
async function keepFolderModes(copied: readonly Copied[]): Promise<void> {
  for (const { copy, stat, mode } of copied.toReversed())
    if (isFolder(stat)) await chmod(copy, mode & 0o7777).catch(() => undefined);
}

type Copied = {
  readonly path: string;
  readonly copy: string;
  readonly stat: LocalStat;
  readonly mode: number;
};

async function copyTree(disk: Disk, from: string, to: string, copied: Copied[]): Promise<void> {
  const stat = await lookAtExisting(disk, from);
  const { mode } = await lstat(from);
  await copyOne(from, to, stat);
  copied.push({ path: from, copy: to, stat, mode });
  if (!isFolder(stat)) return;
  for (const name of await readdir(from)) await copyTree(disk, join(from, name), join(to, name), copied);
  await disk.flushDirectory(to);
}

async function copyOne(from: string, to: string, { kind }: LocalStat): Promise<void> {
  switch (kind) {
    case 'folder':
    case 'mount':
      await mkdir(to);
      return;
    case 'file':
      await copyFlushed(from, to);
      await keepTimes(from, to);
      return;
    case 'link':
      await symlink(await readlink(from), to);
      return;
    case 'special':
    case 'unreadable':
      throw refusal('not_supported', 'copy to the trash of another volume', from);
  }
}

/** False: it was gone already. `unlinked`: the files of which another name was removed before, which is a change of their own. */
async function remove(disk: Disk, { path, stat }: Copied, unlinked: ReadonlySet<FileIdentity>): Promise<boolean> {
  const now = await look(disk, path);
  if (now === null) return false;
  if (stat.kind === 'folder') {
    await rmdir(path);
    return true;
  }
  // A save may keep size and time, but not the change time.
  const isSame = unlinked.has(stat.fingerprint.identity) ? sameFingerprint : isUntouched;
  if (!isSame(now.fingerprint, stat.fingerprint)) throw refusal('changed', 'move to the trash', path);
  await unlink(path);
  return true;
}

async function putBack({ path, copy, stat, mode }: Copied): Promise<void> {
  await copyOne(copy, path, stat);
  if (isFolder(stat)) await chmod(path, mode & 0o7777);
}

async function keepTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await lstat(from);
  await lutimes(to, atime, mtime);
}
