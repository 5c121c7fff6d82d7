import type { EventType } from '../../contract/resources/streams/event.ts';
import type { AssertionVerifier } from '../ports/assertion-verifier.ts';
import type { BlobFault, BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventSignal } from '../ports/event-signal.ts';
import type { HttpSender } from '../ports/http-sender.ts';
import type { Ids } from '../ports/ids.ts';
import type { AncestorRecord, ItemRecord } from '../ports/metadata/items/items.ts';
import type { UserRecord } from '../ports/metadata/people/users.ts';
import type { MetadataReads, MetadataStore, MetadataWrites } from '../ports/metadata-store.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { TextExtractor } from '../ports/text-extractor.ts';
import type { Thumbnailer } from '../ports/thumbnailer.ts';
import type { Arrival } from './kernel/arrival.ts';
import type { ClockTrust } from './kernel/keeping/clock-trust.ts';
import type { Report } from './kernel/report.ts';
import type { ArrivingBytes } from './kernel/uploads/arriving-bytes.ts';
import type { Assemblies } from './kernel/uploads/assemblies.ts';
import type { JoinedUploads } from './kernel/uploads/joined-uploads.ts';
import type { UseLog } from './kernel/use-log.ts';
import type { Retries } from './kernel/work/retries.ts';

/**
 * The dependencies of every domain operation. Each operation is one function: `operation(service, caller, request)`. It returns
 * resources of the contract, as the caller may see them, or throws a `Refusal`.
 */
export interface Service {
  readonly store: MetadataStore;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** Whether the clock may be wrong. */
  readonly trust: ClockTrust;
  readonly ids: Ids;
  readonly signal: EventSignal;
  /** Hashes secrets that people choose: passwords of accounts and of shared links. */
  readonly passwords: PasswordHasher;
  /** Verifies assertions that clients signed. */
  readonly assertions: AssertionVerifier;
  /** Draws thumbnails of images. */
  readonly thumbnails: Thumbnailer;
  /** Reads the text of documents for the search. */
  readonly texts: TextExtractor;
  /** Versions whose content could not be read for the search. */
  readonly unreadTexts: Retries;
  /** Reports a content that could not be read to the operator. */
  readonly noteFault: (fault: ContentFault) => void;
  /** Delivers webhook messages. */
  readonly http: HttpSender;
  /** Upload sessions that this process is assembling. */
  readonly assemblies: Assemblies;
  /** Bytes that this process is receiving, which count against a quota before they are recorded. */
  readonly arriving: ArrivingBytes;
  /** Single uploads of this process that wait for a transaction. */
  readonly uploads: JoinedUploads;
  /** Downloads and previews that this process is recording. */
  readonly uses: UseLog;
  /** How search, recent items, governance and webhooks respond to changes. */
  readonly reactions: Reactions;
  readonly settings: ServiceSettings;
  /** Of a request with an idempotency key, whose last transaction is committed together with its answer. */
  readonly held?: HeldChange;
}

/** One content that could not be read, for the operator. */
export interface ContentFault {
  readonly fault: BlobFault;
  readonly fileId: string;
  readonly versionId: string;
  /** Lower-case hexadecimal. */
  readonly sha1: string;
  readonly err: unknown;
}

/** The change of a request whose last transaction is still open, because its answer belongs to it. */
export interface HeldChange {
  /** Runs `work` after the commit; at once when there is none to wait for. After a rollback it does not run. */
  afterCommit(work: () => unknown): Promise<void>;
  /** Commits what is held now: it stands although the request is refused. */
  commit(): Promise<void>;
  /** Resolves when nothing is held. @throws the error that made the commit fail. */
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
  onArrival(change: Pick<ReportedChange, 'tx' | 'service' | 'now'>, arrival: Arrival): Promise<void>;
  /** Runs for every report, after its entry in the administrators' log. */
  onReport(change: ReportedChange, report: Report): Promise<void>;
  /** True when `onArrival` has work for what enters this place. */
  isGoverned(change: Pick<ReportedChange, 'tx' | 'service'>, place: ReactionPlace): Promise<boolean>;
  /** True when `onReport` may have work for events of these items. */
  isWatched(reads: MetadataReads, itemIds: readonly string[]): Promise<boolean>;
  /** The name of the classification that events of an item carry; null without one. */
  classificationOf(reads: MetadataReads, itemId: string): Promise<string | null>;
}

/** A folder: its owner, and the path from the owner's root down to it. */
export interface ReactionPlace {
  readonly ownerId: string;
  readonly ancestors: readonly AncestorRecord[];
}

/** Settings chosen by the operator, and values of this one service. Sizes in bytes, times in milliseconds. */
export interface ServiceSettings {
  readonly enterprise: { readonly id: string; readonly name: string };
  /** Scheme, host and port of the service for clients, without a trailing slash; evaluated for each response. */
  readonly publicUrl: () => string;
  /** Signing key of paging markers. */
  readonly markerKey: string;
  /** The maximum size of a single upload request. */
  readonly singleUploadBytes: number;
  /** The maximum size of any file. */
  readonly maxFileBytes: number;
  /** The minimum size of a file for an upload session, and the default part size. */
  readonly uploadSessions: { readonly leastBytes: number; readonly partBytes: number };
  /** How long the trash keeps an item. */
  readonly trashLifeMs: number;
  /** Days that the administrators' log keeps an event. */
  readonly adminLogDays: number;
  /** The limits of a file request before someone has to activate it again. */
  readonly fileRequests: { readonly mostFiles: number; readonly mostBytes: number };
  /** The limits of one ZIP download: files, and everything that is read for it. */
  readonly zipDownloads: { readonly mostFiles: number; readonly mostItems: number };
  /** Maximum items in one copy of a folder, or in one move of it to another owner. */
  readonly treeItems: number;
  /** After this time a commit is answered with a request to retry. */
  readonly commitAnswerMs: number;
  /** True: users of this service become collaborators at once; false: they have to accept first. */
  readonly acceptManagedUsersAtOnce: boolean;
  /** How a user's `id` and `phone` are written in event sources: as in the interface, or as strings. */
  readonly eventUserIds: 'number' | 'string';
  /** Where webhooks may connect: public addresses over https on port 443, or anywhere. */
  readonly webhookAddresses: 'public' | 'any';
  /** True: webhook deliveries also carry the public header names of the format. */
  readonly vendorHeaders: boolean;
}

/** The caller of a request and their authority. */
export interface Caller {
  readonly user: UserRecord;
  readonly scopes: readonly string[];
  /** The application that the token was issued to; null or absent if the operator created the token. */
  readonly clientId?: string | null;
  /** SHA-256 of the token of the request; absent for callers without one, such as visitors of a page. */
  readonly token?: string;
  /** The administrator who acts as `user` (the header `as-user`); absent if users act for themselves. */
  readonly actedBy?: UserRecord;
  /** The key by which the request can be repeated; absent when it has none. */
  readonly idempotencyKey?: string;
  /** The item that a down-scoped token is limited to, with all below it; null for a token without such a limit. */
  readonly restrictedTo: { readonly itemId: string } | null;
  /** The shared link of the request, with a verified password; null without one. */
  readonly sharedLink: SharedLinkPass | null;
}

/** The rights of a shared link: a role on its item and on everything below it. */
export interface SharedLinkPass {
  readonly itemId: string;
  /** Null for a link that grants nothing beyond collaborators' own access. */
  readonly role: 'viewer uploader' | 'viewer' | 'previewer' | null;
  /** Identifies the link and its state: it changes when the link is created again or gets another password. */
  readonly stamp: string;
}

/** A user with all of these scopes and no limits. */
export function callerFor(user: UserRecord, scopes: readonly string[]): Caller {
  return { user, scopes, restrictedTo: null, sharedLink: null };
}
