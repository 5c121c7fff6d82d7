import type { TransferredParts } from '../model/transfer-progress.ts';
import type { FileSystem } from '../ports/file-system.ts';
import type { Remote } from '../ports/remote.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { Patience } from './patience.ts';
import type { TransferRecords } from './records.ts';

/** What every transfer works with. */
export type TransferParts = Patience & {
  readonly fileSystem: FileSystem;
  readonly remote: Remote;
  readonly records: TransferRecords;
  readonly buffers: TransferBuffers;
  readonly settings: TransferSettings;
};

/**
 * The memory of uploads. Two pools, because the parts of a huge file on a slow line hold theirs for long, and small files are not to
 * wait for that.
 */
export type TransferBuffers = { readonly parts: BufferPool; readonly small: BufferPool };

export type TransferSettings = {
  /** From this size on a file goes through an upload session, and is a large transfer in either direction. */
  readonly sessionFromBytes: number;
  /** Parts of one file that are on their way at a time. */
  readonly partsInFlight: number;
  /** Bytes of parts in memory at a time, over all uploads. */
  readonly partMemoryBytes: number;
  /** The same for files that are sent as a whole; one that is larger than this is alone. */
  readonly smallMemoryBytes: number;
  /** Free space of a disk that downloads leave alone (edge case 113). */
  readonly reserveBytes: number;
  /** A smaller file is fetched anew after a restart: writing down where it lies costs more than its bytes. */
  readonly resumeFromBytes: number;
  /** Whole files that are read or on their way; how many requests that makes is for the port to say. */
  readonly smallUploadsAtOnce: number;
  /** Downloads of some KiB: what they wait for is answers and flushes. */
  readonly tinyDownloadsAtOnce: number;
  readonly smallDownloadsAtOnce: number;
  readonly largeAtOnce: number;
};

/** One running transfer, as its steps see it. */
export type TransferRun = {
  readonly signal: AbortSignal;
  /** Resolves when transfers are not paused; rejects with the signal's reason. */
  gate(): Promise<void>;
  /** So many more bytes are where they are to go from an earlier try: told before `progress` counts them as done. */
  had(bytes: number): void;
  /** Bytes that went out, or came, by now, those of an earlier try included; may go back when something has to be sent again. */
  progress(bytesDone: number, parts?: TransferredParts): void;
};
