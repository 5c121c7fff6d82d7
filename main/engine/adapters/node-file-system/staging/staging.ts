import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unlessAborted } from '../../../../api/unless-aborted.ts';
import { chmod, constants, lstat, mkdir, open, readdir, unlink } from '../../../../disk/disk.ts';
import { sha1 } from '../../../model/ids.ts';
import { STATE_FOLDER, stagingFolder } from '../../../model/names/state-folder.ts';
import type { StagedContent, StagingFile } from '../../../ports/file-system.ts';
import { type Disk, statOf } from '../disk.ts';
import { removeWhole } from '../remove-whole.ts';
import { attempt, errnoOf, refusal } from '../system-error.ts';
import { blockWriter } from './block-writer.ts';
import { createStagedDigest, digestExisting, type StagedDigest } from './staged-digest.ts';

/** The path of a staging file. Throws if the name would lead elsewhere. */
export function stagingPath(root: string, name: string): string {
  if (name === '' || name !== basename(name) || name === '.' || name === '..') {
    throw refusal('not_supported', 'use as a staging name', name);
  }
  return join(stagingFolder(root), name);
}

/**
 * Our state folder at the root, created when missing and private to its owner because it holds partial downloads. Throws if a
 * link is in its place, as it would redirect our writes.
 */
export async function ensureStateFolder(root: string): Promise<string> {
  const folder = join(root, STATE_FOLDER);
  await makeFolder(folder);
  const stats = await lstat(folder);
  if (!stats.isDirectory()) throw refusal('not_supported', 'keep own files in', folder);
  // Some disks (FAT, network shares) have one fixed mode; their folders sync all the same.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) await chmod(folder, 0o700).catch(() => undefined);
  return folder;
}

/** The folder for unfinished downloads and copies, created when missing. */
export async function ensureStagingFolder(root: string): Promise<string> {
  await ensureStateFolder(root);
  const folder = stagingFolder(root);
  await makeFolder(folder);
  return folder;
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, 0o700).catch((error: unknown) => {
    if (errnoOf(error) !== 'EEXIST') throw error;
  });
}

export function openStaging(disk: Pick<Disk, 'numbering'>, root: string, name: string): Promise<StagingFile> {
  const path = stagingPath(root, name);
  return attempt('write the temporary file', path, async () => {
    const fresh = await openFresh(root, path);
    if (fresh !== null) return stagingFile(disk, fresh, path, { digest: createStagedDigest(fresh), sizeBytes: 0 });
    await ensureStagingFolder(root);
    await prepareResume(path);
    const handle = await open(path, OPEN_FLAGS, 0o666);
    try {
      return stagingFile(disk, handle, path, await digestExisting(handle));
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}

const OPEN_FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;

/** The usual case in two calls: create a new file in existing folders. Null: not that case. */
async function openFresh(root: string, path: string): Promise<FileHandle | null> {
  try {
    if (!(await lstat(join(root, STATE_FOLDER))).isDirectory()) return null;
    return await open(path, OPEN_FLAGS | constants.O_EXCL, 0o666);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'EEXIST') return null;
    throw error;
  }
}

/**
 * A crash during an install leaves the staging name as a hard link to the user's file. Resuming would write into that file, so
 * only the staging name is removed. A refused install leaves the mode of the user's file, which may be read-only.
 */
async function prepareResume(path: string): Promise<void> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (stats === null) return;
  if (stats.nlink > 1 || !stats.isFile()) await unlink(path);
  else if ((stats.mode & 0o600) !== 0o600) await chmod(path, (stats.mode & 0o7777) | 0o600);
}

export function listStaging(root: string): Promise<readonly string[]> {
  const folder = stagingFolder(root);
  return attempt('list the temporary files in', folder, async () => {
    try {
      return (await readdir(folder)).toSorted();
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return [];
      throw error;
    }
  });
}

export function removeStaging(root: string, name: string): Promise<void> {
  const path = stagingPath(root, name);
  return attempt('remove the temporary file', path, () => removeWhole(path));
}

type Found = { readonly digest: StagedDigest; readonly sizeBytes: number };

function stagingFile(
  disk: Pick<Disk, 'numbering'>,
  handle: FileHandle,
  path: string,
  { digest, sizeBytes }: Found,
): StagingFile {
  const blocks = blockWriter(handle, sizeBytes, digest.written);
  const end = async (): Promise<void> => {
    await digest.close();
    await handle.close();
  };
  return {
    sizeBytes,
    append: (bytes) =>
      attempt('write the temporary file', path, async () => {
        digest.append(bytes);
        await blocks.append(bytes);
      }),
    truncate: () =>
      attempt('empty the temporary file', path, async () => {
        await blocks.restart();
        await digest.restart();
      }),
    finish: async (modifiedAtMs, signal) => {
      const finishing = attempt('finish the temporary file', path, async (): Promise<StagedContent> => {
        try {
          const whole = await blocks.flush();
          // Before its identity is read: a Mac sets the birth time back to an earlier modification time.
          if (modifiedAtMs !== null) await stampModified(handle, modifiedAtMs);
          const [sha1Hex] = await Promise.all([digest.finish(whole, signal), handle.sync()]);
          const stat = await statOf(disk, path, await handle.stat({ bigint: true }));
          return { sha1: sha1(sha1Hex), sizeBytes: whole, identity: stat.fingerprint.identity };
        } finally {
          await end();
        }
      });
      // An abort doesn't wait for the disk to flush gigabytes.
      return unlessAborted(finishing, signal);
    },
    close: () =>
      attempt('close the temporary file', path, async () => {
        try {
          // Keep the bytes received so far: the next download resumes after them.
          await blocks.flush();
        } finally {
          await end();
        }
      }),
  };
}

/**
 * Adds half a microsecond because the system truncates to microseconds. Times before 1970 must be `Date` objects: Node treats a
 * negative number as "now" (edge case 53).
 */
function stampModified(handle: FileHandle, modifiedAtMs: number): Promise<void> {
  const time = modifiedAtMs < 0 ? new Date(modifiedAtMs) : (modifiedAtMs + 0.0005) / 1000;
  return handle.utimes(time, time);
}
