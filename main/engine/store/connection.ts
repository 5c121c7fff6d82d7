import type { Database } from 'better-sqlite3';

/** What the tables share: the open file, logical time, and a way to forget what is not true any more. */
export type Connection = {
  readonly db: Database;
  tick(): number;
  transaction<T>(work: () => T): T;
  /** `forget` is called after each rollback and by `forget()`: remembered rows and counts and reserved numbers may be wrong then. */
  onForget(forget: () => void): void;
  /** Rows were removed past their tables. */
  forget(): void;
  /** `letGo` is called when there is nothing to do: what is kept only to be quick is memory that nobody needs now. */
  onRest(letGo: () => void): void;
  rest(): void;
};

export function createConnection(db: Database): Connection {
  const forgetting: (() => void)[] = [];
  const resting: (() => void)[] = [];
  const time = createTime(db);
  forgetting.push(time.forget);
  const forgetAll = (): void => {
    for (const forget of forgetting) forget();
  };
  const transaction = <T>(work: () => T): T => {
    if (db.inTransaction) return work();
    try {
      return db.transaction(work).immediate();
    } catch (error) {
      forgetAll();
      throw error;
    }
  };
  return {
    db,
    tick: time.tick,
    transaction,
    onForget: (forget) => {
      forgetting.push(forget);
    },
    forget: forgetAll,
    onRest: (letGo) => {
      resting.push(letGo);
    },
    rest: () => {
      for (const letGo of resting) letGo();
    },
  };
}

/** Ticks that are reserved at once: one write for many. */
const RESERVED = 100_000;
const SETTING = 'ticks_reserved';

/**
 * Logical time, which never goes back, also not after a crash: ticks are reserved before the first of them is given, and the next
 * start goes on behind all that were reserved. Reading the highest from the rows would be a look at each of them.
 */
function createTime(db: Database): { tick(): number; forget(): void } {
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  let clock = reservedTicks(db) ?? latestTick(db);
  let reserved = clock;
  return {
    tick: () => {
      if (clock >= reserved) {
        reserved = clock + RESERVED;
        put.run(SETTING, String(reserved));
      }
      clock += 1;
      return clock;
    },
    // What was reserved in a transaction that was rolled back is not.
    forget: () => {
      reserved = clock;
    },
  };
}

function reservedTicks(db: Database): number | null {
  const row = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?').get(SETTING);
  return row === undefined ? null : Number(row.value);
}

/** In a store that has reserved none yet: where the last one that was written down stands. */
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
