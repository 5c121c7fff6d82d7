import type { InteractionType } from '../../../../contract/resources/streams/recent-item.ts';

/** A user's last interaction with an item. `interactedAt` is in milliseconds since the epoch. */
export interface RecentItemRecord {
  readonly userId: string;
  readonly itemId: string;
  readonly interaction: InteractionType;
  readonly interactedAt: number;
  /** The shared link that the user came through, by its item and state; null without one. */
  readonly link: { readonly itemId: string; readonly stamp: string } | null;
}

/** Recent item queries. */
export interface RecentItemReads {
  /** A user's items since a time, latest first, after a cursor. */
  list(query: RecentItemQuery): Promise<readonly RecentItemRecord[]>;
}

/** Selects a user's recent items. */
export interface RecentItemQuery {
  readonly userId: string;
  readonly since: number;
  readonly after: { readonly interactedAt: number; readonly itemId: string } | null;
  readonly limit: number;
  /** True: only items reached through a shared link. */
  readonly onlyByLink?: boolean;
}

/** Changes to recent items. */
export interface RecentItemWrites extends RecentItemReads {
  /** Puts the item at the front of the user's list. */
  put(recent: RecentItemRecord): Promise<void>;
  /** Removes up to `limit` entries older than this time. Returns how many. */
  deleteBefore(time: number, limit: number): Promise<number>;
}
