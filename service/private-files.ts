import { chmod, open, readdir, stat } from 'node:fs/promises';
import { UsageError } from './options/usage-error.ts';
import { makeFolders } from './private/make-folders.ts';
import { limitOnWindows } from './private/windows-rights.ts';

/*
 * Everything the service stores is private to its own user: anyone who reads the database has the keys that sign tickets. The
 * command line begins with `keepFilesPrivate`, which covers every file and folder created from then on, including SQLite's. The
 * other functions cover what an earlier version, or another program, created.
 */

/** Makes this process create files as 0600 and folders as 0700 from now on. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Creates a folder that only this user can open, or tightens the permissions of an existing one that is ours by its content.
 * @throws UsageError if it belongs to another user, or is open to others and contains other things.
 */
export async function openPrivateFolder(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const created = await makeFolders(folder, 0o700);
  // The folders in the first one take over its rights.
  if (process.platform === 'win32') return limitOnWindows(created ?? folder, created !== undefined);
  if (created !== undefined || !(await isOpenToOthers(folder))) return;
  const names = await readdir(folder);
  if (names.length > 0 && !names.some(isOurs)) {
    // Closing it could lock others out of a shared folder, such as the temporary folder.
    throw new UsageError(
      `${folder} is open to other users, and holds files of other programs. Choose a folder of its own, or close this one: chmod 700 ${quoted(folder)}`,
    );
  }
  await chmod(folder, 0o700);
}

/** Creates a file that only this user can read, or tightens the permissions of one that exists. @throws UsageError */
export async function openPrivateFile(file: string): Promise<void> {
  // Never open an existing file here: closing it would drop the locks that SQLite holds on it in this process.
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  await handle?.close();
  if (handle === null) await closePrivateFile(file);
}

/** Tightens the permissions of a file if it exists. @throws UsageError when it belongs to another user. */
export async function closePrivateFile(file: string): Promise<void> {
  try {
    if (await isOpenToOthers(file)) await chmod(file, 0o600);
  } catch (error) {
    // A process that is just ending removes SQLite's log at any moment: then nothing is left to close.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * @param access the permissions that no one else may have.
 * @throws UsageError if another user owns it, since that user could open it to others again. Root may use anyone's files.
 */
export async function isOpenToOthers(path: string, access = 0o077): Promise<boolean> {
  // Windows has no modes: items inherit the rights of their folder, which `openPrivateFolder` limits.
  if (process.platform === 'win32') return false;
  const { mode, uid } = await stat(path);
  const own = process.geteuid?.();
  if (own !== 0 && uid !== own) {
    throw new UsageError(
      `${path} belongs to another user. Choose another folder, or make it yours: chown -R ${own} ${quoted(path)}`,
    );
  }
  return (mode & access) !== 0;
}

/** Quotes a path as one shell word. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
