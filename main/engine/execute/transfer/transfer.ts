import type { Content, Fingerprint, RemoteEntry } from '../../model/entry.ts';
import type { FileIdentity, ItemId, VersionId } from '../../model/ids.ts';
import type { LocalStat } from '../../model/observation.ts';
import type { RateSample, TransferFlow, TransferProgress } from '../../model/transfer/transfer-progress.ts';
import type { Destination } from '../../model/transfer/transfer-records.ts';
import type { Refusal } from '../../ports/remote/remote-refusal.ts';

/**
 * The transfer API: one entry per direction, for the executor as well as for drag and drop and one-off commands. Each call queues
 * in a lane (small or large), runs, and resolves with an outcome value. It rejects only with `RemoteError` (unreachable, signed
 * out, rate limited) and `FileSystemError` (disk errors), like any other step. Cancelling through `signal` is an outcome, not an
 * error.
 */
export interface Transfers {
  upload(request: UploadRequest): Promise<UploadOutcome>;
  download(request: DownloadRequest): Promise<DownloadOutcome>;
  /**
   * Nothing more will be uploaded under this key: ends the session of an earlier call, if any. Don't call it while an upload with
   * this key runs; that one ends its session itself.
   */
  giveUp(key: string): void;
  /** All queued and running transfers, oldest first. */
  list(): readonly TransferProgress[];
  flow(): TransferFlow;
  /** The rates of the last five minutes, oldest first. */
  rates(): readonly RateSample[];
  /** Cancels one by `id`; with a key, the bytes transferred so far are kept for a resume. False: no such transfer. */
  cancel(id: string): boolean;
  /**
   * No new transfer starts; running ones stop at the next part boundary and continue after `resume`, or at the given time (milliseconds since
   * the epoch; null: none).
   */
  pause(untilMs: number | null): void;
  resume(): void;
  readonly isPaused: boolean;
  /**
   * Called after each change to `list()`, including byte counts: listeners must throttle themselves. Returns the unsubscribe
   * function.
   */
  subscribe(listener: () => void): () => void;
  /** Cancels all and resolves when none is running. */
  close(): Promise<void>;
}

/** The source of an upload. */
export type UploadSource =
  /** A file on disk that must match `expect` throughout (edge cases 1 and 2). */
  | { readonly kind: 'file'; readonly path: string; readonly expect: Fingerprint }
  /** Bytes that can be read only once, e.g. dropped on the window: exactly `sizeBytes`, in any chunks. `open` is called once. */
  | { readonly kind: 'stream'; readonly sizeBytes: number; open(): AsyncIterable<Uint8Array> };

/** The room that the account has on the service, as far as known (SPEC P73). */
export type UploadRoom = {
  /** Asked when the turn of an upload of this size comes; false: it ends as cancelled, and nothing is sent. */
  mayStart(sizeBytes: number): boolean;
  /** The service takes a file of this size: its session is open. The last byte may arrive hours later. */
  accepted(sizeBytes: number): void;
};

export type UploadRequest = {
  readonly source: UploadSource;
  readonly destination: Destination;
  /** `content_modified_at` of the new version, milliseconds since the epoch; null: set by the service. */
  readonly contentModifiedAtMs: number | null;
  /** The label shown to the user, e.g. the path below the root. */
  readonly label: string;
  /**
   * Identifies the transfer across restarts: the same for the same local node, e.g. `1/4711` (root, local id). An open session is
   * recorded under it and resumed. Null (always for a stream): nothing is recorded, and cancelling aborts the session.
   */
  readonly key: string | null;
  readonly signal?: AbortSignal;
  /** Absent: the service always has room. */
  readonly room?: UploadRoom;
  /**
   * Called before a session is committed, and before a request with an unknown outcome is retried: has the file been deleted
   * here, or is it known to have arrived? Then the upload ends as cancelled; otherwise a deleted file would come back (SPEC P85).
   */
  readonly isSettled?: () => boolean;
  /**
   * Awaited before a new file's request with an unknown outcome is retried, and before the `isSettled` call that follows: reads
   * the latest events. Otherwise a file that arrived and was deleted there would come back (SPEC P85).
   */
  readonly beforeAgain?: (signal: AbortSignal) => Promise<void>;
  /**
   * Does the item that holds a new file's name belong to another local file? Then it can't be an earlier upload of this one (edge
   * case 99).
   */
  readonly isOfOther?: (item: ItemId) => boolean;
};

/**
 * - `source_changed`: the file did not match `expect` throughout: nothing was committed; observe it again;
 * - a `Refusal`: the service refuses (`taken`, `changed` = If-Match, `gone`, `refused`);
 * - `corrupt`: the bytes that arrived differed from those sent, twice.
 */
export type UploadOutcome =
  | {
      readonly ok: true;
      /** The item as it now is on the service. */
      readonly entry: RemoteEntry;
      /** The content read and sent. */
      readonly content: Content;
      /** The file's fingerprint after the read (equal to `expect` by `sameFingerprint`); null for a stream. */
      readonly fingerprint: Fingerprint | null;
    }
  | { readonly ok: false; readonly reason: 'source_changed' }
  | { readonly ok: false; readonly reason: 'corrupt' }
  | { readonly ok: false; readonly reason: 'cancelled' }
  | Refusal;

/** `neededBytes` includes the reserve. */
export type SpaceShort = { readonly neededBytes: number; readonly freeBytes: number };

/** A local file that had the wanted content when last read. */
export type NearSource = { readonly path: string; readonly expect: Fingerprint };

/** Verified content that is about to be installed; it keeps its identity. */
export type Staged = { readonly identity: FileIdentity; readonly stagingName: string };

export type DownloadRequest = {
  /** Copy the content from here if it matches; otherwise download it. */
  readonly near?: NearSource | null;
  readonly itemId: ItemId;
  /** The version to download; null: the current one. */
  readonly versionId: VersionId | null;
  /** The expected content; anything else is discarded (edge case 104). */
  readonly content: Content;
  /** Absolute path of the root whose staging folder is used (same volume as the target). */
  readonly root: string;
  /**
   * Returns the target path, called right before the install (edge case 5: its folder may have been renamed meanwhile). Null: the
   * place no longer exists. The caller checks its own preconditions here and may record the pending install.
   */
  readonly target: (staged: Staged) => Promise<string | null> | string | null;
  /** The replaced file must still match this; null: the name must be free (edge case 3). */
  readonly expect: Fingerprint | null;
  readonly contentModifiedAtMs: number | null;
  readonly label: string;
  /** As for uploads, e.g. `1/9000000123` (root, item id). Null: not resumed after a restart. */
  readonly key: string | null;
  readonly signal?: AbortSignal;
};

/**
 * - `target_changed`: the place is taken, has changed or no longer exists, and is left untouched. With a key, the content stays
 *   in staging for a later call that wants it;
 * - `gone`: the item or this version no longer exists on the service; `no_permission`: the account may not read it;
 * - `remote_changed`: the service's content differs from `content`: observe it again;
 * - `corrupt`: the content that arrived was not `content`, twice; nothing was kept (edge case 104);
 * - `disk_full`: the download would use up the disk's reserve, and nothing was kept (edge case 113). If other programs take the
 *   space while it runs, the bytes so far are kept with a key, for a next call that finds enough space for the rest. `space` null:
 *   the disk took no more although enough is free. With a key, the bytes received so far are kept, and the next call asks for more
 *   only once the free space has changed or an hour has passed;
 * - `too_large`: this disk takes no file of this size. With a key, the next call asks only if it is for another disk.
 */
export type DownloadOutcome =
  /** `receivedBytes`: bytes received from the service in this call. */
  | { readonly ok: true; readonly stat: LocalStat; readonly path: string; readonly receivedBytes: number }
  | { readonly ok: false; readonly reason: 'target_changed' }
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'no_permission' }
  | { readonly ok: false; readonly reason: 'remote_changed' }
  | { readonly ok: false; readonly reason: 'corrupt' }
  | { readonly ok: false; readonly reason: 'disk_full'; readonly space: SpaceShort | null }
  | { readonly ok: false; readonly reason: 'too_large' }
  | { readonly ok: false; readonly reason: 'cancelled' };
