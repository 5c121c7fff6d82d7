import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { refusalOf } from '../../../preload/ipc/refusal.ts';
import type { FolderLookData } from '../../../preload/ipc/shapes/folder.ts';
import type { RefusalMessage } from '../../../preload/words/message.ts';
import { access, constants, readdir, realpath, stat, statfs } from '../../disk/disk.ts';
import { ownPlaceAround } from '../../engine/ports/own-places.ts';
import type { HandlersOf, HostWorld } from '../command-world.ts';

type Standing = Pick<FolderLookData, 'state' | 'entries' | 'problem'>;

const MOST_PROPOSALS = 10;

/** Local folders, as a person types them. */
export function folderCommands({ ownPlaces }: Pick<HostWorld, 'ownPlaces'>): HandlersOf<'folder.look'> {
  return { 'folder.look': async ({ path }) => ({ ok: true, value: await lookAt(path, homedir(), ownPlaces) }) };
}

/** Inspects a path without changing anything. `home` replaces `~`. */
export async function lookAt(typed: string, home: string, ownPlaces: readonly string[] = []): Promise<FolderLookData> {
  const text = typed.trim();
  const written = text === '~' || text.startsWith('~/') ? join(home, text.slice(1)) : text;
  if (!isAbsolute(written)) {
    const example = join(home, 'Tandem');
    const says: RefusalMessage =
      text === ''
        ? { code: 'no_folder_entered', args: { example } }
        : { code: 'path_not_absolute', args: { path: text, example } };
    return { path: text, ...unusable('not_absolute', says), freeBytes: null, proposals: [] };
  }
  const path = resolve(written);
  // With a trailing separator, propose the folder's children; otherwise complete the last name.
  const isOpen = written.endsWith(sep) || written.endsWith('/');
  const [standing, freeBytes, proposals] = await Promise.all([
    standingOf(path, ownPlaces),
    freeAt(path),
    proposalsFor(isOpen ? path : dirname(path), isOpen ? '' : basename(path)),
  ]);
  return { path, ...standing, freeBytes, proposals };
}

async function standingOf(path: string, ownPlaces: readonly string[]): Promise<Standing> {
  if (path === parse(path).root) return unusable('whole_disk', { code: 'whole_disk', args: {} });
  const other = await ownPlaceAround(realpath, ownPlaces, path);
  if (other !== null) return unusable('own_data', { code: 'own_data_folder', args: { path, other } });
  const found = await stat(path).catch(() => null); // missing or not accessible: the parent folder shows which
  if (found === null) return standingOfNew(path);
  if (!found.isDirectory()) return unusable('not_a_folder', { code: 'not_a_folder', args: { path } });
  if (!(await mayUse(path, constants.R_OK | constants.W_OK))) return notAllowed(path);
  const entries = (await readdir(path)).length;
  return { state: entries === 0 ? 'empty' : 'in_use', entries, problem: null };
}

/** Missing parent folders are created with it. */
async function standingOfNew(path: string): Promise<Standing> {
  const above = await nearest(path);
  const isFolder = (await stat(above)).isDirectory();
  if (!isFolder) return unusable('not_a_folder', { code: 'folder_in_a_file', args: { path: above } });
  if (!(await mayUse(above, constants.W_OK | constants.X_OK))) return notAllowed(above);
  return { state: 'new', entries: 0, problem: null };
}

const notAllowed = (path: string): Standing => unusable('not_allowed', { code: 'folder_not_writable', args: { path } });

const unusable = (code: string, says: RefusalMessage): Standing => ({
  state: 'refused',
  entries: 0,
  problem: refusalOf(code, says),
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
