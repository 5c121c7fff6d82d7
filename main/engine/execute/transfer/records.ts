import type { Sha1 } from '../../model/ids.ts';
import type { DownloadRecord, SentRecord, UploadRecord } from '../../model/transfer/transfer-records.ts';

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
