import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * Everything that the client creates for itself is for its own user alone: tokens, names, contents on their way. The files of the
 * sync folders are the person's and follow the umask.
 */

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The mark of a folder that everybody may put files into, such as the temporary one. */
const STICKY = 0o1000;

/** A file or folder of ours that others can change or read, and that cannot be repaired here. */
class NotPrivateError extends Error {
  readonly code = 'not_private';
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'NotPrivateError';
    this.remedy = remedy;
  }
}

/**
 * Ensures that a file or folder exists and that no one else can open it: creates it, or tightens the permissions of an existing one
 * that is ours.
 * @throws NotPrivateError if it is a link or belongs to another user, and errors of the disk.
 */
export function openPrivate(kind: 'file' | 'folder', path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) create(kind, path);
  else if (found.isSymbolicLink() && kind === 'file') throw linked(path);
  // A folder may be reached by a link of the person; what counts is where it leads.
  else repair(kind, path);
}

/** Tightens the permissions of the files and folders in a folder of ours, which an earlier version created. */
export function closeToOthers(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) openPrivate('file', join(folder, entry.name));
    if (entry.isDirectory()) openPrivate('folder', join(folder, entry.name));
  }
}

/**
 * Replaces a file by a text, whole or not at all; `isDurable`: the text is on the disk before the name is. Its folder is created if
 * missing. One that exists keeps its permissions: it may be a folder of the person, such as the desktop.
 */
export function writePrivate(path: string, text: string, { isDurable = false } = {}): void {
  create('folder', dirname(path));
  const beside = `${path}.new`;
  const file = openSync(beside, 'w', FILE_MODE);
  try {
    // One that an earlier version left may be open to others.
    if (process.platform !== 'win32') fchmodSync(file, FILE_MODE);
    writeSync(file, text);
    if (isDurable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}

function create(kind: 'file' | 'folder', path: string): void {
  if (kind === 'folder') mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  else closeSync(openSync(path, 'a', FILE_MODE));
}

function repair(kind: 'file' | 'folder', path: string): void {
  // Windows has no modes: files in a user's folder are private to that user.
  if (process.platform === 'win32') return;
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
    const command = `chmod ${kind === 'folder' ? 700 : 600} ${quoted(path)}`;
    throw Object.assign(new NotPrivateError(`${path} is open to other users.`, `Run: ${command}`), { cause });
  }
}

function linked(path: string): NotPrivateError {
  return new NotPrivateError(`${path} is a link, not a file of Tandem.`, `Remove the link: rm ${quoted(path)}`);
}

/** A path as a shell takes it as one word. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
