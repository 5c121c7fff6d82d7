import type { Kind, LocalEntry, RemoteEntry, SyncedEntry } from '../model/entry.ts';

/**
 * One file or folder as the planner sees it: local entry, remote entry, and the last agreement. Each may be missing. Two `Item`s
 * are the same if and only if they are the same object (see `pairing.ts`).
 */
export type Item = {
  readonly kind: Kind;
  readonly local: LocalEntry | null;
  readonly remote: RemoteEntry | null;
  /** The synced row of either entry. The other id in it may belong to an item that is gone (deleted and recreated). */
  readonly row: SyncedEntry | null;
};

/** One side of a sync root. */
export type Side = 'local' | 'remote';

export const otherSide = (side: Side): Side => (side === 'local' ? 'remote' : 'local');

/** An item that both sides had and one no longer has: deleted there. */
export function isDeletedOn(item: Item, side: Side): boolean {
  return item.row !== null && item[side] === null && item[otherSide(side)] !== null;
}

/** Deleted on one side, and still there on the other (`sideLeft`). */
export const isDeleted = (item: Item): boolean => isDeletedOn(item, 'local') || isDeletedOn(item, 'remote');

/** The side that still has an item that the other one lost. */
export const sideLeft = (item: Item): Side => (item.local === null ? 'remote' : 'local');

/** Does the synced row link exactly this pair? Only then is the link recorded. */
export function isLinked(item: Item): boolean {
  const { row, local, remote } = item;
  return row !== null && local?.id === row.localId && remote?.id === row.itemId;
}

/** Sorts items, and so plans, independently of input order (I12). */
export function compareItems(a: Item, b: Item): number {
  return compareRemoteIds(a, b) || (localNumber(a) ?? -1) - (localNumber(b) ?? -1);
}

/** Items known to the service come first, oldest first: ids are decimal digits, compared by length, then by digits. */
function compareRemoteIds(a: Item, b: Item): number {
  const [left, right] = [remoteNumber(a), remoteNumber(b)];
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left.length - right.length || (left < right ? -1 : 1);
}

const remoteNumber = (item: Item): string | null => item.remote?.id ?? item.row?.itemId ?? null;
const localNumber = (item: Item): number | null => item.local?.id ?? item.row?.localId ?? null;
