import type { Content, Kind, RemoteEntry } from '../model/entry.ts';
import type { Etag, ItemId, Sha1, StreamPosition, VersionId } from '../model/ids.ts';
import type { RemoteCopies } from './remote-copies.ts';
import type { RemoteHistory } from './remote-history.ts';
import type { Changed, Created, Refusal } from './remote-refusal.ts';
import type { RemoteSharing } from './remote-sharing.ts';

/**
 * The service, in the engine's words; wire names stop at its adapter. Expected refusals are values; everything else rejects with
 * `RemoteError`. Every call is one request unless it says otherwise, and each is counted (`requests`).
 */
export interface Remote extends RemoteCopies, RemoteHistory, RemoteSharing {
  /** Requests sent so far, retries included. */
  requests(): number;

  /** The position after the newest event: taken before a listing, so that nothing falls between (sync-engine.md 6). */
  currentPosition(signal?: AbortSignal): Promise<StreamPosition>;
  /** One page of changes after `position`. An empty page means: nothing new. `position_lost` when the service cannot go on from it. */
  changes(position: StreamPosition, signal?: AbortSignal): Promise<ChangesPage>;
  /** Resolves when something after `position` may be there, or after the service's own limit; a rejection is offline. */
  waitForChange(position: StreamPosition, signal: AbortSignal): Promise<void>;

  /** Null: not there (any more) for this account. A trashed item counts as not there. */
  item(id: ItemId, kind: Kind, signal?: AbortSignal): Promise<RemoteEntry | null>;
  /**
   * All items of one folder, complete (as many as the service counts) or rejected: a short listing is an error, never an
   * absence (edge case 94). Web links are left out. Null: the folder is not there.
   */
  list(folder: ItemId, signal?: AbortSignal): Promise<readonly RemoteEntry[] | null>;

  createFolder(parent: ItemId, name: string, signal?: AbortSignal): Promise<Created>;
  /** Move, rename or both. */
  move(
    target: { id: ItemId; kind: Kind; parentId: ItemId; name: string; ifMatch: Etag | null },
    signal?: AbortSignal,
  ): Promise<Changed>;
  /**
   * To the trash with everything below; `gone` when it is there already. `isStillDue` is asked whenever the request is about to go
   * out, however long it had to wait: when it is not, nothing is sent, and the answer is `changed`.
   */
  trash(target: TrashTarget, signal?: AbortSignal): Promise<Trashed>;

  /** A whole small file in one request: a new one (`parentId`, `name`), or a new version (`itemId`, `ifMatch`). */
  upload(destination: Destination, file: SmallFile, signal?: AbortSignal): Promise<Changed>;

  createSession(destination: Destination, sizeBytes: number, signal?: AbortSignal): Promise<SessionCreated>;
  /** Null: expired or gone. */
  session(sessionId: string, signal?: AbortSignal): Promise<UploadSession | null>;
  /** All parts that the service holds (several requests when there are many). Null: the session is expired or gone. */
  parts(sessionId: string, signal?: AbortSignal): Promise<readonly UploadedPart[] | null>;
  uploadPart(sessionId: string, part: PartBytes, signal?: AbortSignal): Promise<PartUploaded>;
  commit(sessionId: string, commit: SessionCommit, signal?: AbortSignal): Promise<Committed>;
  abort(sessionId: string, signal?: AbortSignal): Promise<void>;

  /** The bytes from `offset` on. `not_found` when the version is gone. The stream must be read to its end or cancelled. */
  download(file: ItemId, offset: number, version: VersionId | null, signal?: AbortSignal): Promise<Download>;
}

/**
 * One change as the stream tells it: the item as it was after the change. `removed`: trashed, deleted, or no longer visible to
 * this account. `contents`: a folder came back or came in with things below that the stream does not name: list it.
 */
export type RemoteChange = {
  readonly eventId: string;
  readonly kind: 'changed' | 'removed';
  readonly entry: RemoteEntry;
  readonly contents: boolean;
  /** The event did not tell what the account may do with the item: keep what is known of it, or of its folder. */
  readonly rightsUnknown?: boolean;
  /** Asked for after the event, so it is how things stand now, also where the item's `sequenceId` did not move. */
  readonly isCurrent?: boolean;
  /** Of `removed`: nobody deleted it; as far as the event tells, this account may not see it any more. */
  readonly isLost?: boolean;
};

export type ChangesPage =
  | {
      readonly ok: true;
      readonly changes: readonly RemoteChange[];
      readonly position: StreamPosition;
      /** The service had nothing more to tell: `position` is where to go on later. */
      readonly isEnd?: boolean;
      /** The account joined or left a group: what it sees may be other items, which no event names. List everything. */
      readonly isAccessChanged?: boolean;
      /** Something about invitations changed: list the pending collaborations. */
      readonly invitations: boolean;
    }
  /** `position_unknown`: the service says that it never gave it out, so it was set back since. */
  | { readonly ok: false; readonly reason: 'position_lost' | 'position_unknown' };

/** Where content goes. `ifMatch` null: replace whatever is there (never used by the engine for a synced item). */
export type Destination =
  | { readonly kind: 'new'; readonly parentId: ItemId; readonly name: string }
  | { readonly kind: 'version'; readonly itemId: ItemId; readonly name: string; readonly ifMatch: Etag | null };

export type SmallFile = {
  readonly bytes: Uint8Array;
  readonly sha1: Sha1;
  readonly contentModifiedAtMs: number | null;
  /** Not told of a file that goes together with others. */
  readonly sent?: SentBytes;
};

export type TrashTarget = {
  readonly id: ItemId;
  readonly kind: Kind;
  readonly ifMatch: Etag | null;
  /**
   * Of a folder: up to where the stream was read. A service of ours answers `changed` when something below the folder is newer than that;
   * others pass it over. Left out: whatever is in it goes.
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

/** Told how many bytes went out by now, of which the other side may not have all; from 0 again with each try. */
export type SentBytes = (bytes: number) => void;

/** `session_gone`: start a new session. `stored`: an equal or another part is there already (adopt it when equal). */
export type PartUploaded =
  | { readonly ok: true; readonly part: UploadedPart }
  | { readonly ok: false; readonly reason: 'stored'; readonly part: UploadedPart }
  | { readonly ok: false; readonly reason: 'session_gone' };

export type SessionCommit = {
  readonly sha1: Sha1;
  readonly parts: readonly UploadedPart[];
  readonly ifMatch: Etag | null;
  readonly contentModifiedAtMs: number | null;
};

/** `assembling`: ask again after the time given, with the same commit (edge case 100). */
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
};

/**
 * - `offline`: no connection, a proxy's page instead of an answer (edge case 105), a time-out;
 * - `signed_out`: 401, after the token could not be refreshed;
 * - `rate_limited` (429), `unavailable` (503 and other 5xx): `retryAfterMs` when the service says so;
 * - `not_found`, `no_permission`: of a download or a listing; `unexpected`: an answer outside the format.
 */
export type RemoteErrorCode =
  | 'offline'
  | 'signed_out'
  | 'rate_limited'
  | 'unavailable'
  | 'not_found'
  | 'no_permission'
  | 'unexpected';

export class RemoteError extends Error {
  readonly code: RemoteErrorCode;
  readonly retryAfterMs: number | null;
  constructor(code: RemoteErrorCode, message: string, options?: { cause?: unknown; retryAfterMs?: number | null }) {
    super(message, options);
    this.name = 'RemoteError';
    this.code = code;
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }
}
