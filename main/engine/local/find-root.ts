import { dirname, join } from 'node:path';
import type { FileIdentity } from '../model/ids.ts';
import { parseMarker } from '../model/root-marker.ts';
import { type FileSystem, FileSystemError } from '../ports/file-system.ts';
import type { RootPlace } from './root-state.ts';

/** What is known of a folder that is not where it was. */
export type LostRoot = RootPlace & { readonly identity: FileIdentity };

/** Folders that one search lists, and names in them that it looks at. */
export type SearchLimits = { readonly folders: number; readonly names: number };

/** Near: beside where it was. Wide: also below there and below the other likely places. */
export const NEAR: SearchLimits = { folders: 2, names: 20_000 };
export const WIDE: SearchLimits = { folders: 1_000, names: 50_000 };

/**
 * Finds a root that was moved within its volume (edge case 71): the folder with the identity that was linked and our marker in it.
 * A copy has another identity, so an old backup is never taken for the folder itself. Looks breadth first: beside where it was, one
 * folder above that, in the other likely places, then below them. Null: not found within the limits. Never rejects for what
 * cannot be read: it is passed over.
 */
export async function findRoot(
  fileSystem: FileSystem,
  root: LostRoot,
  likely: readonly string[],
  limits: SearchLimits,
  signal?: AbortSignal,
): Promise<string | null> {
  const above = await nearestFolder(fileSystem, dirname(root.localPath));
  const open = [...new Set([above, dirname(above), ...likely])];
  const seen = new Set(open);
  let names = 0;
  for (let folders = 0; folders < limits.folders && names < limits.names; folders++) {
    const folder = open.shift();
    if (folder === undefined || signal?.aborted === true) return null;
    const entries = await foldersIn(fileSystem, folder);
    names += entries.length;
    for (const { name, identity } of entries) {
      const path = join(folder, name);
      if (identity === root.identity && path !== root.localPath && (await isIt(fileSystem, path, root))) return path;
      if (!mayHold(name) || seen.has(path) || path === root.localPath) continue;
      seen.add(path);
      open.push(path);
    }
  }
  return null;
}

type Named = { readonly name: string; readonly identity: FileIdentity };

async function foldersIn(fileSystem: FileSystem, folder: string): Promise<readonly Named[]> {
  try {
    const { entries } = await fileSystem.list(folder);
    return entries.flatMap(({ name, stat }) =>
      stat.kind === 'folder' ? [{ name, identity: stat.fingerprint.identity }] : [],
    );
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}

/** The folder above that is still there: it may be the one that was renamed. */
async function nearestFolder(fileSystem: FileSystem, path: string): Promise<string> {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const stat = await fileSystem.stat(at).catch(() => null);
    if (stat?.kind === 'folder') return at;
  }
  return dirname(path);
}

async function isIt(fileSystem: FileSystem, path: string, root: LostRoot): Promise<boolean> {
  try {
    const marker = await fileSystem.readMarker(path);
    if (marker === null || parseMarker(marker).id !== root.marker) return false;
    return (await fileSystem.volumeId(path)) === root.volumeId;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

/** Nobody keeps documents there, and there are many of them. Links and other volumes are no folders to a listing. */
const mayHold = (name: string): boolean => !name.startsWith('.') && name !== 'node_modules' && name !== '$RECYCLE.BIN';
