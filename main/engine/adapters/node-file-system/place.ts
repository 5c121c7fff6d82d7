import { basename, dirname, join } from 'node:path';
import { chmod, chown, link, lstat, lutimes, mkdir, readdir, rename, rmdir } from '../../../disk/disk.ts';
import type { Fingerprint } from '../../model/entry.ts';
import { nameKey } from '../../model/name-key.ts';
import type { LocalStat } from '../../model/observation.ts';
import { dropOldName, replaceAtOnce } from './at-once.ts';
import { type Disk, look, lookAgain } from './disk.ts';
import { assertRealParents, inRealFolder } from './real-parents.ts';
import { stagingPath } from './staging.ts';
import { attempt, errnoOf, refusal } from './system-error.ts';

/** Disks without hard links (FAT, some network shares) say one of these. */
const NO_LINKS: ReadonlySet<string | null> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

export function createFolder(disk: Disk, path: string): Promise<LocalStat> {
  const action = 'create the folder';
  return attempt(action, path, async () => {
    await inRealFolder(path, action, {
      work: (folder) => mkdir(folder.at(basename(path))),
      undo: () => rmdir(path),
    });
    await disk.flushDirectory(dirname(path));
    return lookAgain(disk, path);
  });
}

export function setModified(disk: Disk, path: string, modifiedAtMs: number): Promise<LocalStat> {
  const action = 'set the modification time of';
  return attempt(action, path, async () => {
    await assertRealParents(path, action);
    await stampModified(path, modifiedAtMs);
    return lookAgain(disk, path);
  });
}

export function move(disk: Disk, from: string, to: string): Promise<LocalStat> {
  const action = 'move';
  return attempt(action, from, async () => {
    await assertRealParents(from, action);
    await assertRealParents(to, `${action} something to`);
    const source = await lookAgain(disk, from);
    const target = await look(disk, to);
    if (target === null) await putAt(from, to, source.kind === 'file');
    else if (isRecase(from, to, source, target)) await recase(disk, from, to);
    else throw refusal('exists', 'move something to', to);
    await disk.flushDirectory(dirname(to));
    if (dirname(from) !== dirname(to)) await disk.flushDirectory(dirname(from));
    // As in `install`: a person may have moved it on, and it was moved there all the same.
    return (await look(disk, to)) ?? source;
  });
}

export type Install = {
  readonly root: string;
  readonly stagingName: string;
  readonly target: string;
  readonly expect: Fingerprint | null;
  readonly modifiedAtMs: number | null;
};

export function install(disk: Disk, { root, stagingName, target, expect, modifiedAtMs }: Install): Promise<LocalStat> {
  const action = 'put a file at';
  const staging = stagingPath(root, stagingName);
  return attempt(action, target, async () => {
    if (modifiedAtMs !== null) await stampModified(staging, modifiedAtMs);
    const ours = await lookAgain(disk, staging);
    if (expect === null) await putAt(staging, target, true);
    else await replace(disk, staging, target, expect);
    await disk.flushDirectory(dirname(target));
    // A person may have moved it on while the folder was flushed. It was put there all the same: who says that it was not has it
    // come down once more, beside the one that was moved.
    return (await look(disk, target)) ?? ours;
  });
}

/** Mode, owner and attributes of the replaced file are kept, as far as the system lets us (edge case 63). */
async function replace(disk: Disk, staging: string, target: string, expect: Fingerprint): Promise<void> {
  const before = await lstat(target).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') throw refusal('changed', 'replace', target, error);
    throw error;
  });
  if (process.platform !== 'win32') {
    await chown(staging, before.uid, before.gid).catch((error: unknown) => {
      // Only an administrator gives files away; the file then belongs to the account that syncs it.
      if (errnoOf(error) !== 'EPERM') throw error;
    });
  }
  await disk.keepAttributes(target, staging);
  // After the owner: a change of owner clears the bits that lend rights.
  await chmod(staging, before.mode & 0o7777);
  await inRealFolder(target, 'replace', {
    work: async (folder) => replaceAtOnce(disk, { staging, target, at: folder.at(basename(target)) }, expect),
    undo: () => rename(target, staging),
  });
}

/** Moves something to a free name in a folder that is what it was looked at as. */
async function putAt(from: string, to: string, isFile: boolean): Promise<void> {
  await inRealFolder(to, 'move something to', {
    work: (folder) => claimName(from, { shown: to, at: folder.at(basename(to)) }, isFile),
    undo: () => rename(to, from),
  });
}

/** A name that is shown to people, and the path by which it is reached. */
type Name = { readonly shown: string; readonly at: string };

/**
 * Moves to a free name without ever replacing what somebody else puts there in the same moment: a file gets the new name as
 * a second one, which fails when the name is taken, and then loses the old one. A crash between the two leaves both names.
 * A folder replaces nothing but an empty folder. RACE: disks without hard links have a look before the rename only.
 */
async function claimName(from: string, { shown, at: to }: Name, isFile: boolean): Promise<void> {
  if (isFile) {
    try {
      const before = await lstat(from, { bigint: true });
      await link(from, to);
      dropOldName(from, to, before);
      return;
    } catch (error) {
      if (!NO_LINKS.has(errnoOf(error))) throw error;
    }
  }
  const taken = await lstat(to).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (taken !== null) throw refusal('exists', 'move something to', shown);
  await rename(from, to);
}

/** The same thing under a name that differs in case or Unicode form only: a case-insensitive disk finds it under both. */
function isRecase(from: string, to: string, source: LocalStat, target: LocalStat): boolean {
  return (
    source.fingerprint.identity === target.fingerprint.identity &&
    dirname(from) === dirname(to) &&
    nameKey(basename(from)) === nameKey(basename(to))
  );
}

/** Some case-insensitive disks take a change of case for no change at all: then it goes over a third name (edge case 30). */
async function recase(disk: Disk, from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const names = await readdir(folder);
  // Both names listed: two hard links on a disk that tells them apart, and the target is taken.
  if (names.includes(basename(from)) && names.includes(basename(to))) throw refusal('exists', 'move something to', to);
  await rename(from, to);
  if ((await readdir(folder)).includes(basename(to))) return;
  const between = join(folder, `${basename(to)}.${disk.random.token(8)}`);
  await rename(from, between);
  await rename(between, to);
}

/**
 * Half a microsecond is added because the system cuts the fraction of a second off after microseconds. Times before 1970
 * must come as dates: Node takes a negative number for "now" (edge case 53).
 */
function stampModified(path: string, modifiedAtMs: number): Promise<void> {
  const time = modifiedAtMs < 0 ? new Date(modifiedAtMs) : (modifiedAtMs + 0.0005) / 1000;
  return lutimes(path, time, time);
}
