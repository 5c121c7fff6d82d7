import { lstat, open, rename, unlink } from '../../../disk/disk.ts';
import type { LocalStat } from '../../model/observation.ts';
import { assertNotHeldOpen, dropOldName } from './at-once.ts';
import { type Disk, look, lookAtExisting } from './disk.ts';
import { addName } from './place.ts';
import { errnoOf } from './system-error.ts';

/** Whether an item has contents of its own, so that only a look protects its new name. */
export const isFolder = ({ kind }: LocalStat): boolean => kind === 'folder' || kind === 'mount';

/**
 * Moves an item to a name that was free a moment ago, never over another file. A file gets its new name before it loses the old one; a crash
 * in between leaves both. Where the disk has no hard links, an empty file reserves the name, which a crash leaves behind. Both are recognised
 * when the trash is listed.
 */
export async function claimInTrash(
  disk: Disk,
  path: string,
  target: string,
  stat: LocalStat,
): Promise<'claimed' | 'taken' | 'other_volume'> {
  try {
    if (stat.kind === 'file') {
      const added = await linked(path, target);
      if (added !== 'no_links') return added;
    }
    if (isFolder(stat)) await rename(path, target);
    else return await overReservation(disk, path, target);
    return 'claimed';
  } catch (error) {
    if (errnoOf(error) === 'EXDEV') return 'other_volume';
    throw error;
  }
}

async function linked(path: string, target: string): Promise<'claimed' | 'taken' | 'no_links'> {
  assertNotHeldOpen(path);
  const before = await lstat(path, { bigint: true });
  try {
    if (!(await addName(path, target))) return 'no_links';
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return 'taken';
    throw error;
  }
  dropOldName(path, target, before);
  return 'claimed';
}

async function overReservation(disk: Disk, path: string, target: string): Promise<'claimed' | 'taken'> {
  const reserved = await reserve(disk, target);
  if (reserved === null) return 'taken';
  try {
    await rename(path, target);
    return 'claimed';
  } catch (error) {
    await giveBack(disk, target, reserved);
    throw error;
  }
}

/** Null: the name is taken. */
async function reserve(disk: Disk, target: string): Promise<LocalStat | null> {
  try {
    const handle = await open(target, 'wx', 0o600);
    await handle.close();
    return await lookAtExisting(disk, target);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return null;
    throw error;
  }
}

/** A network share may report that a rename failed although it happened: then the name is that of the moved file. */
async function giveBack(disk: Disk, target: string, { fingerprint }: LocalStat): Promise<void> {
  const now = await look(disk, target);
  if (now?.fingerprint.identity === fingerprint.identity) await unlink(target);
}
