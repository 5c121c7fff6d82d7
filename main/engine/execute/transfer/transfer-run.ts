import type { TransferredParts } from '../../model/transfer/transfer-progress.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { Remote } from '../../ports/remote/remote.ts';
import type { DiskSpace } from './download/disk-space.ts';
import type { BufferPool } from './pace/buffer-pool.ts';
import type { Patience } from './patience.ts';
import type { TransferRecords } from './records.ts';

/** Shared by all transfers. */
export type TransferParts = Patience & {
  readonly fileSystem: FileSystem;
  readonly remote: Remote;
  readonly records: TransferRecords;
  readonly buffers: TransferBuffers;
  readonly space: DiskSpace;
  readonly settings: TransferSettings;
};

/**
 * The memory of uploads. Two pools, because the parts of a huge file on a slow line hold theirs for long, and small files must
 * not wait for that.
 */
export type TransferBuffers = { readonly parts: BufferPool; readonly small: BufferPool };

export type TransferSettings = {
  /** From this size on a file is uploaded through a session and counts as large in both directions. */
  readonly sessionFromBytes: number;
  /** Parallel parts of one file. */
  readonly partsInFlight: number;
  /** Part bytes in memory at a time, across all uploads. */
  readonly partMemoryBytes: number;
  /** The same for files sent whole; a larger one is sent alone. */
  readonly smallMemoryBytes: number;
  /** Free disk space that downloads must leave (edge case 113). */
  readonly reserveBytes: number;
  /** Smaller files start over after a restart: recording their state costs more than their bytes. */
  readonly resumeFromBytes: number;
  /** Whole files being read or in flight; the port decides on the number of requests. */
  readonly smallUploadsAtOnce: number;
  /** Downloads of a few KiB: they mostly wait for answers and flushes. */
  readonly tinyDownloadsAtOnce: number;
  readonly smallDownloadsAtOnce: number;
  readonly largeAtOnce: number;
};

/** A running transfer, from the viewpoint of its steps. */
export type TransferRun = {
  readonly signal: AbortSignal;
  /** Resolves while transfers are not paused; rejects with the signal's reason. */
  gate(): Promise<void>;
  /** Lets others use the lane during this wait, then queues for it again. Call before any bytes move. Rejects with the signal's reason. */
  stepAside(wait: () => Promise<void>): Promise<void>;
  /** Reports bytes already in place from an earlier attempt; call before `progress` includes them. */
  had(bytes: number): void;
  /** Total bytes transferred, including earlier attempts; may decrease when bytes must be sent again. */
  progress(bytesDone: number, parts?: TransferredParts): void;
};
