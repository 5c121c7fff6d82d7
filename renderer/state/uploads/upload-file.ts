/** One file of an upload batch. */
export type UploadFile = {
  readonly id: number;
  /** Below the destination, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'sending' | 'sent' | 'skipped' | 'failed' | 'cancelled';
  /** Why it failed. */
  readonly sentence: string | null;
  /** False: the browser could not read it, so there is nothing to send again. */
  readonly isReadable: boolean;
};

export type FileCounts = Readonly<Record<UploadFile['state'], number>> & {
  readonly bytes: number;
  readonly sentBytes: number;
};

/** The files of a batch by state, and their bytes. A cancelled or skipped file counts no bytes. */
export function countFiles(files: readonly UploadFile[]): FileCounts {
  const counts = { waiting: 0, sending: 0, sent: 0, skipped: 0, failed: 0, cancelled: 0, bytes: 0, sentBytes: 0 };
  for (const { state, sizeBytes, sentBytes } of files) {
    counts[state] += 1;
    if (state === 'skipped' || state === 'cancelled') continue;
    counts.bytes += sizeBytes;
    counts.sentBytes += state === 'sent' ? sizeBytes : Math.min(sentBytes, sizeBytes);
  }
  return counts;
}
