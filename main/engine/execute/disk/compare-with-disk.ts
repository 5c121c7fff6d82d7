import { join } from 'node:path';
import { namesBelow, parentPath } from '../../model/disk-path.ts';
import { isUntouched, type LocalEntry, sameFingerprint } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';
import { isFolderCompanion } from '../../model/names/folder-companions.ts';
import type { LocalListing, LocalStat } from '../../model/observation.ts';
import type { Execution } from '../execution.ts';

/**
 * - `same`: `targets` are the items to remove, topmost first. This is the item itself or, if folders below contain items that
 *   don't sync, everything except those folders, which are `left`;
 * - `different`: the disk does not match the tree.
 */
export type Comparison =
  | { readonly is: 'same'; readonly targets: readonly Target[]; readonly left: readonly LocalId[] }
  | { readonly is: 'different'; readonly reason: string; readonly localIds: readonly LocalId[] };

/** An item to remove: its absolute path and its entry in the tree. */
export type Target = { readonly path: string; readonly entry: LocalEntry };

export type Different = Extract<Comparison, { is: 'different' }>;

/**
 * Does the disk match the local tree for this item and its subtree? With `asAgreed`, each item must also match the agreement
 * with the service.
 */
export async function compareWithDisk(
  execution: Execution,
  top: LocalEntry,
  path: string,
  signal: AbortSignal,
  asAgreed = false,
): Promise<Comparison> {
  const stat = await execution.fileSystem.stat(path);
  if (stat === null || !isAsObserved(top, stat)) return different('it changed on disk', [top.id]);
  if (asAgreed && !isAsAgreed(execution, top)) return different('it is not as it was agreed on', [top.id]);
  if (top.kind === 'file') return { is: 'same', targets: [{ path, entry: top }], left: [] };
  const folders = new Map<string, LocalEntry>([['', top]]);
  const holding = new Set<string>();
  const seen = new Set<string>();
  for await (const result of execution.fileSystem.walk(path, (below) => folders.has(below), signal)) {
    if (!result.ok) return different('a folder below cannot be read', [top.id]);
    const below = namesBelow(path, result.listing.path);
    const folder = folders.get(below);
    if (folder === undefined) continue;
    seen.add(below);
    const doubt = await compareListing(execution, folder, result.listing, { below, folders, holding, asAgreed });
    if (doubt !== null) return doubt;
  }
  const unseen = [...folders].find(([below]) => !seen.has(below));
  if (unseen !== undefined) return different('a folder below was not listed', [unseen[1].id]);
  return plan(execution, { path, entry: top }, folders, holding);
}

type Found = {
  readonly below: string;
  /** Folders of the tree by their path below the top; filled during the walk. */
  readonly folders: Map<string, LocalEntry>;
  /** Folders that contain ignored items, companions of the folder aside. */
  readonly holding: Set<string>;
  readonly asAgreed: boolean;
};

async function compareListing(
  execution: Execution,
  folder: LocalEntry,
  listing: LocalListing,
  { below, folders, holding, asAgreed }: Found,
): Promise<Different | null> {
  const { trees, ignoredNames, pace } = execution;
  const known = new Map(trees.localChildren(folder.id).map((entry) => [entry.name, entry]));
  const ignored = ignoredNames(folder.id);
  if (listing.undecodable.length > 0) holding.add(below);
  const count = listing.entries.length;
  for (const [index, { name, stat }] of listing.entries.entries()) {
    if (index % pace.most === 0) await pace.turnFor(Math.min(pace.most, count - index));
    const entry = known.get(name);
    known.delete(name);
    if (entry === undefined) {
      const stays = ignored.has(name) || (stat.kind !== 'file' && stat.kind !== 'folder');
      if (!stays) return different(`"${name}" is new`, [folder.id]);
      if (stat.kind !== 'file' || !isFolderCompanion(name)) holding.add(below);
    } else {
      if (!isAsObserved(entry, stat)) return different(`"${name}" changed`, [entry.id]);
      if (asAgreed && !isAsAgreed(execution, entry)) return different(`"${name}" is not as agreed on`, [entry.id]);
      if (entry.kind === 'folder') folders.set(below === '' ? name : `${below}/${name}`, entry);
    }
  }
  const missing = [...known.values()][0];
  return missing === undefined ? null : different(`"${missing.name}" is missing`, [folder.id]);
}

function isAsObserved(entry: LocalEntry, stat: LocalStat): boolean {
  if (entry.kind !== stat.kind) return false;
  if (entry.kind === 'folder') return entry.fingerprint.identity === stat.fingerprint.identity;
  return sameFingerprint(entry.fingerprint, stat.fingerprint);
}

/**
 * Is the observed item the one that was agreed on with the service? A folder has no content of its own. One that was never agreed on may be new
 * while it is in doubt, unless it was left over (SPEC P86).
 */
function isAsAgreed({ trees }: Execution, entry: LocalEntry): boolean {
  const row = trees.syncedByLocal(entry.id);
  if (entry.kind === 'folder') {
    const isInDoubt = row === undefined && trees.isDirty({ localId: entry.id, itemId: null });
    return !isInDoubt || trees.leftOver(entry.id) !== undefined;
  }
  if (row === undefined || row.content === null) return false;
  if (entry.sha1 !== null) return entry.sha1 === row.content.sha1;
  return isUntouched(entry.fingerprint, row.fingerprint);
}

/** Keeps each folder that contains ignored items, and its parents up to the top. */
function plan(
  { trees }: Execution,
  top: Target,
  folders: ReadonlyMap<string, LocalEntry>,
  holding: ReadonlySet<string>,
): Comparison {
  if (holding.size === 0) return { is: 'same', targets: [top], left: [] };
  const staying = new Set<string>();
  for (const below of holding) {
    for (let at: string | null = below; at !== null; at = at === '' ? null : parentPath(at)) staying.add(at);
  }
  const targets: Target[] = [];
  const left: LocalId[] = [];
  for (const [below, folder] of folders) {
    if (!staying.has(below)) continue;
    left.push(folder.id);
    for (const child of trees.localChildren(folder.id)) {
      const childBelow = below === '' ? child.name : `${below}/${child.name}`;
      if (!staying.has(childBelow)) targets.push({ path: join(top.path, ...childBelow.split('/')), entry: child });
    }
  }
  return { is: 'same', targets, left };
}

export const different = (reason: string, localIds: readonly LocalId[]): Different => ({
  is: 'different',
  reason,
  localIds,
});
