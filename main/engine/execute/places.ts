import { join } from 'node:path';
import type { LocalEntry, RemoteEntry } from '../model/entry.ts';
import type { ItemId, LocalId } from '../model/ids.ts';
import { nameKey } from '../model/names/name-key.ts';
import type { Trees } from '../model/tree.ts';
import type { Execution } from './execution.ts';
import type { NamedPlace } from './step-result.ts';

/** Deeper than any tree on disk. */
const DEEPEST = 10_000;

/** Names from below the root down to the node; null if its path to the root is not fully in the local tree. */
function localNames(trees: Trees, id: LocalId): readonly string[] | null {
  const names: string[] = [];
  for (let at = id; at !== trees.rootLocalId; ) {
    const entry = trees.local(at);
    if (entry === undefined || entry.parentId === null || names.length > DEEPEST) return null;
    names.push(entry.name);
    at = entry.parentId;
  }
  return names.reverse();
}

function remoteNames(trees: Trees, id: ItemId): readonly string[] | null {
  const names: string[] = [];
  for (let at = id; at !== trees.rootItemId; ) {
    const entry = trees.remote(at);
    if (entry === undefined || entry.parentId === null || names.length > DEEPEST) return null;
    names.push(entry.name);
    at = entry.parentId;
  }
  return names.reverse();
}

/** Absolute path of a local node in the current local tree. */
export function absolutePath({ trees, rootPath }: Execution, id: LocalId): string | null {
  const names = localNames(trees, id);
  return names === null ? null : join(rootPath, ...names);
}

/** The label shown to the user: the path below the root, or only the name if the node has no complete path. */
export function labelOfLocal(trees: Trees, id: LocalId, name?: string): string {
  const names = localNames(trees, id);
  const own = name === undefined ? [] : [name];
  return [...(names ?? [trees.local(id)?.name ?? '']), ...own].join('/');
}

export function labelOfItem(trees: Trees, id: ItemId): string {
  return (remoteNames(trees, id) ?? [trees.remote(id)?.name ?? id]).join('/');
}

export const placeOfLocal = ({ id, parentId, name }: LocalEntry): NamedPlace =>
  parentId === null ? { localId: id } : { localId: parentId, name };

export const placeOfItem = ({ id, parentId, name }: Pick<RemoteEntry, 'id' | 'parentId' | 'name'>): NamedPlace =>
  parentId === null ? { itemId: id } : { itemId: parentId, name };

/**
 * The path of a folder that is on disk as observed; null if another item is now in its place. Checked right before each write
 * into it, so that no write goes through a replacement (edge case 60).
 */
export async function standingFolder(execution: Execution, id: LocalId): Promise<string | null> {
  const entry = execution.trees.local(id);
  const path = absolutePath(execution, id);
  if (entry === undefined || path === null || entry.kind !== 'folder') return null;
  const stat = await execution.fileSystem.stat(path);
  if (stat === null || stat.kind !== 'folder') return null;
  return stat.fingerprint.identity === entry.fingerprint.identity ? path : null;
}

/** The child with exactly this name. */
export function childNamed(trees: Trees, folder: LocalId, name: string): LocalEntry | undefined {
  return trees.localByKey(folder, nameKey(name)).find((entry) => entry.name === name);
}

/** The item that a local folder is linked to, if both exist. */
export function linkedItem(trees: Trees, folder: LocalId | null): ItemId | null {
  if (folder === null) return null;
  const item = trees.syncedByLocal(folder)?.itemId;
  return item !== undefined && trees.remote(item) !== undefined ? item : null;
}

/** The local folder that an item is linked to, if both exist. */
export function linkedFolder(trees: Trees, item: ItemId | null): LocalEntry | null {
  if (item === null) return null;
  const id = trees.syncedByItem(item)?.localId;
  return id === undefined ? null : (trees.local(id) ?? null);
}
