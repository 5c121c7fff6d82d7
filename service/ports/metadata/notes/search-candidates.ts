import type { Item } from '../../../../contract/resources/items/item-collection.ts';

/** An inclusive range; null for an open end. Times are in milliseconds since the epoch, sizes in bytes. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** The filters of a search that the database applies; absent ones match everything. */
export interface CandidateFilter {
  readonly kind?: Item['type'] | undefined;
  readonly createdAt?: Range | undefined;
  readonly updatedAt?: Range | undefined;
  readonly size?: Range | undefined;
  readonly updaterIds?: readonly string[] | undefined;
  /** True: no items that were trashed themselves; those below them remain. */
  readonly isLive: boolean;
}

/** Selects a page of the items that may be results of a search. */
export interface CandidateQuery {
  /** Null: the items of everyone. */
  readonly ownerIds: readonly string[] | null;
  readonly filter: CandidateFilter;
  /** The `next` of the page before; null for the first page. */
  readonly before: string | null;
  /** Matches to look at, before the filter. */
  readonly limit: number;
}

/** A page of candidates, newest first: by the id of the item or of the comment that matches. An item may be on several pages. */
export interface CandidatePage {
  /** Trash included; there may be none although more pages follow. */
  readonly itemIds: readonly string[];
  /** Null on the last page. */
  readonly next: string | null;
}
