import type { Database } from 'better-sqlite3';

/** What the tables share: the open file, logical time, and a way to forget what a rollback made untrue. */
export type Connection = {
  readonly db: Database;
  tick(): number;
  transaction<T>(work: () => T): T;
  /** `forget` is called after each rollback: remembered counts and reserved numbers may be wrong then. */
  onRollback(forget: () => void): void;
};

export function createConnection(db: Database): Connection {
  const forgetting: (() => void)[] = [];
  let clock = latestTick(db);
  const transaction = <T>(work: () => T): T => {
    if (db.inTransaction) return work();
    try {
      return db.transaction(work).immediate();
    } catch (error) {
      for (const forget of forgetting) forget();
      throw error;
    }
  };
  return {
    db,
    tick: () => {
      clock += 1;
      return clock;
    },
    transaction,
    onRollback: (forget) => {
      forgetting.push(forget);
    },
  };
}

/** Logical time goes on where the last one that was written down stands. */
function latestTick(db: Database): number {
  const row = db
    .prepare<[], { latest: number }>(
      `SELECT max(
         (SELECT coalesce(max(taken_at), 0) FROM local_node),
         (SELECT coalesce(max(taken_at), 0) FROM remote_node),
         (SELECT coalesce(max(taken_at), 0) FROM remote_gone),
         (SELECT coalesce(max(taken_at), 0) FROM missing)
       ) AS latest`,
    )
    .get();
  return row?.latest ?? 0;
}
