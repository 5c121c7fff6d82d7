import type { Database } from 'better-sqlite3';

/** Shared by the tables: the open file, logical time, and cache invalidation. */
export type Connection = {
  readonly db: Database;
  tick(): number;
  transaction<T>(work: () => T): T;
  /** `forget` runs after each rollback and on `forget()`: cached rows, counts and reserved ids may be wrong then. */
  onForget(forget: () => void): void;
  /** Rows were removed without going through their tables. */
  forget(): void;
  /** `letGo` runs when the engine is idle, to free caches. */
  onRest(letGo: () => void): void;
  rest(): void;
  /** `note` runs after each commit of `transaction`. */
  onCommit(note: () => void): void;
  /** `note` runs when a person's choice was written (`store/choices.ts`), within its transaction. */
  onChoice(note: () => void): void;
  chose(): void;
};

export function createConnection(db: Database): Connection {
  const forgetting: (() => void)[] = [];
  const resting: (() => void)[] = [];
  const committing: (() => void)[] = [];
  const choosing: (() => void)[] = [];
  const time = createTime(db);
  forgetting.push(time.forget);
  const forgetAll = (): void => {
    for (const forget of forgetting) forget();
  };
  const transaction = <T>(work: () => T): T => {
    if (db.inTransaction) return work();
    try {
      const value = db.transaction(work).immediate();
      for (const note of committing) note();
      return value;
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
    onCommit: (note) => {
      committing.push(note);
    },
    onChoice: (note) => {
      choosing.push(note);
    },
    chose: () => {
      for (const note of choosing) note();
    },
  };
}

/** Ticks reserved at a time, in one write. */
const RESERVED = 100_000;
const SETTING = 'ticks_reserved';

/**
 * Logical time that never goes back, even after a crash: ticks are reserved before use, and the next start continues after the
 * last reserved one. Finding the highest tick in the rows would mean a full scan.
 */
function createTime(db: Database): { tick(): number; forget(): void } {
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO setting (root_id, name, value) VALUES (0, ?, ?)');
  let clock = reservedTicks(db) ?? latestTick(db);
  let reserved = clock;
  return {
    tick: () => {
      if (clock >= reserved) {
        const next = clock + RESERVED;
        put.run(SETTING, String(next));
        reserved = next;
      }
      clock += 1;
      return clock;
    },
    // A rollback also undoes the reservation.
    forget: () => {
      reserved = clock;
    },
  };
}

function reservedTicks(db: Database): number | null {
  const row = db
    .prepare<[string], { value: string }>('SELECT value FROM setting WHERE root_id = 0 AND name = ?')
    .get(SETTING);
  return row === undefined ? null : Number(row.value);
}

/** For a store without reservations: the highest recorded tick. */
function latestTick(db: Database): number {
  const row = db
    .prepare<[], { latest: number }>(
      `SELECT max(
         (SELECT coalesce(max(taken_at), 0) FROM local_node),
         (SELECT coalesce(max(taken_at), 0) FROM remote_node),
         (SELECT coalesce(max(taken_at), 0) FROM remote_gone),
         (SELECT coalesce(max(missing_at), 0) FROM local_node)
       ) AS latest`,
    )
    .get();
  return row?.latest ?? 0;
}
