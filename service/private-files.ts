import { chmod, lstat, mkdir, open, readdir, stat } from 'node:fs/promises';
import { UsageError } from './usage-error.ts';

/*
 * Everything the service stores is for its own user alone: whoever reads the database has the keys that sign tickets. The
 * command line begins with `keepFilesPrivate`, which covers every file and folder created from then on, SQLite's included.
 * The other functions cover what an earlier version, or another program, created before.
 */

/** From now on this process creates files as 0600 and folders as 0700. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Creates a folder that only this user can open, or tightens the permissions of one that is ours, by the names in it.
 * @throws UsageError when it belongs to another user, or is open to others and holds other things.
 */
export async function openPrivateFolder(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (created !== undefined || !(await isOpenToOthers(folder))) return;
  const names = await readdir(folder);
  if (names.length > 0 && !names.some(isOurs)) {
    // Closing it could lock others out of a folder that they share, such as the temporary folder.
    throw new UsageError(
      `${folder} is open to other users, and holds files of other programs. Choose a folder of its own, or close this one: chmod 700 ${quoted(folder)}`,
    );
  }
  await chmod(folder, 0o700);
}

/** Creates a file that only this user can read, or tightens the permissions of one that exists. @throws UsageError */
export async function openPrivateFile(file: string): Promise<void> {
  // One that exists is never opened here: closing it would end the locks that SQLite holds on it in this process.
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  await handle?.close();
  if (handle === null) await closePrivateFile(file);
}

/** Tightens the permissions of a file if it exists. @throws UsageError when it belongs to another user. */
export async function closePrivateFile(file: string): Promise<void> {
  const exists = await lstat(file).then(
    () => true,
    () => false,
  );
  if (exists && (await isOpenToOthers(file))) await chmod(file, 0o600);
}

/** @throws UsageError when another user owns it, who could open it to others again. Root may work on the files of anyone. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  // Windows has no modes: there, what is in the folder of a user is for that user.
  if (process.platform === 'win32') return false;
  const { mode, uid } = await stat(path);
  const own = process.geteuid?.();
  if (own !== 0 && uid !== own) {
    throw new UsageError(
      `${path} belongs to another user. Choose another folder, or make it yours: chown -R ${own} ${quoted(path)}`,
    );
  }
  return (mode & 0o077) !== 0;
}

/** A path as a shell takes it as one word. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
