import { basename, dirname, join } from 'node:path';
import { chmod, chown, link, lstat, mkdir, readdir, rename, rmdir } from '../../../disk/disk.ts';
import type { Fingerprint } from '../../model/entry.ts';
import { replacedName } from '../../model/names/staged-name.ts';
import type { LocalStat } from '../../model/observation.ts';
import { assertNotHeldOpen, dropOldName, replaceAtOnce } from './at-once.ts';
import { type Disk, look, lookAtExisting } from './disk.ts';
import { assertRealParents, inRealFolder } from './real-parents.ts';
import { stagingPath } from './staging/staging.ts';
import { attempt, errnoOf, refusal } from './system-error.ts';

/** Error codes from disks without hard links: FAT, some network shares. `EISDIR`: under Windows (nodejs/node#65817). */
const NO_LINKS: ReadonlySet<string | null> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EISDIR',
]);

/** Only an administrator can change the owner; some network shares cannot, and a user namespace does not know every owner. */
const OWNER_STAYS: ReadonlySet<string | null> = new Set(['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

export function createFolder(disk: Disk, path: string): Promise<LocalStat> {
  const action = 'create the folder';
  return attempt(action, path, async () => {
    await inRealFolder(path, action, {
      work: (folder) => mkdir(folder.at(basename(path))),
      undo: () => rmdir(path),
    });
    await disk.flushDirectory(dirname(path));
    return lookAtExisting(disk, path);
  });
}

export function move(disk: Disk, from: string, to: string): Promise<LocalStat> {
  const action = 'move';
  return attempt(action, from, async () => {
    await assertRealParents(from, action);
    await assertRealParents(to, `${action} something to`);
    const source = await lookAtExisting(disk, from);
    const target = await look(disk, to);
    if (target === null) await putAt(from, to, source.kind === 'file');
    else if (isRecase(from, to, source, target)) await recase(disk, from, to);
    else throw refusal('exists', 'move something to', to);
    await disk.flushDirectory(dirname(to));
    if (dirname(from) !== dirname(to)) await disk.flushDirectory(dirname(from));
    // As in `install`: it was moved, even if the user has since moved it elsewhere.
    return (await look(disk, to)) ?? source;
  });
}

export type Install = {
  readonly root: string;
  readonly stagingName: string;
  readonly target: string;
  readonly expect: Fingerprint | null;
};

export function install(disk: Disk, { root, stagingName, target, expect }: Install): Promise<LocalStat> {
  const action = 'put a file at';
  const staging = stagingPath(root, stagingName);
  return attempt(action, target, async () => {
    const ours = await lookAtExisting(disk, staging);
    if (expect === null) {
      await inheritGroup(staging, dirname(target));
      await putAt(staging, target, true);
    } else {
      const kept = stagingPath(root, replacedName(stagingName, expect, basename(target)));
      await replace(disk, { staging, target, kept }, expect);
    }
    await disk.flushDirectory(dirname(target));
    // The user may have moved it during the flush. It was installed all the same: reporting otherwise would download it a second
    // time, next to the moved one.
    return (await look(disk, target)) ?? ours;
  });
}

const SETGID = 0o2000n;

/**
 * The group that a file gets which is made in this folder: that of the folder, on Linux only if its mode says so. Staging may hand down
 * another one, and the others in the group could not open the file. Not covered: ACLs that a folder hands down. Node can't see them, and
 * a process for each new file would cost more than most downloads.
 */
async function inheritGroup(staging: string, folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode, gid } = await lstat(folder, { bigint: true });
  if (process.platform !== 'linux' || (mode & SETGID) !== 0n) await giveTo(staging, -1n, gid);
}

/** `-1n`: as it is. Where the system does not allow it, the file belongs to the account that syncs it. */
async function giveTo(path: string, uid: bigint, gid: bigint): Promise<void> {
  await chown(path, Number(uid), Number(gid)).catch((error: unknown) => {
    if (!OWNER_STAYS.has(errnoOf(error))) throw error;
  });
}

/** Of a mode: all but setuid and setgid. Those were given to the content that was there, and the new one may be someone else's. */
const KEPT_MODE = 0o1777;

/** `kept`: a second name for the replaced file. */
type Replacing = { readonly staging: string; readonly target: string; readonly kept: string };

/** Keeps mode, owner and attributes of the replaced file where the system allows it (edge case 63), but no right to act as someone else. */
async function replace(disk: Disk, { staging, target, kept }: Replacing, expect: Fingerprint): Promise<void> {
  const before = await lstat(target, { bigint: true }).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') throw refusal('changed', 'replace', target, error);
    throw error;
  });
  await disk.keepAttributes(target, staging);
  // After the attributes: a change of owner, even to the same one, clears the capabilities among them (chown(2)).
  if (process.platform !== 'win32') await giveTo(staging, before.uid, before.gid);
  await chmod(staging, Number(before.mode) & KEPT_MODE);
  const numbering = await disk.numbering.of(target, before);
  await inRealFolder(target, 'replace', {
    work: async (folder) =>
      replaceAtOnce({ staging, target, at: folder.at(basename(target)), kept, numbering }, expect),
    undo: () => rename(target, staging),
  });
}

/** Moves an item to a free name in a folder verified to be real, not a link. */
async function putAt(from: string, to: string, isFile: boolean): Promise<void> {
  await inRealFolder(to, 'move something to', {
    work: (folder) => claimName(from, { shown: to, at: folder.at(basename(to)) }, isFile),
    undo: () => rename(to, from),
  });
}

/** A name as shown in messages, and the path through which it is opened. */
type Name = { readonly shown: string; readonly at: string };

/**
 * Moves to a free name without ever replacing an item created there at the same moment. A file is hard-linked to the new name,
 * which fails if it is taken, and then unlinked from the old one, or from the new one if the old one can't go; a crash in between
 * leaves both names. A folder can only replace an empty folder. RACE: disks without hard links only get a check before the rename.
 */
async function claimName(from: string, { shown, at: to }: Name, isFile: boolean): Promise<void> {
  if (isFile) {
    assertNotHeldOpen(from);
    const before = await lstat(from, { bigint: true });
    if (await addName(from, to)) return dropOldName(from, to, before);
  }
  const taken = await lstat(to).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (taken !== null) throw refusal('exists', 'move something to', shown);
  await rename(from, to);
}

/** Adds a name to a file; `EEXIST` if it is taken. False: the disk has no hard links. */
export async function addName(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (NO_LINKS.has(errnoOf(error))) return false;
    throw error;
  }
}

/** The same item: the disk finds it under both names, which differ in case, Unicode form or spelling (`ss` for `ß`). */
function isRecase(from: string, to: string, source: LocalStat, target: LocalStat): boolean {
  return source.fingerprint.identity === target.fingerprint.identity && dirname(from) === dirname(to);
}

/** Some of these disks ignore a rename to a name that they cannot tell apart: then rename through a temporary name (edge case 30). */
async function recase(disk: Disk, from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const names = await readdir(folder);
  // Both names are listed: two hard links on a case-sensitive disk, so the target is taken.
  if (names.includes(basename(from)) && names.includes(basename(to))) throw refusal('exists', 'move something to', to);
  await rename(from, to);
  if ((await readdir(folder)).includes(basename(to))) return;
  const between = join(folder, `${basename(to)}.${disk.random.token(8)}`);
  await rename(from, between);
  await rename(between, to);
}
