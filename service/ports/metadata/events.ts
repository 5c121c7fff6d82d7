import type { AdminEventType } from '../../../contract/resources/admin-event.ts';
import type { EventType } from '../../../contract/resources/event.ts';
import type { CollaborationRecord, CollaborationRole } from './collaborations.ts';
import type { AncestorRecord, ItemRecord } from './items.ts';
import type { UserRecord } from './users.ts';

/** An item as it was at one moment, with the folders above it from the owner's root down. */
export interface ItemSnapshot {
  readonly item: ItemRecord;
  readonly ancestors: readonly AncestorRecord[];
}

/** What an event tells about, as it was when the event happened. */
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

/** One event before it has a position. `createdAt` is in milliseconds since the epoch. */
export interface NewEvent {
  readonly eventId: string;
  /** What people's streams call it; of an event that only administrators get, what those call it. */
  readonly eventType: EventType | AdminEventType;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly source: EventSourceRecord;
  readonly recipients: readonly EventRecipient[];
  /** Its type in the administrators' streams; null when they do not have it. */
  readonly adminType?: AdminEventType | null;
  /** What else the administrators' streams tell of it. */
  readonly details?: EventDetails | null;
  /** The key of the request that made it; for the person who sent the request alone. */
  readonly idempotencyKey?: string | null;
}

/** Plain JSON. */
export type EventDetails = Readonly<Record<string, unknown>>;

/** Why an event is in a person's stream, which decides what the person may see of the source. */
export interface EventRecipient {
  readonly userId: string;
  readonly access: EventAccess;
  /** False: only in the stream `all`. True: in `changes` and `sync` as well. */
  readonly isChange: boolean;
}

/**
 * `owner`: all of the path. `collaborator`: the path from the shared item down, with the rights of the role. `lost`: the
 * person could see the item before and cannot any more; for the person it is gone. `itemId` is the topmost item of the path
 * that was shared with the person.
 */
export type EventAccess =
  | { readonly kind: 'owner' }
  | {
      readonly kind: 'collaborator';
      readonly itemId: string;
      readonly role: CollaborationRole;
      /** The shared item is in nobody's tree: its events are in the stream `all` only. */
      readonly isAccessOnly?: boolean;
    }
  | { readonly kind: 'lost'; readonly itemId: string };

/** An event with its place in the log. Positions are below 2^53. */
export interface LoggedEvent extends Required<Omit<NewEvent, 'recipients'>> {
  readonly position: number;
}

/** An event in one person's stream. */
export interface StreamedEvent extends LoggedEvent {
  readonly recipient: EventRecipient;
}

/** An event in the administrators' streams. */
export interface AdminEvent extends LoggedEvent {
  readonly adminType: AdminEventType;
}

/** Questions about the event streams. */
export interface EventReads {
  /** The position of the newest event of the service; a number below its position before the first, and never 0. All up to it are committed. */
  latestPosition(): Promise<number>;
  /**
   * Could this position, from below the latest one, have been given out, as far as the log goes back? None is ever given again, also by
   * a service that was set back to an earlier state: what it gave out before is not in its log.
   */
  wasGivenOut(position: number): Promise<boolean>;
  /** The highest position whose event was deleted for its age; 0 when none was. */
  forgottenPosition(log: EventLog): Promise<number>;
  /** The position of the newest event that happened before this time; 0 when there is none in the log. */
  positionBefore(time: number): Promise<number>;
  /** A person's events behind a position, oldest first. */
  list(query: EventQuery): Promise<readonly StreamedEvent[]>;
  /** The position of the newest event in a person's stream; 0 when the stream is empty. */
  newestOf(userId: string, onlyChanges: boolean): Promise<number>;
  /** What administrators may know, behind a position, oldest first. */
  listForAdmins(query: AdminEventQuery): Promise<readonly AdminEvent[]>;
}

/** The two ways to read the log, which forget at different ages. */
export type EventLog = 'people' | 'admins';

/** Which events of a person's stream. */
export interface EventQuery {
  readonly userId: string;
  readonly after: number;
  readonly limit: number;
  /** True: only what the streams `changes` and `sync` carry. */
  readonly onlyChanges: boolean;
  /** Only events of these types; null: of all. What lies between them does not count for the limit. */
  readonly types: readonly string[] | null;
}

/** Which events of the administrators' streams. Times are in milliseconds since the epoch, their ends included. */
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
  /** Gives the event the next position and puts it into the stream of each recipient. */
  append(event: NewEvent): Promise<number>;
  /** Removes from one log what is older than this time and tells how many events are gone from the store for that. */
  deleteBefore(
    log: EventLog,
    time: number,
    limit: number,
  ): Promise<{ readonly deleted: number; readonly isDone: boolean }>;
}
