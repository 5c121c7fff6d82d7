import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from './make-folders.ts';
import { NotPrivateError } from './not-private-error.ts';
import { windowsRights } from './windows-rights.ts';

/*
 * Everything that the client creates for itself is for its own user alone: tokens, names, contents on their way. The files of the
 * sync folders are the person's and follow the umask; a new sync folder itself is private too (`makeSyncFolder`).
 */

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The sticky bit of a folder that everyone can write to, such as the temporary folder. */
const STICKY = 0o1000;

/**
 * Ensures that a file or folder exists and that no one else can open it: creates it, or tightens the permissions of an existing one
 * that is ours.
 * @throws NotPrivateError if it is a link or belongs to another user, and errors of the disk.
 */
export function openPrivate(kind: 'file' | 'folder', path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) create(kind, path);
  else if (found.isSymbolicLink() && kind === 'file') throw linked(path);
  // The path may be a person's symbolic link to a folder; its target counts.
  else repair(kind, path);
}

/** Tightens the permissions of files and folders that an earlier version created. */
export function closeToOthers(folder: string): void {
  // There, items inherit the rights of their folder, which `openPrivate` has checked.
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    try {
      repair(entry.isFile() ? 'file' : 'folder', join(folder, entry.name));
    } catch (error) {
      // A Tandem that is just ending removes its lock and SQLite's log at any moment: then nothing is left to close.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/**
 * Replaces a file's text. After a power cut, the file has the old or the new one. Creates a missing parent folder. An existing one keeps its
 * permissions: it may belong to the person, such as the desktop.
 */
export function writePrivate(path: string, text: string): void {
  const folder = dirname(path);
  create('folder', folder);
  const beside = `${path}.new`;
  try {
    writeThrough(beside, text);
    renameSync(beside, path);
  } catch (error) {
    // A half-written file may hold a secret.
    try {
      unlinkSync(beside);
    } catch {
      // The first error is the one that explains.
    }
    throw error;
  }
  flushNames(folder);
}

function writeThrough(path: string, text: string): void {
  const file = openSync(path, 'w', FILE_MODE);
  try {
    // A file left by an earlier version may be open to others.
    if (process.platform !== 'win32') fchmodSync(file, FILE_MODE);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** As `flushDirectory` of the sync folders (`main/disk`), without waiting for a turn of the event loop. */
function flushNames(folder: string): void {
  // Windows writes names through on its own and can't open directories.
  if (process.platform === 'win32') return;
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    // Network and FUSE disks can't flush a directory, and a folder may be writable but not readable: nothing more can be done.
    if (!CANNOT_FLUSH.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}

const CANNOT_FLUSH: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES']);

function create(kind: 'file' | 'folder', path: string): void {
  if (kind === 'folder') {
    const made = makeFolders(path, FOLDER_MODE);
    // The folders in it take over its rights.
    if (made !== undefined && process.platform === 'win32') windowsRights().limit(made);
  } else closeSync(openSync(path, 'a', FILE_MODE));
}

function repair(kind: 'file' | 'folder', path: string): void {
  // Windows has no modes: items inherit the rights of their folder.
  if (process.platform === 'win32') return kind === 'folder' ? windowsRights().check(path) : undefined;
  const { mode, uid } = statSync(path);
  const own = process.geteuid?.();
  if (own !== 0 && uid !== own) {
    throw new NotPrivateError(
      `${path} belongs to another user, who could read what Tandem keeps there.`,
      `Use another folder, or run: sudo chown -R ${own} ${quoted(path)}`,
    );
  }
  if ((mode & 0o077) === 0) return;
  if (kind === 'folder' && (mode & STICKY) !== 0) {
    // Closing the temporary folder would lock out every other user of the computer.
    throw new NotPrivateError(`${path} is shared by all users of this computer.`, 'Choose a folder of its own.');
  }
  try {
    chmodSync(path, kind === 'folder' ? FOLDER_MODE : FILE_MODE);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw cause;
    const command = `chmod ${kind === 'folder' ? 700 : 600} ${quoted(path)}`;
    throw new NotPrivateError(`${path} is open to other users.`, `Run: ${command}`, { cause });
  }
}

function linked(path: string): NotPrivateError {
  return new NotPrivateError(`${path} is a link, not a file of Tandem.`, `Remove the link: rm ${quoted(path)}`);
}

/** Quotes a path as a single shell word. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
