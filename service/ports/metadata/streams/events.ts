import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import type { EventType } from '../../../../contract/resources/streams/event.ts';
import type { AncestorRecord, ItemRecord } from '../items/items.ts';
import type { UserRecord } from '../people/users.ts';
import type { CollaborationRecord, CollaborationRole } from '../sharing/collaborations.ts';

/** An item at one moment, with its parent folders from the owner's root down. */
export interface ItemSnapshot {
  readonly item: ItemRecord;
  readonly ancestors: readonly AncestorRecord[];
}

/** The source of an event, as it was at the time of the event. */
export type EventSourceRecord =
  | ({ readonly kind: 'item' } & ItemSnapshot)
  | { readonly kind: 'collaboration'; readonly collaboration: CollaborationRecord }
  | { readonly kind: 'user'; readonly user: UserRecord }
  | { readonly kind: 'resource'; readonly resource: ResourceSource };

/** Any other resource as an event shows it: plain JSON, `id` and `type` first. */
export interface ResourceSource {
  readonly type: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** An event without a position yet. `createdAt` is in milliseconds since the epoch. */
export interface NewEvent {
  readonly eventId: string;
  /** Its type in user streams; for an event that only administrators get, its type there. */
  readonly eventType: EventType | AdminEventType;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly source: EventSourceRecord;
  readonly recipients: readonly EventRecipient[];
  /** Its type in the administrators' streams; null if it is not in them. */
  readonly adminType?: AdminEventType | null;
  /** Additional details in the administrators' streams. */
  readonly details?: EventDetails | null;
  /** The key of the request that made it; for the person who sent the request alone. */
  readonly idempotencyKey?: string | null;
}

/** Plain JSON. */
export type EventDetails = Readonly<Record<string, unknown>>;

/** Why an event is in a user's stream, which decides how much of the source the user may see. */
export interface EventRecipient {
  readonly userId: string;
  readonly access: EventAccess;
  /** False: only in the stream `all`. True: also in `changes` and `sync`. */
  readonly isChange: boolean;
}

/**
 * `owner`: the whole path. `collaborator`: the path from the shared item down, with the rights of the role. `lost`: the user has
 * lost access, so for this user the item is gone. `itemId` is the topmost item of the path that was shared with the user.
 */
export type EventAccess =
  | { readonly kind: 'owner' }
  | {
      readonly kind: 'collaborator';
      readonly itemId: string;
      readonly role: CollaborationRole;
      /** The shared item is in no tree of the user: its events are only in the stream `all`. */
      readonly isAccessOnly?: boolean;
    }
  | { readonly kind: 'lost'; readonly itemId: string };

/** An event with its position in the stream or log that it was read from. Positions are below 2^53. */
export interface LoggedEvent extends Required<Omit<NewEvent, 'recipients'>> {
  readonly position: number;
}

/** An event in one user's stream. */
export interface StreamedEvent extends LoggedEvent {
  readonly recipient: EventRecipient;
}

/** An event in the administrators' streams. */
export interface AdminEvent extends LoggedEvent {
  readonly adminType: AdminEventType;
}

/** The positions of one user's stream, or of the administrators' log. Each has its own, and they say nothing about each other. */
export interface StreamPositions {
  /**
   * The position of the newest event; below the first position if there has been none, and never 0. All events up to it are committed.
   */
  latest(): Promise<number>;
  /**
   * Whether this position, below the latest one, may have been issued, as far back as the events go. No position is issued twice,
   * even after a restore from an earlier copy: a restored service does not contain the positions issued since.
   */
  wasGivenOut(position: number): Promise<boolean>;
  /** The highest position whose event has been pruned; 0 if none has. */
  forgotten(): Promise<number>;
  /** A position behind which all events from this time on are. It need not be one that was issued. */
  before(time: number): Promise<number>;
}

/** Event stream queries. */
export interface EventReads {
  /** The positions of a user's stream. */
  positionsOf(userId: string): StreamPositions;
  /** The positions of the administrators' log. */
  readonly adminPositions: StreamPositions;
  /** A user's events after a position, oldest first. */
  list(query: EventQuery): Promise<readonly StreamedEvent[]>;
  /** The position of the newest event in a user's stream; 0 if the stream is empty. */
  newestOf(userId: string, onlyChanges: boolean): Promise<number>;
  /** Events for administrators after a position, oldest first. Committed events without a position are not among them. */
  listForAdmins(query: AdminEventQuery): Promise<readonly AdminEvent[]>;
  /** Whether the administrators' log has committed events without a position. */
  hasUnnumbered(): Promise<boolean>;
}

/** The two views of the events, which are pruned at different ages. */
export type EventLog = 'people' | 'admins';

/** Selects events of a user's stream. */
export interface EventQuery {
  readonly userId: string;
  readonly after: number;
  readonly limit: number;
  /** True: only events of the streams `changes` and `sync`. */
  readonly onlyChanges: boolean;
  /** Only events of these types; null for all. Skipped events do not count towards the limit. */
  readonly types: readonly string[] | null;
}

/** Selects events of the administrators' streams. Times are in milliseconds since the epoch, inclusive. */
export interface AdminEventQuery {
  readonly after: number;
  readonly limit: number;
  /** Only these types; null for all. */
  readonly types: readonly string[] | null;
  readonly createdAfter: number | null;
  readonly createdBefore: number | null;
}

/** Changes to the event streams. */
export interface EventWrites extends EventReads {
  /** Adds the event to each recipient's stream. It gets its position there at the end of the transaction, in the order of commits. */
  append(event: NewEvent): Promise<void>;
  /** The sources of a user's changes that are committed with this transaction and have no position yet, so that `list` lacks them. */
  pendingSources(userId: string): Promise<readonly EventSourceRecord[]>;
  /**
   * Gives the oldest committed events of the administrators' log that have no position the next ones, at most so many. Returns how
   * many.
   */
  numberForAdmins(limit: number): Promise<number>;
  /** Prunes events older than this time from one log. Returns how many events were removed from the store as a result. */
  deleteBefore(
    log: EventLog,
    time: number,
    limit: number,
  ): Promise<{ readonly deleted: number; readonly isDone: boolean }>;
}
