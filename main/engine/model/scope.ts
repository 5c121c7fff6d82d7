import type { LocalEntry, RemoteEntry } from './entry.ts';
import type { ItemId, LocalId } from './ids.ts';
import type { Trees } from './tree.ts';

/** Why an item of the service does not belong on this computer. */
export type Exclusion =
  /** Selective sync excludes it, or a folder above it (SPEC P65). */
  | 'deselected'
  /** An ignore rule excludes its place on the service (SPEC P69, edge case 82). */
  | 'rule'
  /** Never agreed on, and its place here is at or below something ignored: a link, a special file or a rule (SPEC P34, edge case 78). */
  | 'name_taken'
  /** Never agreed on, and the account may not download it (SPEC P72). */
  | 'not_downloadable'
  /** The account can no longer see it (SPEC P70). */
  | 'lost';

export type Scope = 'wanted' | Exclusion;

type ScopeTrees = Pick<
  Trees,
  'local' | 'remote' | 'syncedByItem' | 'isExcluded' | 'ignoredAt' | 'wasLost' | 'leavesOut'
>;

/** Deeper than any tree on disk. */
const DEEPEST = 10_000;

/** Does this item of the service belong on this computer? The one answer, for the planner, the steps and the reports. */
export function scopeOf(trees: ScopeTrees, id: ItemId): Scope {
  const entry = trees.remote(id);
  if (entry === undefined) return trees.wasLost(id) ? 'lost' : 'wanted';
  if (trees.isExcluded(id)) return 'deselected';
  const isNew = trees.syncedByItem(id) === undefined;
  if (isNew && entry.kind === 'file' && !entry.canDownload) return 'not_downloadable';
  if (!isNew && trees.leavesOut === undefined) return 'wanted';
  const place = placeHere(trees, entry);
  if (place === null) return 'wanted';
  const [top = entry.name] = place.names;
  if (isNew && trees.ignoredAt(place.folder, top) !== null) return 'name_taken';
  return rulesExclude(trees, place, entry.kind === 'folder') ? 'rule' : 'wanted';
}

/** Does an item that is not on this disk come here? Once agreed on, only a deselection keeps it away: the scan applied the rules to it. */
export const comesHere = (trees: ScopeTrees, id: ItemId): boolean =>
  trees.syncedByItem(id) === undefined ? scopeOf(trees, id) === 'wanted' : !trees.isExcluded(id);

/** The ignored item here that has the place of this item of the service, or of a folder above it; null: there is none (SPEC P34). */
export function holderHere(trees: ScopeTrees, entry: RemoteEntry): string | null {
  const place = placeHere(trees, entry);
  const [top] = place?.names ?? [];
  return place === null || top === undefined ? null : trees.ignoredAt(place.folder, top);
}

type PlaceHere = {
  /** The nearest synced folder above. */
  readonly folder: LocalId;
  /** The names from that folder down to the item. */
  readonly names: readonly string[];
};

function placeHere(trees: ScopeTrees, entry: RemoteEntry): PlaceHere | null {
  const names: string[] = [];
  let at: RemoteEntry | undefined = entry;
  for (let depth = 0; at !== undefined && at.parentId !== null && depth < DEEPEST; depth++) {
    names.push(at.name);
    const parent = trees.syncedByItem(at.parentId);
    if (parent !== undefined) return { folder: parent.localId, names: names.reverse() };
    at = trees.remote(at.parentId);
  }
  return null;
}

function rulesExclude(trees: ScopeTrees, { folder, names }: PlaceHere, isFolder: boolean): boolean {
  if (trees.leavesOut === undefined) return false;
  return trees.leavesOut([...namesDownTo(trees, trees.local(folder)), ...names].join('/'), isFolder);
}

/** May this item of the disk go to the service, as far as the rules are known (SPEC P89)? */
export const isTakenIn = (trees: Pick<Trees, 'local' | 'takesIn'>, entry: LocalEntry): boolean =>
  trees.takesIn?.(namesDownTo(trees, entry).join('/'), entry.kind === 'folder') ?? true;

function namesDownTo(trees: Pick<Trees, 'local'>, entry: LocalEntry | undefined): readonly string[] {
  const names: string[] = [];
  for (let at = entry; at !== undefined && at.parentId !== null && names.length < DEEPEST; ) {
    names.push(at.name);
    at = trees.local(at.parentId);
  }
  return names.reverse();
}
