import type { RemoteEntry } from '../entry.ts';
import type { ItemId, LocalId } from '../ids.ts';
import type { Trees } from '../tree.ts';

/** Deeper than any tree on disk. */
const DEEPEST = 10_000;

/**
 * Would this item, which has no local node, come to an excluded place: below or at a local name taken by a link, a special file
 * or a rule (SPEC P34), or at a path that a rule excludes (P69)? Then it stays on the service only (edge cases 78 and 82): a
 * download would find the name taken, or be excluded as soon as it arrives.
 */
export function isLeftOut(trees: Trees, entry: RemoteEntry | null): boolean {
  if (entry === null) return false;
  const place = placeHere(trees, entry);
  if (place === null) return false;
  const [top = entry.name] = place.names;
  return trees.isIgnored(place.folder, top) || rulesLeaveOut(trees, place, entry.kind === 'folder');
}

/** Do the rules exclude the item's place on the service? */
export function isRuledOut(trees: Trees, entry: RemoteEntry): boolean {
  const place = trees.leavesOut === undefined ? null : placeHere(trees, entry);
  return place !== null && rulesLeaveOut(trees, place, entry.kind === 'folder');
}

/** Is this remote item unwanted on this disk? */
export function isOutOfScope(trees: Trees, id: ItemId): boolean {
  const entry = trees.remote(id);
  return entry !== undefined && (trees.isExcluded(id) || isRuledOut(trees, entry));
}

type PlaceHere = {
  /** The nearest synced folder above. */
  readonly folder: LocalId;
  /** The names from that folder down to the item. */
  readonly names: readonly string[];
};

function placeHere(trees: Trees, entry: RemoteEntry): PlaceHere | null {
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

function rulesLeaveOut(trees: Trees, { folder, names }: PlaceHere, isFolder: boolean): boolean {
  if (trees.leavesOut === undefined) return false;
  const above: string[] = [];
  for (let at = trees.local(folder); at !== undefined && at.parentId !== null && above.length < DEEPEST; ) {
    above.push(at.name);
    at = trees.local(at.parentId);
  }
  return trees.leavesOut([...above.reverse(), ...names].join('/'), isFolder);
}
