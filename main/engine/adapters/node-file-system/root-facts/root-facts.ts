import { basename, dirname, join, resolve } from 'node:path';
import { lstat, open, readdir, readFile, rename, rm, rmdir, statfs } from '../../../../disk/disk.ts';
import { replacedBy } from '../../../model/names/staged-name.ts';
import { rootTrash, STATE_FOLDER, stagingFolder } from '../../../model/names/state-folder.ts';
import type { DiskTraits, MarkedFolder } from '../../../ports/file-system.ts';
import { type Disk, look } from '../disk.ts';
import { removeWhole } from '../remove-whole.ts';
import { ensureStateFolder } from '../staging/staging.ts';
import { attempt, errnoOf, refusal } from '../system-error.ts';
import { nameRules } from './name-rules.ts';

const markerPath = (root: string): string => join(root, STATE_FOLDER, 'root');

/** Maximum name lengths of disks, longest first; an encryption layer leaves 143 of 255 bytes. */
const NAME_LENGTHS = [255, 143] as const;

export function readMarker(root: string): Promise<string | null> {
  return attempt('read the marker of', root, async () => {
    try {
      return (await readFile(markerPath(root), 'utf8')).trim();
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === 'ENOENT' || errno === 'ENOTDIR') return null;
      throw error;
    }
  });
}

type Marking = { readonly root: string; readonly marker: string; readonly expect: MarkedFolder | undefined };

export function writeMarker(disk: Disk, { root, marker, expect }: Marking): Promise<void> {
  return attempt('write the marker of', root, async () => {
    const folder = await ensureStateFolder(root);
    const temporary = join(folder, `root.${disk.random.token(8)}`);
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(`${marker}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Checked after writing and before renaming: if the root has since become another folder, the rename does not find the
    // temporary file in it.
    if (expect !== undefined && !(await isAs(disk, root, expect))) {
      await rm(temporary, { force: true });
      throw refusal('changed', 'write the marker of', root);
    }
    await rename(temporary, markerPath(root));
    await disk.flushDirectory(folder);
  });
}

async function isAs(disk: Disk, root: string, expect: MarkedFolder): Promise<boolean> {
  if ('marker' in expect) return (await readMarker(root)) === expect.marker;
  return (await look(disk, root))?.fingerprint.identity === expect.identity;
}

/**
 * Removes the marker first: without it no root owns the folder, whatever a crash leaves behind. The trash stays, and so do replaced files,
 * which may be the only place of what a program saved (SPEC P92). A link in place of the state folder is left alone.
 */
export function removeMarker(disk: Disk, root: string): Promise<void> {
  return attempt('remove the marker of', root, async () => {
    const folder = join(root, STATE_FOLDER);
    if ((await look(disk, folder))?.kind !== 'folder') return;
    await rm(markerPath(root), { force: true });
    const names = await readdir(folder);
    const staging = stagingFolder(root);
    const ours = names.filter((name) => name !== basename(rootTrash(root)) && name !== basename(staging));
    for (const name of ours) await removeWhole(join(folder, name));
    await emptyStaging(disk, root);
    if ((await readdir(folder)).length === 0) await rmdir(folder);
  });
}

async function emptyStaging(disk: Disk, root: string): Promise<void> {
  const staging = stagingFolder(root);
  const isFolder = (await look(disk, staging))?.kind === 'folder';
  const names = isFolder ? await readdir(staging) : [];
  const ours = names.filter((name) => replacedBy(name) === null);
  for (const name of ours) await removeWhole(join(staging, name));
  if (ours.length === names.length) await removeWhole(staging);
}

/**
 * Device numbers change at reboot, so a volume is identified by its top directory: file system type, inode, birth time. Not
 * unique on disks without lasting birth times; there, the marker in the root decides.
 */
export function volumeId(disk: Disk, path: string): Promise<string | null> {
  return attempt('find the volume of', path, async () => {
    if ((await look(disk, path)) === null) return null;
    const start = await lstat(path, { bigint: true });
    let top = { path: resolve(path), stats: start };
    for (let parent = dirname(top.path); parent !== top.path; parent = dirname(parent)) {
      const stats = await lstat(parent, { bigint: true });
      if (stats.dev !== start.dev) break;
      if (parent === dirname(parent) || stats.isDirectory()) top = { path: parent, stats };
      if (parent === dirname(parent)) break;
    }
    const { type } = await statfs(path);
    const { birthTimes } = disk.numbering.ofType(type, start);
    return `${type.toString(16)}:${top.stats.ino}:${birthTimes ? top.stats.birthtimeNs : 0n}`;
  });
}

export function freeBytes(path: string): Promise<number> {
  return attempt('find the free space of', path, async () => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  });
}

/** Determined by trial in our own folder; the test files are removed. */
export function traits(disk: Disk, root: string): Promise<DiskTraits> {
  return attempt('find out what names fit on', root, async () => {
    const had = await look(disk, join(root, STATE_FOLDER));
    const folder = await ensureStateFolder(root);
    try {
      const caseSensitive = await tellsCase(disk, folder);
      const length = await longestName(disk, folder);
      const make = async (name: string): Promise<void> => {
        await touch(join(folder, name));
        await rm(join(folder, name));
      };
      return {
        caseSensitive,
        nameLimit: { length, unit: process.platform === 'win32' ? 'utf16' : 'utf8' },
        platform: await nameRules(make, `probe-${disk.random.token(12)}`),
      };
    } finally {
      if (had === null) await rmdir(folder);
    }
  });
}

async function tellsCase(disk: Disk, folder: string): Promise<boolean> {
  const name = `probe-${disk.random.token(12)}-a`;
  await touch(join(folder, name));
  try {
    return (await look(disk, join(folder, name.toUpperCase()))) === null;
  } finally {
    await rm(join(folder, name));
  }
}

async function longestName(disk: Disk, folder: string): Promise<number> {
  for (const length of NAME_LENGTHS) {
    const path = join(folder, disk.random.token(length));
    try {
      await touch(path);
      await rm(path);
      return length;
    } catch (error) {
      if (errnoOf(error) !== 'ENAMETOOLONG') throw error;
    }
  }
  throw refusal('not_supported', 'use names of usual length in', folder);
}

async function touch(path: string): Promise<void> {
  await (await open(path, 'wx')).close();
}
