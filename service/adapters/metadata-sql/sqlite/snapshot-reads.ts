import type Sqlite from 'better-sqlite3';

/**
 * Runs works one after another on one connection, each on its own snapshot. The begin and end statements stay prepared, and the
 * connection keeps its built queries from one work to the next.
 */
export function snapshotReads(database: Sqlite.Database): <T>(work: () => Promise<T>) => Promise<T> {
  const begin = database.prepare('begin');
  const end = database.prepare('commit');
  let before: Promise<void> | null = null;

  return async (work) => {
    const turn = before;
    const { promise, resolve } = Promise.withResolvers<void>();
    before = promise;
    if (turn !== null) await turn;
    try {
      begin.run();
      return await work();
    } finally {
      // Some failures end the transaction themselves.
      if (database.inTransaction) end.run();
      if (before === promise) before = null;
      resolve();
    }
  };
}
