import type { DiskRefusal } from '../../model/disk-refusal.ts';
import type { Content, Fingerprint } from '../../model/entry.ts';
import type { ItemId, Sha1 } from '../../model/ids.ts';
import type { Destination } from '../../ports/remote/remote.ts';

/**
 * Records of transfers, so that a crash costs at most one part per stream (I10, edge cases 98 and 110). The store implements it
 * structurally; each call commits before it returns. A session's parts are not recorded: the service's part list is
 * authoritative.
 */
export interface TransferRecords {
  upload(key: string): UploadRecord | null;
  /** Inserts or replaces the record with this key. */
  saveUpload(record: UploadRecord): void;
  forgetUpload(key: string): void;

  /** Inserts or replaces the record with this key and content. */
  saveSent(record: SentRecord): void;
  /** Removes one content of a key; null: all. */
  forgetSent(key: string, sha1: Sha1 | null): void;

  download(key: string): DownloadRecord | null;
  saveDownload(record: DownloadRecord): void;
  forgetDownload(key: string): void;
  /** Nothing was installed from this staging file, which is about to be removed. */
  forgetStaged(stagingName: string): void;
  /** Staging files that a later resume or an open install may need; all others are garbage (edge case 112). */
  stagingNames(): readonly string[];
}

/** An upload session that is open and not committed. */
export type UploadRecord = {
  readonly key: string;
  readonly sessionId: string;
  readonly destination: Destination;
  /** The source file of the session's parts; with another fingerprint the session is useless. */
  readonly fingerprint: Fingerprint;
};

/** Content about to be sent whose arrival is not recorded yet. */
export type SentRecord = {
  readonly key: string;
  readonly destination: Destination;
  readonly content: Content;
  /** The source file at that time, and its local name. */
  readonly fingerprint: Fingerprint;
  readonly localName: string;
  /** The item found under the new file's name after sending, which may be this upload; null: none. */
  readonly metItemId: ItemId | null;
  /** It comes by a move on the service, which transfers nothing (SPEC P63). */
  readonly isMove?: boolean;
};

/** A download whose bytes so far are in staging. */
export type DownloadRecord = {
  readonly key: string;
  readonly itemId: ItemId;
  readonly content: Content;
  /** Absolute path of the root whose staging folder holds it. */
  readonly root: string;
  readonly stagingName: string;
  readonly refusal?: DiskRefusal;
};
