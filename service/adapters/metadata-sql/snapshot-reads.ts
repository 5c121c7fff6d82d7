import type Sqlite from 'better-sqlite3';

/**
 * Works that each read one snapshot of the database, one after the other on one connection. They begin and end by two
 * statements that stay prepared, and what the connection knows of its queries stays from one to the next.
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
      // Some failures end the transaction by themselves.
      if (database.inTransaction) end.run();
    }
  };

  return (work) => {
    const own = before.then(() => readSnapshot(work));
    before = own.catch(() => undefined);
    return own;
  };
}
