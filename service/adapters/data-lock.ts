import { accessSync, closeSync, constants, openSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';

/** Another service process holds the data directory. */
class DataInUse extends Error {
  readonly code = 'data_in_use';
  constructor(directory: string, cause: unknown) {
    super(
      `The data directory ${directory} is in use by another tandem-service. Stop that one, or choose another directory with --data.`,
      { cause },
    );
  }
}

/** One process's hold on a directory. */
export interface DataLock {
  release(): void;
}

/**
 * Locks the data directory for this process. Commands such as `users create` do not need it.
 * @throws DataInUse
 */
export function lockData(directory: string): DataLock {
  return lockFile(path.join(directory, 'service.lock'), (cause) => new DataInUse(directory, cause));
}

/**
 * Takes a lock for this process. The lock is an open transaction on a file of its own, so it ends with the process, even after a crash.
 * @param refusal the error to throw if another process has the lock
 */
export function lockFile(file: string, refusal: (cause: unknown) => Error): DataLock {
  requireWritable(file);
  const database = new Sqlite(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY') ? refusal(cause) : cause;
  }
  return { release: () => database.close() };
}

/**
 * Creates the file if necessary. SQLite would only say that it can't open it; the system's error names the file and the reason.
 * An existing file is not opened: closing it would drop the locks that SQLite has on it in this process.
 */
function requireWritable(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    accessSync(file, constants.R_OK | constants.W_OK);
  }
}
