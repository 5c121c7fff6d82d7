import type { RemoteEntry } from '../model/entry.ts';
import { type ItemId, isNewerSequence, type SequenceId } from '../model/ids.ts';
import type { RemoteChange } from '../ports/remote.ts';
import type { RootStore } from '../store/root-store.ts';
import { isAnother } from './another-item.ts';
import type { ListedFolder } from './list-tree.ts';

/**
 * What an observation did to the tree. `relist`: it does not fit what is known, only a listing can tell. `root_in_doubt`: it
 * may have taken the root folder itself away. `root_lost`: the account could not see the root folder, and was told of nothing in it
 * meanwhile. `older`: the service shows an older state of an item than it has shown before, or another item under its number (edge case 95).
 */
export type Observed = 'applied' | 'old_news' | 'outside' | 'relist' | 'root_in_doubt' | 'root_lost' | 'older';

/** What is gone that was never seen here, so that an older event that comes behind it does not bring it (edge case 91). */
export type GoneUnseen = Map<ItemId, SequenceId | null>;

/** Writes one change of the stream into the remote tree, if it is news and inside the root. Runs within a transaction. */
export function applyChange(root: RootStore, change: RemoteChange, takenAt: number, goneUnseen: GoneUnseen): Observed {
  const { entry } = change;
  if (entry.id === root.rootItemId) return applyToRoot(root, change, takenAt);
  const row = root.remote(entry.id);
  if (change.kind === 'changed' && isContradicted(root, entry)) return 'older';
  if (!isNews(change, row ? row.sequenceId : goneSequence(root, entry.id, goneUnseen))) return 'old_news';
  if (change.kind === 'removed') {
    const wasExpected = row !== undefined || isInside(root, entry);
    // What is one's own cannot be lost to sight: it was deleted before the look.
    const isLost = change.isLost === true && !root.isOwn(entry.id);
    if (wasExpected) root.removeRemote(entry.id, takenAt, entry.sequenceId, isLost);
    if (wasExpected) return 'applied';
    goneUnseen.set(entry.id, entry.sequenceId);
    // A folder above the root takes the root with it, and no event names the root.
    return entry.kind === 'folder' ? rootTaken(root, change) : 'outside';
  }
  if (!isInside(root, entry)) {
    if (!row) return 'outside';
    // Moved out of the root: for this root it is gone, with all below it.
    root.removeRemote(entry.id, takenAt, entry.sequenceId);
    return 'applied';
  }
  if (row?.kind === 'folder' && isBelow(root, entry.parentId, entry.id)) return 'relist';
  root.putRemote(change.rightsUnknown === true ? withRights(root, entry, row) : entry, takenAt);
  return 'applied';
}

/** Does the service tell of another item under the number of one that is known, or of a folder that was a file (edge case 95)? */
function isContradicted(root: RootStore, entry: RemoteEntry): boolean {
  const known = root.remote(entry.id);
  const parent = entry.parentId === null ? undefined : root.remote(entry.parentId);
  return (known !== undefined && isAnother(known, entry)) || parent?.kind === 'file';
}

function goneSequence(root: RootStore, id: ItemId, goneUnseen: GoneUnseen): SequenceId | null | undefined {
  const seen = root.goneSequence(id);
  return seen === undefined ? goneUnseen.get(id) : seen;
}

/** Writes one listed folder. A row that was written while the listing was under way is newer and stays. */
export function applyListing(root: RootStore, { folder, takenAt, entries }: ListedFolder): Observed {
  let result: Observed = 'applied';
  for (const entry of entries) {
    const row = root.remote(entry.id);
    if (row && root.remoteTakenAt(entry.id) > takenAt) continue;
    const gone = row ? undefined : root.goneSequence(entry.id);
    // Removed since the listing was asked for. What went with its folder kept its number, and comes back with the folder.
    if (gone !== undefined && isNewerSequence(gone, entry.sequenceId)) continue;
    // Folders that swapped places while they were listed; the events that follow put them right.
    if (row?.kind === 'folder' && isBelow(root, folder, entry.id)) continue;
    // What is newer stays written: after a crash it tells once more that the service was set back.
    if (isContradicted(root, entry) || (row && isNewerSequence(row.sequenceId, entry.sequenceId))) {
      result = 'older';
      continue;
    }
    root.putRemote({ ...entry, parentId: folder }, takenAt);
  }
  return result;
}

const LISTED = 'listed_since';

/**
 * Removes all that a complete listing, begun at `since`, did not show and nothing else has shown since. It is noted for what is
 * written down later and is of before.
 */
export function removeUnseen(root: RootStore, since: number, takenAt: number): void {
  root.setNote(LISTED, String(since));
  const open: ItemId[] = [root.rootItemId];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const child of root.remoteChildren(folder)) {
      if (root.remoteTakenAt(child.id) < since) removeAsUnseen(root, child, takenAt);
      else if (child.kind === 'folder') open.push(child.id);
    }
  }
}

/** Has a complete listing begun later? What it did not show has gone since, and no event may tell of that. */
export const wasListedSince = (root: Pick<RootStore, 'note'>, takenAt: number): boolean =>
  takenAt < Number(root.note(LISTED) ?? 0);

/** No listing shows it any more. */
export function removeAsUnseen(root: RootStore, entry: RemoteEntry, takenAt: number): void {
  root.removeRemote(entry.id, takenAt, undefined, isShareTop(root, entry));
}

/** Somebody else's in a folder of one's own: it goes when the share ends, and whoever owns it need not have deleted it. */
const isShareTop = (root: RootStore, { id, parentId }: RemoteEntry): boolean =>
  parentId !== null && !root.isOwn(id) && root.isOwn(parentId);

/** Is the item, by what the change says, inside the root? */
export function isInside(root: RootStore, entry: RemoteEntry): boolean {
  return entry.parentId !== null && root.remote(entry.parentId) !== undefined;
}

function applyToRoot(root: RootStore, change: RemoteChange, takenAt: number): Observed {
  const { entry } = change;
  if (change.kind === 'removed') return rootTaken(root, change);
  const row = root.remote(entry.id);
  if (!isNews(change, row?.sequenceId ?? null)) return 'old_news';
  // Where the root folder lies and what it is called is no matter of this pair.
  root.putRemote({ ...entry, parentId: null, name: row?.name ?? entry.name }, takenAt);
  // What may be done below follows from the role in the root, and no event names what is there (SPEC P74).
  return change.contents && row !== undefined && !haveSameRights(row, entry) ? 'relist' : 'applied';
}

/** What is one's own cannot be lost to sight. */
const rootTaken = (root: RootStore, { isLost }: RemoteChange): Observed =>
  isLost === true && !root.isOwn(root.rootItemId) ? 'root_lost' : 'root_in_doubt';

const haveSameRights = (a: RemoteEntry, b: RemoteEntry): boolean =>
  a.canUpload === b.canUpload &&
  a.canRename === b.canRename &&
  a.canDelete === b.canDelete &&
  a.canDownload === b.canDownload;

/**
 * Repeated and reordered events are normal (edge cases 90 and 91): only a newer number is news. What was asked for after the event
 * is news unless something newer is known.
 */
function isNews({ entry, isCurrent }: RemoteChange, known: SequenceId | null | undefined): boolean {
  if (known === undefined) return true;
  if (isCurrent === true) return !isNewerSequence(known, entry.sequenceId);
  return isNewerSequence(entry.sequenceId, known);
}

function isBelow(root: RootStore, id: ItemId | null, above: ItemId): boolean {
  const visited = new Set<ItemId>();
  for (let at = id; at !== null && !visited.has(at); at = root.remote(at)?.parentId ?? null) {
    if (at === above) return true;
    visited.add(at);
  }
  return false;
}

/** The event did not say what may be done with the item: what is known of it stays, a new one is taken to be like its folder. */
function withRights(root: RootStore, entry: RemoteEntry, row: RemoteEntry | undefined): RemoteEntry {
  if (row) {
    const { canUpload, canRename, canDelete, canDownload } = row;
    return { ...entry, canUpload, canRename, canDelete, canDownload };
  }
  const folder = entry.parentId === null ? undefined : root.remote(entry.parentId);
  // The rights to rename and delete a folder say nothing about what is in it; the right to add to it comes closest.
  const may = folder?.canUpload ?? true;
  return { ...entry, canUpload: may, canRename: may, canDelete: may, canDownload: folder?.canDownload ?? true };
}
