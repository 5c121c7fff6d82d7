import { type ItemId, itemId } from '../../model/ids.ts';
import { MOST_AT_ONCE, type Pace } from '../../ports/pace.ts';
import { isHiding, type Remote, type RemoteChange } from '../../ports/remote/remote.ts';
import type { RootStore } from '../../store/root-store.ts';
import { type ListedFolder, listTree } from './list-tree.ts';
import { applyListing, isInside } from './observation.ts';

/** The folders that have arrived and are not listed. Empty: all are, but events from before their listing may still be unread. */
const NOTE = 'unlisted_folders';
const ALL = 'listing_due';

/**
 * Whether the tree is complete: it has been listed, and so has every folder that arrived since, and the events up to then are read: a listing
 * shows an item beside the one whose name it took. Nothing may be planned before.
 */
export const isListed = (root: Pick<RootStore, 'cursor' | 'note'>): boolean =>
  root.cursor() !== null && !isAllDue(root) && root.note(NOTE) === null;

/** Call within the transaction that applies the page on which these folders arrived. */
export function noteArrivals(root: Pick<RootStore, 'note' | 'setNote'>, folders: readonly ItemId[]): void {
  if (folders.length > 0) noteUnlisted(root, [...new Set([...unlistedIn(root), ...folders])]);
}

/** The stream has been read to its end since these were listed. */
export function forgetListed(root: Pick<RootStore, 'note' | 'setNote'>): void {
  if (root.note(NOTE) === '') root.setNote(NOTE, null);
}

/**
 * Everything is to be listed. The position stays: only the service's answer to it shows whether the service was set back, and what it forgot
 * must not count as deleted (edge case 95).
 */
export const askForAll = (root: Pick<RootStore, 'setNote'>): void => root.setNote(ALL, 'yes');

export const isAllDue = (root: Pick<RootStore, 'note'>): boolean => root.note(ALL) !== null;

/** Everything is being listed, and so are all folders that have arrived. */
export const forgetArrivals = (root: Pick<RootStore, 'setNote'>): void => root.setNote(NOTE, null);

/** Everything has been listed, and the events up to then are read. */
export function noteAllListed(root: Pick<RootStore, 'setNote'>): void {
  root.setNote(ALL, null);
  forgetArrivals(root);
}

function noteUnlisted(root: Pick<RootStore, 'setNote'>, folders: readonly ItemId[]): void {
  root.setNote(NOTE, folders.join(' '));
}

const unlistedIn = (root: Pick<RootStore, 'note'>): readonly ItemId[] =>
  (root.note(NOTE) ?? '').split(' ').flatMap((id) => (id === '' ? [] : [itemId(id)]));

export type ListingArrivals = {
  readonly remote: Pick<Remote, 'list'>;
  readonly root: RootStore;
  readonly strangers: Set<ItemId>;
  /** Omitted: nothing else has to have its turn. */
  readonly pace?: Pace;
};

/** Lists the folders that have arrived. `older`: the service shows an older state than before (edge case 95). */
export async function listArrivals(listing: ListingArrivals, signal?: AbortSignal): Promise<'older' | 'listed'> {
  const { root, strangers } = listing;
  const list: Remote['list'] = (folder, stop) => listOrKnown(listing, folder, stop);
  for (let [top, ...others] = unlistedIn(root); top !== undefined; [top, ...others] = unlistedIn(root)) {
    const seen = new Set<ItemId>([top]);
    let isOlder = false;
    const listed = async (folder: ListedFolder) => {
      seen.add(folder.folder);
      // Folders are listed side by side: a later answer must not undo an earlier one.
      if ((await writeListing(listing, folder)) === 'older') isOlder = true;
    };
    // One that has left the tree again was reported as gone.
    if (root.remote(top) !== undefined)
      await listTree({ remote: { list }, top, tick: () => root.tick(), listed, signal });
    if (isOlder) return 'older';
    for (const id of seen) strangers.delete(id);
    noteUnlisted(
      root,
      others.filter((id) => !seen.has(id)),
    );
  }
  return 'listed';
}

/**
 * Lists a folder, as it was last seen if the account may not look at it: this says nothing about its contents, and the listing of the folder
 * around it shows whether it is gone (SPEC P61).
 */
export const listOrKnown = (
  { remote, root }: Pick<ListingArrivals, 'remote' | 'root'>,
  folder: ItemId,
  signal?: AbortSignal,
): ReturnType<Remote['list']> =>
  remote.list(folder, signal).catch((error: unknown) => {
    if (isHiding(error)) return root.remoteChildren(folder);
    throw error;
  });

/** Writes a listed folder, in portions. */
export async function writeListing(
  { root, pace }: Pick<ListingArrivals, 'root' | 'pace'>,
  folder: ListedFolder,
): Promise<'older' | 'written'> {
  let written: 'older' | 'written' = 'written';
  const most = pace?.most ?? MOST_AT_ONCE;
  for (let at = 0; at < folder.entries.length; at += most) {
    const portion = { ...folder, entries: folder.entries.slice(at, at + most) };
    await pace?.turnFor(portion.entries.length);
    if (root.transaction(() => applyListing(root, portion)) === 'older') written = 'older';
  }
  return written;
}

/**
 * The folders that arrive on a page with items in them. A folder already in the tree keeps its known contents, except while an incomplete
 * listing is merged (begun at `since`), or if it comes out of a folder that leaves on the same page. A folder with skipped items below it is
 * listed too.
 */
export function arrivalsOn(
  changes: readonly RemoteChange[],
  { root, strangers }: Pick<ListingArrivals, 'root' | 'strangers'>,
  since = 0,
): readonly ItemId[] {
  const arriving = new Set<ItemId>();
  const passedOver = new Set<ItemId | null>(strangers);
  const leaving = new Set<ItemId>();
  const broughtTo = new Map<ItemId, ItemId | null>();
  return changes.flatMap((change) => {
    const { entry } = change;
    const willBeInside = isInside(root, entry) || (entry.parentId !== null && arriving.has(entry.parentId));
    // By the time it comes back, its contents will have left the tree with it.
    if (change.kind === 'removed' || !willBeInside || leavesWith(root, entry.id, { leaving, broughtTo }))
      leaving.add(entry.id);
    if (change.kind !== 'changed') return [];
    if (!willBeInside) passedOver.add(entry.parentId);
    if (!willBeInside || entry.kind !== 'folder') return [];
    arriving.add(entry.id);
    broughtTo.set(entry.id, entry.parentId);
    const isKnown = root.remote(entry.id) !== undefined;
    // The listing has not reached it yet: its contents would be removed as unseen.
    const isUnseen = isKnown && root.remoteTakenAt(entry.id) < since;
    const isNew = !isKnown || leaving.has(entry.id) || change.isCurrent === true;
    return isUnseen || (isNew && (change.contents || passedOver.has(entry.id))) ? [entry.id] : [];
  });
}

type Leaving = { readonly leaving: ReadonlySet<ItemId>; readonly broughtTo: ReadonlyMap<ItemId, ItemId | null> };

/**
 * Whether the item is below a leaving folder, at its old place or at one this page moved it to. The listing made when that folder comes back
 * no longer shows it if it has moved elsewhere by then.
 */
function leavesWith(root: RootStore, id: ItemId, { leaving, broughtTo }: Leaving): boolean {
  if (leaving.size === 0) return false;
  const above = new Set([id]);
  for (const at of above) {
    if (leaving.has(at)) return true;
    for (const parent of [root.remote(at)?.parentId, broughtTo.get(at)]) if (parent) above.add(parent);
  }
  return false;
}
