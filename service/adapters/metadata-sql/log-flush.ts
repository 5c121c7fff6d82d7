import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes the write-ahead log of a database to disk. */
export interface LogFlush {
  /** Resolves when everything that was committed before the call survives a power cut. */
  flush(): Promise<void>;
  /** Resolves when nothing that was committed is still on its way to the disk; rejects if it could not get there. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Flushes the log from a thread of the pool. SQLite itself (synchronous = FULL) would flush within the commit and hold up
 * every other request for that long; here the process goes on, and all that comes meanwhile shares the next flush. SQLite
 * keeps the file consistent in either case (synchronous = NORMAL): only who was answered before the flush could be
 * disappointed, and nobody is.
 */
export async function openLogFlush(databaseFile: string): Promise<LogFlush> {
  await syncEntriesBeside(databaseFile);
  const log = await open(`${databaseFile}-wal`, 'r+');
  let running: Promise<void> = Promise.resolve();
  return {
    flush: async () => {
      running = log.datasync();
      await running;
    },
    settled: async () => running,
    close: async () => log.close(),
  };
}

/** The database and its log are new files at the first start: their names must survive too. */
async function syncEntriesBeside(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory: FileHandle = await open(dirname(file), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
