import type { AnswerWords } from '../../../../preload/words/codes/connection.ts';
import { plainEnglish } from '../../../../preload/words/en/english.ts';
import type { Content, Kind, RemoteEntry } from '../../model/entry.ts';
import type { Etag, ItemId, Sha1, StreamPosition, VersionId } from '../../model/ids.ts';
import type { Destination } from '../../model/transfer/transfer-records.ts';
import type { Naming } from './naming.ts';
import type { RemoteCopies } from './remote-copies.ts';
import type { RemoteHistory } from './remote-history.ts';
import type { Changed, Created, Refusal } from './remote-refusal.ts';
import type { RemoteSharing } from './remote-sharing.ts';

/**
 * The service in the engine's terms; wire names end at its adapter. Expected refusals are values; everything else rejects with
 * `RemoteError`. Every call is one request unless stated otherwise, and each is counted (`requests`).
 */
export interface Remote extends RemoteCopies, RemoteHistory, RemoteSharing {
  /** Requests sent so far, retries included. */
  requests(): number;
  /** True once the service has shown that it is one of Tandem's. Others may count requests by the month. */
  isOurs(): boolean;

  /** The position after the newest event. Take it before a listing, so that no event is missed. */
  currentPosition(signal?: AbortSignal): Promise<StreamPosition>;
  /** One page of changes after `position`; an empty page means nothing new. `position_lost`: the service can't continue from it. */
  changes(position: StreamPosition, signal?: AbortSignal): Promise<ChangesPage>;
  /** Resolves when there may be changes after `position`, or after the service's time limit; a rejection means offline. */
  waitForChange(position: StreamPosition, signal: AbortSignal): Promise<void>;
  /** Reports the people named by the events that `changes` reads, at each read. Omitted: not known. */
  onNaming?(listener: (naming: Naming) => void): () => void;

  /** Null: does not exist for this account, or no longer. A trashed item does not exist. */
  item(id: ItemId, kind: Kind, signal?: AbortSignal): Promise<RemoteEntry | null>;
  /**
   * All items of one folder, complete (matching the service's count) or an error: a short listing never counts as an absence
   * (edge case 94). Web links are left out. Null: the folder does not exist.
   */
  list(folder: ItemId, signal?: AbortSignal): Promise<readonly RemoteEntry[] | null>;

  createFolder(parent: ItemId, name: string, signal?: AbortSignal): Promise<Created>;
  /** Move, rename or both. */
  move(
    target: { id: ItemId; kind: Kind; parentId: ItemId; name: string; ifMatch: Etag | null },
    signal?: AbortSignal,
  ): Promise<Changed>;
  /**
   * Moves to the trash with everything below; `gone` if it is there already. `isStillDue` is called right before the request is
   * sent, however long it was queued: if false, nothing is sent, and the answer is `changed`.
   */
  trash(target: TrashTarget, signal?: AbortSignal): Promise<Trashed>;

  /** Uploads a small file in one request: new (`parentId`, `name`) or as a new version (`itemId`, `ifMatch`). */
  upload(destination: Destination, file: SmallFile, signal?: AbortSignal): Promise<Changed>;

  createSession(destination: Destination, sizeBytes: number, signal?: AbortSignal): Promise<SessionCreated>;
  /** Null: expired or gone. */
  session(sessionId: string, signal?: AbortSignal): Promise<UploadSession | null>;
  /** All parts on the service (several requests if there are many). Null: the session is expired or gone. */
  parts(sessionId: string, signal?: AbortSignal): Promise<readonly UploadedPart[] | null>;
  uploadPart(sessionId: string, part: PartBytes, signal?: AbortSignal): Promise<PartUploaded>;
  commit(sessionId: string, commit: SessionCommit, signal?: AbortSignal): Promise<Committed>;
  abort(sessionId: string, signal?: AbortSignal): Promise<void>;

  /**
   * The bytes from `offset` on; whole small contents that are wanted at the same time may share one request. `not_found` if the
   * version is gone. The stream must be read to its end or cancelled.
   */
  download(wanted: WantedContent, signal?: AbortSignal): Promise<Download>;
}

/** Content to download. `version` null: the current one. `sizeBytes`: the expected size of the whole; null: unknown. */
export type WantedContent = {
  readonly file: ItemId;
  readonly offset: number;
  readonly version: VersionId | null;
  readonly sizeBytes: number | null;
};

/**
 * One change from the stream: the item after the change. `removed`: trashed, deleted, or no longer visible to this account.
 * `contents`: a folder appeared with contents that the stream does not name: list it.
 */
export type RemoteChange = {
  readonly kind: 'changed' | 'removed';
  readonly entry: RemoteEntry;
  readonly contents: boolean;
  /** The event did not state the account's rights: keep the known rights of the item, or of its folder. */
  readonly rightsUnknown?: boolean;
  /** Read after the event, so it is the current state even if the item's `sequenceId` is unchanged. */
  readonly isCurrent?: boolean;
  /** For `removed`: not deleted; according to the event, this account can no longer see it. */
  readonly isLost?: boolean;
};

export type ChangesPage =
  | {
      readonly ok: true;
      readonly changes: readonly RemoteChange[];
      readonly position: StreamPosition;
      /** No more changes for now; continue from `position` later. */
      readonly isEnd?: boolean;
      /**
       * The account may see other items, which no event names: it joined or left a group, or may no longer look at an item that an event names.
       * List everything.
       */
      readonly isAccessChanged?: boolean;
      /** Invitations changed: list the pending collaborations. */
      readonly invitations: boolean;
    }
  /** `position_unknown`: the service says it never issued this position, so it was rolled back since. */
  | { readonly ok: false; readonly reason: 'position_lost' | 'position_unknown' };

export type SmallFile = {
  readonly bytes: Uint8Array;
  readonly sha1: Sha1;
  readonly contentModifiedAtMs: number | null;
  /** Not called for a file sent in a batch. */
  readonly sent?: SentBytes;
};

export type TrashTarget = {
  readonly id: ItemId;
  readonly kind: Kind;
  readonly ifMatch: Etag | null;
  /**
   * For a folder: the stream position read so far. Our service answers `changed` if anything below the folder is newer; others
   * ignore it. Omitted: delete whatever it contains.
   */
  readonly knownTo?: StreamPosition | null;
  readonly isStillDue?: () => boolean;
};
export type Trashed = { readonly ok: true } | Refusal;
export type SessionCreated = { readonly ok: true; readonly session: UploadSession } | Refusal;

export type UploadSession = {
  readonly id: string;
  readonly partSizeBytes: number;
  readonly totalParts: number;
};

export type UploadedPart = {
  readonly partId: string;
  readonly offset: number;
  readonly sizeBytes: number;
  readonly sha1: Sha1;
};

export type PartBytes = {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly totalBytes: number;
  readonly sha1: Sha1;
  readonly sent?: SentBytes;
};

/** Called with the bytes sent so far, not all of which may have arrived; starts from 0 with each attempt. */
export type SentBytes = (bytes: number) => void;

/** `session_gone`: start a new session. `stored`: a part is already there (adopt it if equal). */
export type PartUploaded =
  | { readonly ok: true; readonly part: UploadedPart }
  | { readonly ok: false; readonly reason: 'stored'; readonly part: UploadedPart }
  | { readonly ok: false; readonly reason: 'session_gone' }
  /** The account has no room for it, although it had when the session was opened. */
  | Extract<Refusal, { reason: 'refused' }>;

export type SessionCommit = {
  readonly sha1: Sha1;
  readonly parts: readonly UploadedPart[];
  readonly ifMatch: Etag | null;
  readonly contentModifiedAtMs: number | null;
};

/** `assembling`: ask again after the given time, with the same commit (edge case 100). */
export type Committed =
  | { readonly ok: true; readonly entry: RemoteEntry }
  | { readonly ok: false; readonly reason: 'assembling'; readonly retryAfterMs: number }
  | { readonly ok: false; readonly reason: 'session_gone' }
  | { readonly ok: false; readonly reason: 'parts_mismatch' }
  | Refusal;

export type Download = {
  /** Size of the whole content, whatever the offset. */
  readonly content: Pick<Content, 'sizeBytes'>;
  readonly stream: AsyncIterable<Uint8Array>;
  /** Instead of reading the stream. */
  cancel(): Promise<void>;
};

/**
 * - `offline`: no connection, a proxy's page instead of an answer (edge case 105), a timeout;
 * - `signed_out`: 401 after the token could not be refreshed;
 * - `rate_limited` (429), `unavailable` (503 and other 5xx): `retryAfterMs` if the service states it;
 * - `not_ready`: this content or name alone can't be had now, whoever says so (the service, or a host of contents): `retryAfterMs`
 *   if it states a time;
 * - `not_found`, `no_permission`: for a download or listing; `unexpected`: an answer outside the format.
 */
export type RemoteErrorCode =
  | 'offline'
  | 'signed_out'
  | 'rate_limited'
  | 'unavailable'
  | 'not_ready'
  | 'not_found'
  | 'no_permission'
  | 'unexpected';

export class RemoteError extends Error {
  readonly code: RemoteErrorCode;
  readonly retryAfterMs: number | null;
  /** The message, for any language. */
  readonly says: AnswerWords;
  /** The service has said that it did not carry out the request and never will. */
  readonly isVoid: boolean;
  constructor(
    code: RemoteErrorCode,
    message: AnswerWords,
    options?: { cause?: unknown; retryAfterMs?: number | null; isVoid?: boolean },
  ) {
    super(plainEnglish(message), options);
    this.name = 'RemoteError';
    this.code = code;
    this.retryAfterMs = options?.retryAfterMs ?? null;
    this.says = message;
    this.isVoid = options?.isVoid ?? false;
  }
}

const NOT_CARRIED_OUT: ReadonlySet<RemoteErrorCode> = new Set([
  'signed_out',
  'rate_limited',
  'not_found',
  'no_permission',
]);

/** The service answered that it did not carry out the request. */
export const wasNotCarriedOut = (error: unknown): boolean =>
  error instanceof RemoteError && (error.isVoid || NOT_CARRIED_OUT.has(error.code));

/** The service does not let this account see the item (`no_permission`), which says nothing about the item itself. */
export const isHiding = (error: unknown): boolean => error instanceof RemoteError && error.code === 'no_permission';

/** An item or a listing; null also if the service no longer lets this account see it. */
export const ifVisible = <Seen>(asked: Promise<Seen | null>): Promise<Seen | null> =>
  asked.catch((error: unknown) => {
    if (isHiding(error)) return null;
    throw error;
  });
