import type Sqlite from 'better-sqlite3';

/** The works on a connection that reads. */
export interface SnapshotReads {
  /** Runs a work on its own snapshot. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a work while no snapshot is open. */
  between(work: () => void): Promise<void>;
}

/**
 * Runs works one after another on one connection, each on its own snapshot. The begin and end statements stay prepared, and the
 * connection keeps its built queries from one work to the next.
 */
export function snapshotReads(database: Sqlite.Database): SnapshotReads {
  const begin = database.prepare('begin');
  const end = database.prepare('commit');
  const waiting: (() => void)[] = [];
  let isTaken = false;

  const take = async () => {
    // A work that ends hands the connection to the first one waiting.
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
    isTaken = true;
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else isTaken = false;
  };

  return {
    read: async (work) => {
      await take();
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
        leave();
      }
    },
    between: async (work) => {
      await take();
      try {
        work();
      } finally {
        leave();
      }
    },
  };
}
