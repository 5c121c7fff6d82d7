import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes the write-ahead log of a database to disk. */
export interface LogFlush {
  /** Resolves when the log has no gap. Call it before each commit: rejects as long as a commit could be lost behind one. */
  closeGap(): Promise<void>;
  /** Resolves when everything committed before the call survives a power cut. */
  flush(): Promise<void>;
  /** Resolves when every commit has been flushed; rejects if that failed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Flushes the log on a thread of the pool. SQLite itself (synchronous = FULL) would flush within the commit and block every other
 * request. Here the process keeps working, and commits that arrive in the meantime share the next flush. SQLite keeps the file
 * consistent either way (synchronous = NORMAL), and no request is answered before its flush.
 *
 * A failed flush may have lost pages that the system then counts as written, so that later flushes succeed. A power cut would end the log
 * at those pages and undo every later commit. So after a failure nothing counts as flushed until `empty` has moved the whole log into the
 * database and flushed that. An earlier process may have left such a gap; if the disk is too full to move its log, everything can still be read.
 *
 * @param mayHaveGap whether the log holds commits of an earlier process
 */
export async function openLogFlush(
  databaseFile: string,
  { mayHaveGap, empty }: { readonly mayHaveGap: boolean; readonly empty: () => Promise<void> },
): Promise<LogFlush> {
  await syncEntriesBeside(databaseFile);
  const log = await open(`${databaseFile}-wal`, 'r+');
  let hasGap = mayHaveGap;
  const flushOrEmpty = async () => {
    if (!hasGap) {
      try {
        return await log.datasync();
      } catch {
        hasGap = true;
      }
    }
    await empty();
    hasGap = false;
  };
  let running: Promise<void> = hasGap ? Promise.resolve() : flushOrEmpty();
  await running;
  return {
    closeGap: async () => {
      if (!hasGap) return;
      await empty();
      hasGap = false;
      running = Promise.resolve();
    },
    flush: async () => {
      running = flushOrEmpty();
      await running;
    },
    settled: () => running,
    close: async () => log.close(),
  };
}

/** At the first start the database and its log are new files, so their directory entries need a flush too. */
async function syncEntriesBeside(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory: FileHandle = await open(dirname(file), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
