import type { InteractionType } from '../../../contract/resources/recent-item.ts';

/** The last thing that a person did with an item. `interactedAt` is in milliseconds since the epoch. */
export interface RecentItemRecord {
  readonly userId: string;
  readonly itemId: string;
  readonly interaction: InteractionType;
  readonly interactedAt: number;
  /** The shared link that the person came by, named by its item and its state; null without one. */
  readonly link: { readonly itemId: string; readonly stamp: string } | null;
}

/** Questions about what people had in hand lately. */
export interface RecentItemReads {
  /** A person's items since a time, the latest first, behind a cursor. */
  list(query: RecentItemQuery): Promise<readonly RecentItemRecord[]>;
}

/** Which of a person's recent items. */
export interface RecentItemQuery {
  readonly userId: string;
  readonly since: number;
  readonly after: { readonly interactedAt: number; readonly itemId: string } | null;
  readonly limit: number;
  /** True: only what the person came to by a shared link. */
  readonly onlyByLink?: boolean;
}

/** Changes to what people had in hand lately. */
export interface RecentItemWrites extends RecentItemReads {
  /** Puts the item in front of the person's list. */
  put(recent: RecentItemRecord): Promise<void>;
  /** Forgets what is older than this time, at most so many rows, and tells how many. */
  deleteBefore(time: number, limit: number): Promise<number>;
}
