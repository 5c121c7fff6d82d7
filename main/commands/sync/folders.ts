import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import type { FolderLook } from '../../../preload/ipc/shapes/folder.ts';
import { access, constants, readdir, stat, statfs } from '../../disk/disk.ts';
import type { HandlersOf } from '../command-world.ts';

type Problem = NonNullable<FolderLook['problem']>;
type Standing = Pick<FolderLook, 'state' | 'entries' | 'problem'>;

const MOST_PROPOSALS = 10;

/** Local folders, as a person types them. */
export function folderCommands(): HandlersOf<'folder.look'> {
  return { 'folder.look': async ({ path }) => ({ ok: true, value: await lookAt(path, homedir()) }) };
}

/** Inspects a path without changing anything. `home` replaces `~`. */
export async function lookAt(typed: string, home: string): Promise<FolderLook> {
  const text = typed.trim();
  const written = text === '~' || text.startsWith('~/') ? join(home, text.slice(1)) : text;
  if (!isAbsolute(written)) {
    const message = text === '' ? 'No folder is named.' : `“${text}” does not say where it is.`;
    const remedy = `Write the whole path, such as ${join(home, 'Tandem')}.`;
    return { path: text, ...refusedAs('not_absolute', message, remedy), freeBytes: null, proposals: [] };
  }
  const path = resolve(written);
  // With a trailing separator, propose the folder's children; otherwise complete the last name.
  const isOpen = written.endsWith(sep) || written.endsWith('/');
  const [standing, freeBytes, proposals] = await Promise.all([
    standingOf(path),
    freeAt(path),
    proposalsFor(isOpen ? path : dirname(path), isOpen ? '' : basename(path)),
  ]);
  return { path, ...standing, freeBytes, proposals };
}

async function standingOf(path: string): Promise<Standing> {
  if (path === parse(path).root) {
    return refusedAs('whole_disk', 'A whole disk cannot be kept in sync.', 'Choose a folder on it.');
  }
  const found = await stat(path).catch(() => null); // missing or not accessible: the parent folder shows which
  if (found === null) return standingOfNew(path);
  if (!found.isDirectory()) {
    return refusedAs('not_a_folder', `“${path}” is not a folder.`, 'Choose a folder; what is there was not touched.');
  }
  if (!(await mayUse(path, constants.R_OK | constants.W_OK))) return notAllowed(path);
  const entries = (await readdir(path)).length;
  return { state: entries === 0 ? 'empty' : 'in_use', entries, problem: null };
}

/** Missing parent folders are created with it. */
async function standingOfNew(path: string): Promise<Standing> {
  const above = await nearest(path);
  const isFolder = (await stat(above)).isDirectory();
  if (!isFolder) {
    return refusedAs('not_a_folder', `“${above}” is not a folder.`, 'Choose another place for the new folder.');
  }
  if (!(await mayUse(above, constants.W_OK | constants.X_OK))) return notAllowed(above);
  return { state: 'new', entries: 0, problem: null };
}

const notAllowed = (path: string): Standing =>
  refusedAs('not_allowed', `“${path}” may not be written by you.`, 'Choose another folder, or change its permissions.');

const refusedAs = (code: Problem['code'], message: string, remedy: string): Standing => ({
  state: 'refused',
  entries: 0,
  problem: { code, message, remedy },
});

const mayUse = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** The path itself, or its nearest existing parent. */
async function nearest(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const isThere = await mayUse(at, constants.F_OK);
    if (isThere || at === dirname(at)) return at;
  }
}

async function freeAt(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(await nearest(path));
    return bavail * bsize;
  } catch {
    // Some file systems do not report it.
    return null;
  }
}

/** Hidden folders are proposed once a dot is typed. */
async function proposalsFor(folder: string, start: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // nothing to propose
  const wanted = start.toLocaleLowerCase();
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.toLocaleLowerCase().startsWith(wanted))
    .filter(({ name }) => name !== start && (start.startsWith('.') || !name.startsWith('.')))
    .map(({ name }) => join(folder, name))
    .sort()
    .slice(0, MOST_PROPOSALS);
}
