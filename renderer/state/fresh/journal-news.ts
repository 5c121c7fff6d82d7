import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { baseName, parentPath } from '../items/base-name.ts';

/** A folder of which a listing is cached: its path below a sync root, and whether a loaded entry has a name. */
export type ListedFolder = {
  readonly rootId: number;
  /** Relative to the root, with `/`; empty for the root itself. */
  readonly path: string;
  readonly folderId: string;
  readonly has: (name: string) => boolean;
};

/** The folders whose entries a journal entry changes. */
export const foldersOf = ({ path, fromPath }: ActivityEntry): readonly string[] =>
  fromPath === null ? [parentPath(path)] : [parentPath(path), parentPath(fromPath)];

/** The names of the items that the entries are about, before and after. */
export const namesIn = (entries: readonly ActivityEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ path, fromPath }) => [path, fromPath ?? path].map(baseName)));

/**
 * The journal entries that the listings do not show yet. The engine also reports what this window has changed itself: such a rename or delete is
 * already in its rows, and so is a folder whose row the service has already answered with.
 */
export function newsFor(entries: readonly ActivityEntry[], listed: readonly ListedFolder[]): readonly ActivityEntry[] {
  const find = (rootId: number, path: string): ListedFolder | undefined =>
    listed.find((folder) => folder.rootId === rootId && folder.path === parentPath(path));
  return entries.filter(({ kind, itemKind, rootId, path, fromPath }) => {
    const now = find(rootId, path);
    if (now === undefined) return true;
    if (kind.startsWith('trash-')) return now.has(baseName(path));
    if (kind.startsWith('create-') && itemKind === 'folder') return !now.has(baseName(path));
    if (fromPath === null || !now.has(baseName(path))) return true;
    return find(rootId, fromPath)?.has(baseName(fromPath)) === true;
  });
}
