import type { EventType } from '../../contract/resources/event.ts';
import type { AssertionVerifier } from '../ports/assertion-verifier.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventSignal } from '../ports/event-signal.ts';
import type { HttpSender } from '../ports/http-sender.ts';
import type { Ids } from '../ports/ids.ts';
import type { AncestorRecord, ItemRecord } from '../ports/metadata/items.ts';
import type { UserRecord } from '../ports/metadata/users.ts';
import type { MetadataReads, MetadataStore, MetadataWrites } from '../ports/metadata-store.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { Thumbnailer } from '../ports/thumbnailer.ts';
import type { Arrival } from './change/arrival.ts';
import type { Report } from './change/report.ts';
import type { Assemblies } from './upload-sessions/assemblies.ts';
import type { UseLog } from './uses/use-log.ts';

/**
 * All that an operation of the domain works with. Every operation is one function: `operation(service, caller, request)`.
 * It answers with resources of the contract, as the caller may see them, or throws a `Refusal`.
 */
export interface Service {
  readonly store: MetadataStore;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signal: EventSignal;
  /** Hashes of what people choose as secrets: passwords of accounts and of shared links. */
  readonly passwords: PasswordHasher;
  /** Proves what clients sign. */
  readonly assertions: AssertionVerifier;
  /** Draws small pictures of images. */
  readonly thumbnails: Thumbnailer;
  /** Sends the messages of webhooks. */
  readonly http: HttpSender;
  /** Upload sessions whose parts are being put together in this process. */
  readonly assemblies: Assemblies;
  /** Downloads and previews that are being recorded in this process. */
  readonly uses: UseLog;
  /** How search, recent items, governance and webhooks respond to changes. */
  readonly reactions: Reactions;
  readonly settings: ServiceSettings;
  /** Of a request with an idempotency key, whose last transaction is committed together with its answer. */
  readonly held?: HeldChange;
}

/** The change of a request whose last transaction is still open, because its answer belongs to it. */
export interface HeldChange {
  /** Runs `work` after the commit; at once when there is none to wait for. After a rollback it does not run. */
  afterCommit(work: () => unknown): Promise<void>;
  /** Resolves when nothing is held any more. @throws what made the commit fail. */
  settled(): Promise<void>;
}

/** A change, as those who respond to it see it. */
export interface ReportedChange {
  readonly service: Service;
  readonly caller: Caller;
  readonly tx: MetadataWrites;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** People to wake after the commit, by id. */
  readonly touched: Set<string>;
}

/**
 * How search, recent items, governance and webhooks respond within the transaction of a change. The composition root supplies these
 * functions, so the rooms that respond depend on `change/` and never the other way around.
 */
export interface Reactions {
  /** Runs for every event of an item, before the event is recorded. */
  onItemEvent(
    change: Pick<ReportedChange, 'tx' | 'now' | 'caller'>,
    eventType: EventType,
    item: ItemRecord,
  ): Promise<void>;
  /** Runs when content enters a place: an upload, a copy, a move, another owner. */
  onArrival(change: Pick<ReportedChange, 'tx' | 'service'>, arrival: Arrival): Promise<void>;
  /** Runs for every report, after its entry in the administrators' log. */
  onReport(change: ReportedChange, report: Report): Promise<void>;
  /** True when `onArrival` has work for what enters this place. */
  isGoverned(change: Pick<ReportedChange, 'tx' | 'service'>, place: ReactionPlace): Promise<boolean>;
  /** True when `onReport` has work for events in this place. */
  isWatched(reads: MetadataReads, place: ReactionPlace): Promise<boolean>;
  /** The name of the classification that events of an item carry; null without one. */
  classificationOf(reads: MetadataReads, itemId: string): Promise<string | null>;
}

/** A folder: its owner, and the path from the owner's root down to it. */
export interface ReactionPlace {
  readonly ownerId: string;
  readonly ancestors: readonly AncestorRecord[];
}

/** What the operator decides, and what belongs to this one service. Sizes in bytes, times in milliseconds. */
export interface ServiceSettings {
  readonly enterprise: { readonly id: string; readonly name: string };
  /** Scheme, host and port under which people reach the service, without a slash at the end; asked when an answer is made. */
  readonly publicUrl: () => string;
  /** Secret that signs the markers of paged lists. */
  readonly markerKey: string;
  /** The largest file of a single upload request. */
  readonly singleUploadBytes: number;
  /** The largest file there can be, by whatever way it comes. */
  readonly maxFileBytes: number;
  /** The smallest file that an upload session is made for, and the usual size of its parts. */
  readonly uploadSessions: { readonly leastBytes: number; readonly partBytes: number };
  /** How long the trash keeps an item. */
  readonly trashLifeMs: number;
  /** What one file request takes until somebody makes it active again. */
  readonly fileRequests: { readonly mostFiles: number; readonly mostBytes: number };
  /** Items that one copy of a folder may make. */
  readonly folderCopyItems: number;
  /** A commit that takes longer is answered with "ask again" (service-decisions.md A6). */
  readonly commitAnswerMs: number;
  /** True: people of this service become collaborators at once; false: they are asked first (B 4.5). */
  readonly acceptManagedUsersAtOnce: boolean;
  /** How `id` and `phone` of a person are written as the source of an event: as the interface has them, or as strings (A4). */
  readonly eventUserIds: 'number' | 'string';
  /** Where webhooks may lead to: addresses that everybody can reach, by https on port 443, or any. */
  readonly webhookAddresses: 'public' | 'any';
  /** True: deliveries of webhooks carry the public header names of the format beside our own (A14). */
  readonly vendorHeaders: boolean;
}

/** Who asks, and with what authority. */
export interface Caller {
  readonly user: UserRecord;
  readonly scopes: readonly string[];
  /** The application that the token was given to; null, or absent, for a token that the operator made. */
  readonly clientId?: string | null;
  /** The administrator who acts as `user` (the header `as-user`); absent when people act for themselves. */
  readonly actedBy?: UserRecord;
  /** The key by which the request can be repeated; absent when it has none. */
  readonly idempotencyKey?: string;
  /** The item that a down-scoped token is limited to, with all below it; null for a token without such a limit. */
  readonly restrictedTo: { readonly itemId: string } | null;
  /** The shared link that came with the request, its password proved; null without one. */
  readonly sharedLink: SharedLinkPass | null;
}

/** What a shared link gives to whoever holds it: a role on its item and on all below it. */
export interface SharedLinkPass {
  readonly itemId: string;
  /** Null for a link that gives nothing beyond what collaborators have anyhow. */
  readonly role: 'viewer uploader' | 'viewer' | 'previewer' | null;
  /** Names the link in its present state: another one when it is made anew, or has another password. */
  readonly stamp: string;
}

/** A person with all scopes that are named, limited to nothing. */
export function callerFor(user: UserRecord, scopes: readonly string[]): Caller {
  return { user, scopes, restrictedTo: null, sharedLink: null };
}
