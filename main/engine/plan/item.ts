import type { Kind, LocalEntry, RemoteEntry, SyncedEntry } from '../model/entry.ts';

/**
 * One file or folder as the planner sees it: what is on disk, what is on the service, and what both last agreed on. Each of
 * the three may be missing. Two `Item`s are the same thing exactly when they are the same object (see `pairing.ts`).
 */
export type Item = {
  readonly kind: Kind;
  readonly local: LocalEntry | null;
  readonly remote: RemoteEntry | null;
  /** The synced row that names one of the two. Its other name may be of an item that is gone (deleted and made again). */
  readonly row: SyncedEntry | null;
};

/** The side of a sync root that a decision is about. */
export type Side = 'local' | 'remote';

export const otherSide = (side: Side): Side => (side === 'local' ? 'remote' : 'local');

/** An item that both sides had and one has no longer: deleted there. */
export function isDeletedOn(item: Item, side: Side): boolean {
  return item.row !== null && item[side] === null && item[otherSide(side)] !== null;
}

/** Is the synced row about exactly this pair? Only then is it written down that the two belong together. */
export function isLinked(item: Item): boolean {
  const { row, local, remote } = item;
  return row !== null && local?.id === row.localId && remote?.id === row.itemId;
}

/** Sorts items, and through them a plan, the same way however the work came in (I12). */
export function compareItems(a: Item, b: Item): number {
  return compareRemoteIds(a, b) || (localNumber(a) ?? -1) - (localNumber(b) ?? -1);
}

/** Items that the service knows come first, the older first: ids are decimal digits, compared by length and digits. */
function compareRemoteIds(a: Item, b: Item): number {
  const [left, right] = [remoteNumber(a), remoteNumber(b)];
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left.length - right.length || (left < right ? -1 : 1);
}

const remoteNumber = (item: Item): string | null => item.remote?.id ?? item.row?.itemId ?? null;
const localNumber = (item: Item): number | null => item.local?.id ?? item.row?.localId ?? null;
