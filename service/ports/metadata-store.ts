import type { LegalHoldReads, LegalHoldWrites } from './metadata/governance/legal-holds.ts';
import type { RetentionReads, RetentionWrites } from './metadata/governance/retention.ts';
import type { FavoriteReads, FavoriteWrites } from './metadata/items/favorites.ts';
import type { FolderLockReads, FolderLockWrites } from './metadata/items/folder-locks.ts';
import type { ItemTreeReads, ItemTreeWrites } from './metadata/items/item-trees.ts';
import type { ItemReads, ItemWrites } from './metadata/items/items.ts';
import type { TagReads, TagWrites } from './metadata/items/tags.ts';
import type { UploadSessionReads, UploadSessionWrites } from './metadata/items/upload-sessions.ts';
import type { VersionReads, VersionWrites } from './metadata/items/versions.ts';
import type { ZipDownloadReads, ZipDownloadWrites } from './metadata/items/zip-downloads.ts';
import type { CommentReads, CommentWrites } from './metadata/notes/comments.ts';
import type { ContentTextReads, ContentTextWrites } from './metadata/notes/content-texts.ts';
import type { MetadataInstanceReads, MetadataInstanceWrites } from './metadata/notes/metadata-instances.ts';
import type { MetadataTemplateReads, MetadataTemplateWrites } from './metadata/notes/metadata-templates.ts';
import type { SearchWordReads, SearchWordWrites } from './metadata/notes/search-words.ts';
import type { TaskReads, TaskWrites } from './metadata/notes/tasks.ts';
import type { ClientReads, ClientWrites } from './metadata/people/clients.ts';
import type { DevicePinReads, DevicePinWrites } from './metadata/people/device-pins.ts';
import type { GroupReads, GroupWrites } from './metadata/people/groups.ts';
import type { GuessReads, GuessWrites } from './metadata/people/guesses.ts';
import type { ShownNameReads, ShownNameWrites } from './metadata/people/shown-names.ts';
import type { SignInReads, SignInWrites } from './metadata/people/sign-in.ts';
import type { TokenOwner, TokenReads, TokenWrites } from './metadata/people/tokens.ts';
import type { UserReads, UserWrites } from './metadata/people/users.ts';
import type { CollaborationReads, CollaborationWrites } from './metadata/sharing/collaborations.ts';
import type { SharedLinkReads, SharedLinkWrites } from './metadata/sharing/shared-links.ts';
import type { EventReads, EventWrites } from './metadata/streams/events.ts';
import type { RecentItemReads, RecentItemWrites } from './metadata/streams/recent-items.ts';
import type { UseSeriesWrites } from './metadata/streams/use-series.ts';
import type { WebhookReads, WebhookWrites } from './metadata/streams/webhooks.ts';
import type { FileRequestReads, FileRequestWrites } from './metadata/surfaces/file-requests.ts';
import type { HubReads, HubWrites } from './metadata/surfaces/hubs.ts';
import type { BlobReferenceReads, BlobReferenceWrites } from './metadata/upkeep/blob-references.ts';
import type { IdempotencyKeyReads, IdempotencyKeyWrites } from './metadata/upkeep/idempotency-keys.ts';
import type { JobRunWrites } from './metadata/upkeep/job-runs.ts';
import type { PurgeReads, PurgeWrites } from './metadata/upkeep/purges.ts';

/**
 * The data a transaction may change, which decides which others may run beside it (docs/transactions.md).
 * - `enterprise`: anything. No other `enterprise` and no `trees` transaction runs meanwhile.
 * - trees: whatever belongs to some owners. Transactions of other owners run beside it, and no `enterprise` one.
 * - `apart`: single conditional statements. Everything may run beside it.
 */
export type TransactionScope = 'enterprise' | 'apart' | TreesScope;

/** The setting by which a database and its blob store recognise each other. A copy of a database gets another value. */
export const contentsIdSetting = 'contents_id';

/**
 * The setting that identifies a service to the folder of its backups, and to the client whose private service it is. A copy of a database has the
 * same value.
 */
export const serviceIdSetting = 'backup_id';

/** The trees of these owners, and those that contain these items. */
export interface TreesScope {
  readonly owners: readonly string[];
  readonly items: readonly string[];
}

/**
 * All data of the service except blobs. Reads and writes use domain terms; the adapter hides the database.
 * Guarantees: a transaction becomes visible as a whole, in every process on the same database. When `transaction` resolves, its
 * writes survive a power cut. Everything a transaction reads within its scope is still true when it writes, and the positions of each
 * stream rise in commit order.
 */
export interface MetadataStore {
  /**
   * Runs `work` as one transaction and resolves with its result after a durable commit. If `work` throws, nothing is written and
   * the error is rethrown. `work` must not call the store itself or wait for anything external, and it may run several times: when
   * it needs a tree outside its scope, it starts again with a wider one. The default scope is `enterprise`, which is always right.
   * @throws MetadataUnavailable if the database is locked for too long, full or unreachable.
   */
  transaction<T>(work: (tx: MetadataWrites) => Promise<T>, scope?: TransactionScope): Promise<T>;

  /** Runs `work` on one consistent, committed state, which includes every transaction that resolved earlier. */
  read<T>(work: (reads: MetadataReads) => Promise<T>): Promise<T>;

  /**
   * An access token with its user, by the digest of the token; null as for `TokenReads.getWithUser`. It is what the last commit says,
   * of any process; only the user's space in use may be older.
   */
  tokenOwner(digest: string): Promise<TokenOwner | null>;

  /** Damage in the database itself: torn pages, dangling references. Empty if there is none. */
  checkIntegrity(): Promise<readonly string[]>;

  /**
   * Writes a consistent copy of the whole store to a new SQLite file while others continue to write.
   */
  backup(file: string): Promise<void>;

  close(): Promise<void>;
}

/** All queries, grouped by resource. */
export interface MetadataReads {
  readonly users: UserReads;
  readonly tokens: TokenReads;
  readonly clients: ClientReads;
  readonly signIn: SignInReads;
  readonly guesses: GuessReads;
  readonly devicePins: DevicePinReads;
  readonly items: ItemReads;
  readonly trees: ItemTreeReads;
  readonly tags: TagReads;
  readonly folderLocks: FolderLockReads;
  readonly favorites: FavoriteReads;
  readonly purges: PurgeReads;
  readonly versions: VersionReads;
  readonly sessions: UploadSessionReads;
  readonly zipDownloads: ZipDownloadReads;
  readonly events: EventReads;
  readonly collaborations: CollaborationReads;
  readonly shownNames: ShownNameReads;
  readonly groups: GroupReads;
  readonly sharedLinks: SharedLinkReads;
  readonly fileRequests: FileRequestReads;
  readonly legalHolds: LegalHoldReads;
  readonly retention: RetentionReads;
  readonly hubs: HubReads;
  readonly templates: MetadataTemplateReads;
  readonly instances: MetadataInstanceReads;
  readonly comments: CommentReads;
  readonly tasks: TaskReads;
  readonly words: SearchWordReads;
  readonly contentTexts: ContentTextReads;
  readonly recents: RecentItemReads;
  readonly webhooks: WebhookReads;
  readonly blobs: BlobReferenceReads;
  readonly idempotencyKeys: IdempotencyKeyReads;
  /** The time of the query, in milliseconds since the epoch: anything that expires at or before it has expired. */
  now(): number;
  /** A setting of the whole service, such as the key that signs paging markers; null if never set. */
  setting(name: string): Promise<string | null>;
}

/** The operations available in a transaction. */
export interface MetadataWrites extends MetadataReads {
  readonly users: UserWrites;
  readonly tokens: TokenWrites;
  readonly clients: ClientWrites;
  readonly signIn: SignInWrites;
  readonly guesses: GuessWrites;
  readonly devicePins: DevicePinWrites;
  readonly items: ItemWrites;
  readonly trees: ItemTreeWrites;
  readonly tags: TagWrites;
  readonly folderLocks: FolderLockWrites;
  readonly favorites: FavoriteWrites;
  readonly purges: PurgeWrites;
  readonly versions: VersionWrites;
  readonly sessions: UploadSessionWrites;
  readonly zipDownloads: ZipDownloadWrites;
  readonly events: EventWrites;
  readonly collaborations: CollaborationWrites;
  readonly shownNames: ShownNameWrites;
  readonly groups: GroupWrites;
  readonly sharedLinks: SharedLinkWrites;
  readonly fileRequests: FileRequestWrites;
  readonly legalHolds: LegalHoldWrites;
  readonly retention: RetentionWrites;
  readonly hubs: HubWrites;
  readonly templates: MetadataTemplateWrites;
  readonly instances: MetadataInstanceWrites;
  readonly comments: CommentWrites;
  readonly tasks: TaskWrites;
  readonly words: SearchWordWrites;
  readonly contentTexts: ContentTextWrites;
  readonly recents: RecentItemWrites;
  readonly useSeries: UseSeriesWrites;
  readonly webhooks: WebhookWrites;
  readonly blobs: BlobReferenceWrites;
  readonly idempotencyKeys: IdempotencyKeyWrites;
  readonly jobRuns: JobRunWrites;
  /**
   * Ensures that the transaction has the trees of these owners to itself. Otherwise it throws, and the store starts the work again
   * with them in its scope: call it before a decision that depends on their data. Writes to items and space call it themselves.
   */
  requireTrees(ownerIds: readonly string[]): Promise<void>;
  /** A new id for a user, an item, a version or a collaboration: decimal digits below 2^53, increasing in a process, never reused. */
  allocateId(): Promise<string>;
  /** Two ascending ids at once, for a file and its first version. */
  allocatePair(): Promise<readonly [string, string]>;
  /** The same for many files, in ascending order. */
  allocatePairs(count: number): Promise<readonly (readonly [string, string])[]>;
  putSetting(name: string, value: string): Promise<void>;
}

/** The store is currently unavailable (locked too long, full, unreachable). A later retry may help. */
export class MetadataUnavailable extends Error {
  readonly code = 'metadata_unavailable';
  /**
   * `nothing`: nothing was written. `unknown`: the connection was lost during the commit, so either all or nothing was written. A
   * caller that stored a blob for it must not delete that blob.
   */
  readonly written: 'nothing' | 'unknown';
  constructor(message: string, cause: unknown, written: 'nothing' | 'unknown' = 'nothing') {
    super(message, { cause });
    this.written = written;
  }
}

/**
 * The database gave up on one statement because it took too long, or waited too long for a lock. Nothing was written, and other work may well
 * succeed meanwhile.
 */
export class StatementTimedOut extends MetadataUnavailable {}

/** A text contains a character that the database cannot store (U+0000). The request is at fault. */
export class TextRefused extends Error {
  readonly code = 'text_refused';
  constructor(cause: unknown) {
    super('A text contains the character U+0000, which cannot be stored. Remove it.', { cause });
  }
}
