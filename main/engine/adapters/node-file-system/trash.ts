import { basename, dirname, extname, join } from 'node:path';
import {
  copyFile,
  lstat,
  lutimes,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rmdir,
  symlink,
  unlink,
} from '../../../disk/disk.ts';
import { sameFingerprint } from '../../model/entry.ts';
import type { LocalStat } from '../../model/observation.ts';
import { type Disk, look, lookAgain } from './disk.ts';
import { assertRealParents } from './real-parents.ts';
import { attempt, errnoOf, refusal } from './system-error.ts';

/** Moves a file or a folder to the trash folder, by copy if that is on another volume. Returns the new path. */
export function trash(disk: Disk, path: string, trashFolder: string): Promise<string> {
  const action = 'move to the trash';
  return attempt(action, path, async () => {
    await assertRealParents(path, action);
    await lookAgain(disk, path);
    await mkdir(trashFolder, { recursive: true, mode: 0o700 });
    const target = await freeName(disk, trashFolder, basename(path));
    try {
      await rename(path, target);
    } catch (error) {
      if (errnoOf(error) !== 'EXDEV') throw error;
      await moveByCopy(disk, path, target);
    }
    await disk.flushDirectory(trashFolder);
    await disk.flushDirectory(dirname(path));
    return target;
  });
}

/** RACE: two concurrent trashes of the same name; the engine trashes one item at a time. */
async function freeName(disk: Disk, folder: string, name: string): Promise<string> {
  const extension = extname(name);
  const stem = basename(name, extension);
  for (let number = 1; ; number += 1) {
    const candidate = join(folder, number === 1 ? name : `${stem} (${number})${extension}`);
    if ((await look(disk, candidate)) === null) return candidate;
  }
}

/**
 * Copies and flushes everything, then removes exactly the copied items. Items changed or added meanwhile stay in place, and the
 * call throws `changed` (the copy in the trash is complete as of its time).
 */
export async function moveByCopy(disk: Disk, from: string, to: string): Promise<void> {
  const copied: Copied[] = [];
  await copyTree(disk, from, to, copied);
  for (const { path, stat } of copied.toReversed()) {
    const now = await look(disk, path);
    if (now === null) continue;
    if (stat.kind === 'folder') {
      await rmdir(path);
    } else {
      if (!sameFingerprint(now.fingerprint, stat.fingerprint)) throw refusal('changed', 'move to the trash', path);
      await unlink(path);
    }
  }
}

type Copied = { readonly path: string; readonly stat: LocalStat };

async function copyTree(disk: Disk, from: string, to: string, copied: Copied[]): Promise<void> {
  const stat = await lookAgain(disk, from);
  copied.push({ path: from, stat });
  switch (stat.kind) {
    case 'folder':
    case 'mount': {
      await mkdir(to);
      for (const name of await readdir(from)) await copyTree(disk, join(from, name), join(to, name), copied);
      await disk.flushDirectory(to);
      return;
    }
    case 'file':
      await copyFile(from, to);
      await flushFile(to);
      await keepTimes(from, to);
      return;
    case 'link':
      await symlink(await readlink(from), to);
      return;
    case 'special':
      throw refusal('not_supported', 'copy to the trash of another volume', from);
  }
}

async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function keepTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await lstat(from);
  await lutimes(to, atime, mtime);
}
