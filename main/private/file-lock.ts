import { accessSync, closeSync, constants, openSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Held until released, or until the process ends. `release` may be called twice. */
export type FileLock = { release(): void };

/**
 * Locks a file against other processes and other callers in this one; null: another has it. The lock is an open transaction on an empty SQLite
 * database, so the system ends it with the process, even after a crash, and the file can stay. Creates a missing file.
 * Throws the errors of the disk.
 */
export function lockFile(path: string): FileLock | null {
  requireWritable(path);
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void database.close() };
}

/**
 * SQLite would only say that it can't open the file; the system's error names the file and the reason. An existing file is not opened: closing
 * it would end the locks that this process has on it.
 */
function requireWritable(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    accessSync(path, constants.R_OK | constants.W_OK);
  }
}
