/** The items of a ZIP download, and the authority with which they are read. */
export interface ZipRequest {
  readonly items: readonly ZipItem[];
  /** The name of the archive, with its extension. */
  readonly fileName: string;
  /** SHA-256 of the token of the request, and the user that an administrator acts as; null for a visitor of a page, who has no token. */
  readonly use: { readonly token: string; readonly asUser: string | null } | null;
  /** The shared link of the request, with its state at that time; null without one. */
  readonly sharedLink: { readonly itemId: string; readonly stamp: string } | null;
}

export interface ZipItem {
  readonly kind: 'file' | 'folder';
  readonly id: string;
}

/** The progress of a ZIP download, in files; folders count only when they were skipped. */
export interface ZipCounts {
  readonly totalFiles: number;
  readonly downloadedFiles: number;
  readonly skippedFiles: number;
  readonly skippedFolders: number;
}

/** `waiting`: its URL has not been opened yet. */
export type ZipState = 'waiting' | 'in_progress' | 'succeeded' | 'failed';

/** A ZIP download. Times are in milliseconds since the epoch. */
export interface ZipDownloadRecord extends ZipCounts {
  /** Hexadecimal, random. */
  readonly id: string;
  readonly userId: string;
  /** The network of a visitor without an account; null for people with one. */
  readonly network: string | null;
  readonly request: ZipRequest;
  readonly state: ZipState;
  /** When a running download last said that its receiver takes bytes. */
  readonly seenAt: number;
  /** Afterwards no request uses it, and a job deletes it. */
  readonly expiresAt: number;
}

/** The receiver of a ZIP download. */
export type ZipReceiver = Pick<ZipDownloadRecord, 'userId' | 'network'>;

/** ZIP download queries. */
export interface ZipDownloadReads {
  get(id: string): Promise<ZipDownloadRecord | null>;
  /** Who receives the downloads that run and were seen after this time. */
  runningSince(time: number): Promise<readonly ZipReceiver[]>;
}

/** Changes to ZIP downloads. */
export interface ZipDownloadWrites extends ZipDownloadReads {
  insert(record: ZipDownloadRecord): Promise<void>;
  /** Keeps other downloads from starting until this transaction ends, and waits for one that does. */
  lockStarts(): Promise<void>;
  /** Starts a download that waits. False: it does not. Of several at once only one starts it. */
  start(id: string, times: { readonly now: number; readonly expiresAt: number }): Promise<boolean>;
  /** Notes the progress of a running download that was seen after `since`. False: it no longer runs. */
  progress(
    id: string,
    counts: ZipCounts,
    times: { readonly now: number; readonly since: number; readonly expiresAt: number },
  ): Promise<boolean>;
  /** Ends a running download. */
  end(id: string, state: 'succeeded' | 'failed', counts: ZipCounts, expiresAt: number): Promise<void>;
  /** Deletes up to `limit` downloads that expired before this time. Returns how many. */
  deleteExpiredBefore(time: number, limit: number): Promise<number>;
}
