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

/** One service process's hold on a data directory. */
export interface DataLock {
  release(): void;
}

/**
 * Locks the data directory for this process. The lock is an open transaction on a separate file, so it ends with the process, even
 * after a crash. Commands such as `users create` do not need it.
 * @throws DataInUse
 */
export function lockData(directory: string): DataLock {
  const database = new Sqlite(path.join(directory, 'service.lock'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new DataInUse(directory, cause);
  }
  return { release: () => database.close() };
}
