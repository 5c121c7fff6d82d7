import { dirname, join } from 'node:path';
import type { FileIdentity } from '../model/ids.ts';
import { parseMarker } from '../model/root-marker.ts';
import type { RootPlace } from '../observe/local/root-state.ts';
import { type FileSystem, FileSystemError } from '../ports/file-system.ts';

/** The stored facts about a missing root folder. */
export type LostRoot = RootPlace & { readonly identity: FileIdentity };

/** The most folders one search lists, and the most names it examines. */
export type SearchLimits = { readonly folders: number; readonly names: number };

/** Near: beside the old place. Wide: also below that, and below the other likely places. */
export const NEAR: SearchLimits = { folders: 2, names: 20_000 };
export const WIDE: SearchLimits = { folders: 1_000, names: 50_000 };

/**
 * Finds a root that moved within its volume (edge case 71): a folder with the linked identity and our marker. A copy has another identity,
 * so an old backup never matches. Searches breadth first: beside the old place, one folder above it, in the other likely places, then
 * below all of them. Null: not found within the limits. Unreadable folders are skipped.
 */
export async function findRoot(
  fileSystem: FileSystem,
  root: LostRoot,
  likely: readonly string[],
  limits: SearchLimits,
  signal?: AbortSignal,
): Promise<string | null> {
  const above = await nearestFolder(fileSystem, dirname(root.localPath));
  const starts = new Set([above, dirname(above), ...likely]);
  const open = [...starts];
  let names = 0;
  for (let folders = 0; folders < limits.folders && names < limits.names; folders++) {
    const folder = open.shift();
    if (folder === undefined || signal?.aborted === true) return null;
    const entries = await foldersIn(fileSystem, folder);
    names += entries.length;
    for (const { name, identity } of entries) {
      const path = join(folder, name);
      if (identity === root.identity && path !== root.localPath && (await isIt(fileSystem, path, root))) return path;
      if (mayHold(name) && !starts.has(path) && path !== root.localPath) open.push(path);
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

/** The nearest existing folder, up to the top of the disk; a folder in between may have been renamed. */
async function nearestFolder(fileSystem: FileSystem, path: string): Promise<string> {
  const above = dirname(path);
  const stat = await fileSystem.stat(path).catch(() => null);
  return stat?.kind === 'folder' || above === path ? path : nearestFolder(fileSystem, above);
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

/** Skips large folders that never contain documents. Listings report links and other volumes as non-folders. */
const mayHold = (name: string): boolean => !name.startsWith('.') && name !== 'node_modules' && name !== '$RECYCLE.BIN';
