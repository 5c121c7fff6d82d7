import type { Connection } from './connection.ts';

/** At least this many recently used rows are kept, at most twice as many. A plan and its steps touch fewer. */
const KEPT = 2_048;

/**
 * A read cache for the rows of one table by key; misses are cached too. Planning, running and recording a step reads the same few
 * rows about thirty times. Every write names the affected rows, so the cache never returns stale data.
 */
export type RowCache<Key, Row> = {
  get(key: Key): Row | undefined;
  /** The row of this key was written and would read back as this one. */
  put(key: Key, row: Row): void;
  /** The row of this key was written or removed. */
  drop(key: Key): void;
  /** Rows with unknown keys were written. */
  clear(): void;
};

export function createRowCache<Key, Row>(
  connection: Pick<Connection, 'onForget' | 'onRest'>,
  read: (key: Key) => Row | undefined,
  kept = KEPT,
): RowCache<Key, Row> {
  // Two generations: reads move rows to the young one. When it fills up, rows not read since are dropped.
  let young = new Map<Key, Row | undefined>();
  let old = new Map<Key, Row | undefined>();
  const clear = (): void => {
    young = new Map();
    old = new Map();
  };
  const keep = (key: Key, row: Row | undefined): Row | undefined => {
    if (young.size >= kept) {
      old = young;
      young = new Map();
    }
    young.set(key, row);
    return row;
  };
  connection.onForget(clear);
  connection.onRest(clear);
  return {
    get: (key) => {
      const row = young.get(key);
      if (row !== undefined || young.has(key)) return row;
      return keep(key, old.has(key) ? old.get(key) : read(key));
    },
    put: (key, row) => {
      keep(key, row);
    },
    drop: (key) => {
      young.delete(key);
      old.delete(key);
    },
    clear,
  };
}
