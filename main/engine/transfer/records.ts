import type { Content, Fingerprint } from '../model/entry.ts';
import type { ItemId, Sha1, VersionId } from '../model/ids.ts';
import type { Destination } from '../ports/remote.ts';

/**
 * What transfers write down so that a crash costs at most one part per stream (I10, edge cases 98 and 110). The store
 * satisfies it by shape; every call is one committed transaction before it returns. The parts of a session are not in here: the
 * service's own part list is the truth about them.
 */
export interface TransferRecords {
  upload(key: string): UploadRecord | null;
  /** Inserts, or replaces the record of the same key. */
  saveUpload(record: UploadRecord): void;
  forgetUpload(key: string): void;

  /** Inserts, or replaces the record of the same key and content. */
  saveSent(record: SentRecord): void;
  /** Forgets one content of a key; null: all of them. */
  forgetSent(key: string, sha1: Sha1 | null): void;

  download(key: string): DownloadRecord | null;
  saveDownload(record: DownloadRecord): void;
  forgetDownload(key: string): void;
  /** Staging names that a later resume may still want; every other staging file is rubbish (edge case 112). */
  stagingNames(): readonly string[];
}

/** An upload session that was opened and not yet committed. */
export type UploadRecord = {
  readonly key: string;
  readonly sessionId: string;
  readonly partSizeBytes: number;
  readonly destination: Destination;
  /** The file that the session's parts were read from; another fingerprint makes the session worthless. */
  readonly fingerprint: Fingerprint;
};

/** A content that was about to be sent, and of which it is not written down that it arrived. */
export type SentRecord = {
  readonly key: string;
  readonly destination: Destination;
  readonly content: Content;
  /** The file that it was read from, as it was then, and its name here. */
  readonly fingerprint: Fingerprint;
  readonly localName: string;
  /** The item that was met under the name of the new file after it was sent, and may be itself; null: none was. */
  readonly metItemId: ItemId | null;
};

/** A download whose bytes so far lie in staging. */
export type DownloadRecord = {
  readonly key: string;
  readonly itemId: ItemId;
  readonly versionId: VersionId | null;
  readonly content: Content;
  /** Absolute path of the root whose staging folder holds it. */
  readonly root: string;
  readonly stagingName: string;
};
