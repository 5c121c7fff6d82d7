import type { RemoteEntry } from '../../model/entry.ts';
import { type ItemId, isNewerSequence, type SequenceId } from '../../model/ids.ts';
import type { RemoteChange } from '../../ports/remote/remote.ts';
import type { RootStore } from '../../store/root-store.ts';
import { isAnother } from './another-item.ts';
import type { ListedFolder } from './list-tree.ts';

/**
 * The effect of an observation on the tree.
 * - `relist`: it contradicts the tree; only a listing can resolve that.
 * - `root_in_doubt`: it may have removed the root folder itself.
 * - `root_lost`: the account lost access to the root folder and received no events for it meanwhile.
 * - `older`: the service shows an older state of an item than before, or another item under its id (edge case 95).
 */
export type Observed = 'applied' | 'old_news' | 'outside' | 'relist' | 'root_in_doubt' | 'root_lost' | 'older';

/** Items never seen here that were deleted or are elsewhere, so that an older event arriving late does not bring them back (edge case 91). */
export type GoneUnseen = Map<ItemId, SequenceId | null>;

/** Applies one change to the remote tree, if it is new and inside the root. Runs within a transaction. */
export function applyChange(root: RootStore, change: RemoteChange, takenAt: number, goneUnseen: GoneUnseen): Observed {
  const { entry } = change;
  if (entry.id === root.rootItemId) return applyToRoot(root, change, takenAt);
  const row = root.remote(entry.id);
  if (change.kind === 'changed' && isContradicted(root, entry)) return 'older';
  if (!isNews(change, row ? row.sequenceId : goneSequence(root, entry.id, goneUnseen))) return 'old_news';
  if (change.kind === 'removed') {
    const wasExpected = row !== undefined || isInside(root, entry);
    // The account cannot lose access to its own item: it was deleted before the request.
    const isLost = change.isLost === true && !root.isOwn(entry.id);
    // An event without a sequence id doesn't make older events of the item news again.
    const sequence = entry.sequenceId ?? row?.sequenceId ?? null;
    if (wasExpected) root.removeRemote(entry.id, takenAt, sequence, isLost, entry.changedBy);
    if (wasExpected) return 'applied';
    goneUnseen.set(entry.id, entry.sequenceId);
    // Deleting a folder above the root deletes the root too, without an event for it.
    return entry.kind === 'folder' ? rootTaken(root, change) : 'outside';
  }
  if (!isInside(root, entry)) {
    if (!row) {
      goneUnseen.set(entry.id, entry.sequenceId);
      return 'outside';
    }
    // Moved out of the root: for this root it is deleted, with everything below it.
    root.removeRemote(entry.id, takenAt, entry.sequenceId, false, entry.changedBy);
    return 'applied';
  }
  if (row?.kind === 'folder' && isBelow(root, entry.parentId, entry.id)) return 'relist';
  root.putRemote(change.rightsUnknown === true ? withRights(root, entry, row) : entry, takenAt);
  return 'applied';
}

/** Whether the service reports another item under a known id, or children in an item known as a file (edge case 95). */
function isContradicted(root: RootStore, entry: RemoteEntry): boolean {
  const known = root.remote(entry.id);
  const parent = entry.parentId === null ? undefined : root.remote(entry.parentId);
  return (known !== undefined && isAnother(known, entry)) || parent?.kind === 'file';
}

/** Whether the change is news of a known item that was deleted, or that the account can no longer see. */
export const isRemoval = (root: RootStore, change: RemoteChange): boolean =>
  change.kind === 'removed' &&
  change.entry.id !== root.rootItemId &&
  isNews(change, root.remote(change.entry.id)?.sequenceId);

function goneSequence(root: RootStore, id: ItemId, goneUnseen: GoneUnseen): SequenceId | null | undefined {
  const seen = root.goneSequence(id);
  return seen === undefined ? goneUnseen.get(id) : seen;
}

/** Writes one listed folder. A row written while the listing was in flight is newer and stays. */
export function applyListing(root: RootStore, { folder, takenAt, entries }: ListedFolder): Observed {
  let result: Observed = 'applied';
  for (const entry of entries) {
    const row = root.remote(entry.id);
    if (row && root.remoteTakenAt(entry.id) > takenAt) continue;
    const gone = row ? undefined : root.goneSequence(entry.id);
    // Items deleted with their folder keep their sequence id, and come back with the folder.
    if (gone !== undefined && isNewerSequence(gone, entry.sequenceId)) {
      // Deleted since the listing was requested; or before, and then the listing is of an older state.
      if (root.goneTakenAt(entry.id) < takenAt) result = 'older';
      continue;
    }
    // Folders swapped places during the listing; later events correct that.
    if (row?.kind === 'folder' && isBelow(root, folder, entry.id)) continue;
    // Keep the newer state: after a crash it shows again that the service was restored from a backup.
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
 * Removes every item that a complete listing, begun at `since`, did not show and nothing else has shown since. Notes `since`, so that
 * older results recorded later can be checked against it.
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

/** Whether a complete listing began later. An item it did not show was deleted since, possibly without any event. */
export const wasListedSince = (root: Pick<RootStore, 'note'>, takenAt: number): boolean =>
  takenAt < Number(root.note(LISTED) ?? 0);

/** Removes an item that a listing no longer shows. */
export function removeAsUnseen(root: RootStore, entry: RemoteEntry, takenAt: number): void {
  root.removeRemote(entry.id, takenAt, undefined, isShareTop(root, entry));
}

/** Another owner's item in one of the account's folders: it disappears when the share ends, without having been deleted. */
const isShareTop = (root: RootStore, { id, parentId }: RemoteEntry): boolean =>
  parentId !== null && !root.isOwn(id) && root.isOwn(parentId);

/** Whether the change places the item inside the root. */
export function isInside(root: RootStore, entry: RemoteEntry): boolean {
  return entry.parentId !== null && root.remote(entry.parentId) !== undefined;
}

function applyToRoot(root: RootStore, change: RemoteChange, takenAt: number): Observed {
  const { entry } = change;
  if (change.kind === 'removed') return rootTaken(root, change);
  const row = root.remote(entry.id);
  if (!isNews(change, row?.sequenceId ?? null)) return 'old_news';
  // The root folder's place and name on the service do not matter to this pair.
  root.putRemote({ ...entry, parentId: null, name: row?.name ?? entry.name }, takenAt);
  // Permissions below follow from the role in the root, and no event names the items there (SPEC P74). Even if the role is back already, items
  // created meanwhile have the permissions of that time, from their events.
  const isOther = row !== undefined && (!haveSameRights(row, entry) || root.hasFewerRights(entry));
  return change.contents && isOther ? 'relist' : 'applied';
}

/** The account cannot lose access to its own root folder. */
const rootTaken = (root: RootStore, { isLost }: RemoteChange): Observed =>
  isLost === true && !root.isOwn(root.rootItemId) ? 'root_lost' : 'root_in_doubt';

const haveSameRights = (a: RemoteEntry, b: RemoteEntry): boolean =>
  a.canUpload === b.canUpload &&
  a.canRename === b.canRename &&
  a.canDelete === b.canDelete &&
  a.canDownload === b.canDownload;

/**
 * Repeated and reordered events are normal (edge cases 90 and 91): only a newer sequence id is news. An item fetched after the event is news
 * unless something newer is known.
 */
function isNews({ entry, isCurrent }: RemoteChange, known: SequenceId | null | undefined): boolean {
  if (known === undefined) return true;
  if (isCurrent === true) return entry.sequenceId === null || !isNewerSequence(known, entry.sequenceId);
  return isNewerSequence(entry.sequenceId, known);
}

/** Is it this item, or below it? */
export function isBelow(root: RootStore, id: ItemId | null, above: ItemId): boolean {
  const visited = new Set<ItemId>();
  for (let at = id; at !== null && !visited.has(at); at = root.remote(at)?.parentId ?? null) {
    if (at === above) return true;
    visited.add(at);
  }
  return false;
}

/** The event did not include the permissions: keep the known ones; a new item gets those of its folder. */
function withRights(root: RootStore, entry: RemoteEntry, row: RemoteEntry | undefined): RemoteEntry {
  if (row) {
    const { canUpload, canRename, canDelete, canDownload } = row;
    return { ...entry, canUpload, canRename, canDelete, canDownload };
  }
  const folder = entry.parentId === null ? undefined : root.remote(entry.parentId);
  // Permission to rename or delete a folder does not extend to its contents; permission to add to it comes closest.
  const may = folder?.canUpload ?? true;
  return { ...entry, canUpload: may, canRename: may, canDelete: may, canDownload: folder?.canDownload ?? true };
}
