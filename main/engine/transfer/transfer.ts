import type { Content, Fingerprint, RemoteEntry } from '../model/entry.ts';
import type { FileIdentity, ItemId, VersionId } from '../model/ids.ts';
import type { LocalStat } from '../model/observation.ts';
import type { TransferFlow, TransferProgress } from '../model/transfer-progress.ts';
import type { Destination } from '../ports/remote.ts';
import type { Refusal } from '../ports/remote-refusal.ts';

/**
 * What the transfer room offers: one entry per direction, for the executor as for drag and drop and one-off commands. Each
 * call waits its turn in a lane (small or large), runs, and ends with an outcome value. Besides outcomes a call rejects only
 * with `RemoteError` (nothing reachable, signed out, limited) and `FileSystemError` (the disk refused): the same errors as of
 * any other step. Cancelling through `signal` is an outcome, not an error.
 */
export interface Transfers {
  upload(request: UploadRequest): Promise<UploadOutcome>;
  download(request: DownloadRequest): Promise<DownloadOutcome>;
  /**
   * Nothing is uploaded under this key any more: the session that a former call left is ended, if there is one. Not while an upload of
   * this key is under way, which ends its session by itself.
   */
  giveUp(key: string): void;
  /** All that wait or run, oldest first. */
  list(): readonly TransferProgress[];
  flow(): TransferFlow;
  /** Cancels one by its `id`; what was transferred is kept for a resume when it has a key. False: no such transfer. */
  cancel(id: string): boolean;
  /** No new transfer starts; running ones stop at the next part border and go on with `resume`. */
  pause(): void;
  resume(): void;
  readonly isPaused: boolean;
  /** Told after each change of `list()`, also of bytes: readers slow themselves down. Returns the end of it. */
  subscribe(listener: () => void): () => void;
  /** Cancels all and resolves when nothing runs any more. */
  close(): Promise<void>;
}

/** Where the bytes of an upload come from. */
export type UploadSource =
  /** A file on disk that must be and stay `expect` (edge cases 1 and 2). */
  | { readonly kind: 'file'; readonly path: string; readonly expect: Fingerprint }
  /** Bytes that exist once, e.g. dropped on the window: exactly `sizeBytes`, in any chunks. `open` is called once. */
  | { readonly kind: 'stream'; readonly sizeBytes: number; open(): AsyncIterable<Uint8Array> };

export type UploadRequest = {
  readonly source: UploadSource;
  readonly destination: Destination;
  /** `content_modified_at` of the new version, milliseconds since the epoch; null: let the service say. */
  readonly contentModifiedAtMs: number | null;
  /** What people read, e.g. the path below the root. */
  readonly label: string;
  /**
   * Names the transfer across restarts: equal for the same local node, e.g. `1/4711` (root, local id). An open session is
   * recorded under it and resumed. Null (always for a stream): nothing is recorded, a cancelled session is aborted.
   */
  readonly key: string | null;
  readonly signal?: AbortSignal;
  /** Asked when its turn comes; false: it ends as cancelled, and nothing was sent. */
  readonly mayStart?: () => boolean;
  /**
   * Asked before a session is committed, and before a request is repeated whose effect nobody knows: is the file deleted here by now,
   * or known to have arrived? Then it ends as cancelled. Sent nevertheless, a file that somebody deleted would come back (SPEC P85).
   */
  readonly isSettled?: () => boolean;
  /**
   * Waited for before the request of a new file is repeated whose effect nobody knows, and before `isSettled` is asked then: the service
   * is asked for what is new. What arrived and was deleted there would come back (SPEC P85).
   */
  readonly beforeAgain?: (signal: AbortSignal) => Promise<void>;
  /** Is the item that holds the name of a new file another file's here? Then it cannot be this one, sent before (edge case 99). */
  readonly isOfOther?: (item: ItemId) => boolean;
};

/**
 * - `source_changed`: the file was not or did not stay `expect`: nothing was committed; observe it again;
 * - a `Refusal`: the service does not do it (`taken`, `changed` = If-Match, `gone`, `refused`);
 * - `corrupt`: the service got other bytes than were sent, twice.
 */
export type UploadOutcome =
  | {
      readonly ok: true;
      /** The item as it now is on the service. */
      readonly entry: RemoteEntry;
      /** What was read and sent. */
      readonly content: Content;
      /** The file's fingerprint after the read (equal to `expect` by `sameFingerprint`); null for a stream. */
      readonly fingerprint: Fingerprint | null;
    }
  | { readonly ok: false; readonly reason: 'source_changed' }
  | { readonly ok: false; readonly reason: 'corrupt' }
  | { readonly ok: false; readonly reason: 'cancelled' }
  | Refusal;

/** A file of this disk that had the wanted content when it was last read. */
export type NearSource = { readonly path: string; readonly expect: Fingerprint };

export type DownloadRequest = {
  /** The bytes are taken from here when that gives the content; from the service else. */
  readonly near?: NearSource | null;
  readonly itemId: ItemId;
  /** The version to fetch; null: the current one. */
  readonly versionId: VersionId | null;
  /** What must arrive; anything else is thrown away (edge case 104). */
  readonly content: Content;
  /** Absolute path of the root whose staging folder is used (same volume as the target). */
  readonly root: string;
  /**
   * Where the file goes, asked right before it is put there (edge case 5: its folder may have been renamed meanwhile).
   * Null: there is no such place any more. The caller checks its own preconditions in here, and may write down what will be there.
   */
  readonly target: (staged: FileIdentity) => Promise<string | null> | string | null;
  /** The file that is replaced must still be this; null: the name must be free (edge case 3). */
  readonly expect: Fingerprint | null;
  readonly contentModifiedAtMs: number | null;
  readonly label: string;
  /** As of an upload: e.g. `1/9000000123` (root, item id). Null: not resumed after a restart. */
  readonly key: string | null;
  readonly signal?: AbortSignal;
};

/**
 * - `target_changed`: the place is taken or not as expected any more, or there is no place: nothing was touched. What was
 *   fetched stays in staging under the key (if any) for a later call that wants the same content;
 * - `gone`: the item or this version is not on the service any more; `no_permission`: the account may not read it;
 * - `remote_changed`: the service has other bytes than `content` says: observe it again;
 * - `corrupt`: what arrived was not `content`, twice; nothing was kept (edge case 104);
 * - `disk_full`: fetching would use up the reserve of the disk; nothing was kept (edge case 113).
 */
export type DownloadOutcome =
  /** `receivedBytes`: what came from the service in this call. */
  | { readonly ok: true; readonly stat: LocalStat; readonly path: string; readonly receivedBytes: number }
  | { readonly ok: false; readonly reason: 'target_changed' }
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'no_permission' }
  | { readonly ok: false; readonly reason: 'remote_changed' }
  | { readonly ok: false; readonly reason: 'corrupt' }
  | { readonly ok: false; readonly reason: 'disk_full'; readonly neededBytes: number; readonly freeBytes: number }
  | { readonly ok: false; readonly reason: 'cancelled' };
