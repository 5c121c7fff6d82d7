import type Sqlite from 'better-sqlite3';

/**
 * Runs works one after another on one connection, each on its own snapshot. The begin and end statements stay prepared, and the
 * connection keeps its built queries from one work to the next.
 */
export function snapshotReads(database: Sqlite.Database): <T>(work: () => Promise<T>) => Promise<T> {
  const begin = database.prepare('begin');
  const end = database.prepare('commit');
  const waiting: (() => void)[] = [];
  let isTaken = false;

  return async (work) => {
    // Whoever ends hands the connection to the first that waits.
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
    isTaken = true;
    try {
      begin.run();
      const result = await work();
      end.run();
      return result;
    } catch (error) {
      // Some failures end the transaction themselves.
      if (database.inTransaction) end.run();
      throw error;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    }
  };
}
