import type { FileSystem } from '../ports/file-system.ts';
import type { Remote } from '../ports/remote.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { Patience } from './patience.ts';
import type { TransferRecords } from './records.ts';

/** What every transfer works with. */
export type TransferParts = Patience & {
  readonly fileSystem: FileSystem;
  readonly remote: Remote;
  readonly records: TransferRecords;
  readonly budget: ByteBudget;
  readonly settings: TransferSettings;
};

export type TransferSettings = {
  /** From this size on a file goes through an upload session, and is a large transfer in either direction. */
  readonly sessionFromBytes: number;
  /** Parts of one file that are on their way at a time. */
  readonly partsInFlight: number;
  /** Bytes of files in memory at a time, over all uploads. */
  readonly memoryBytes: number;
  /** Free space of a disk that downloads leave alone (edge case 113). */
  readonly reserveBytes: number;
  readonly smallAtOnce: number;
  readonly largeAtOnce: number;
};

/** One running transfer, as its steps see it. */
export type TransferRun = {
  readonly signal: AbortSignal;
  /** Resolves when transfers are not paused; rejects with the signal's reason. */
  gate(): Promise<void>;
  /** Bytes that the other side has by now; may go back when something has to be sent again. */
  progress(bytesDone: number): void;
};
