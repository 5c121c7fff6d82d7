import type Sqlite from 'better-sqlite3';

/**
 * Runs works one after another on one connection, each on its own snapshot. The begin and end statements stay prepared, and the
 * connection keeps its built queries from one work to the next.
 */
export function snapshotReads(database: Sqlite.Database): <T>(work: () => Promise<T>) => Promise<T> {
  const begin = database.prepare('begin');
  const end = database.prepare('commit');
  let before: Promise<unknown> = Promise.resolve();

  const readSnapshot = async <T>(work: () => Promise<T>): Promise<T> => {
    begin.run();
    try {
      return await work();
    } finally {
      // Some failures end the transaction themselves.
      if (database.inTransaction) end.run();
    }
  };

  return (work) => {
    const own = before.then(() => readSnapshot(work));
    before = own.catch(() => undefined);
    return own;
  };
}
