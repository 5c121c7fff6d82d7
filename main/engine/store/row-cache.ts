import type { Connection } from './connection.ts';

/** Rows that are kept at least of those that were asked for last; never more than twice as many. A plan and its steps touch fewer. */
const KEPT = 2_048;

/**
 * Rows of a table as they were read, each by one key; that there is none is kept as well. Planning, running and recording a step asks
 * for the same few rows some thirty times. Every write of the table says which rows it was about, so that nothing is ever
 * answered that is not in the table.
 */
export type RowCache<Key, Row> = {
  get(key: Key): Row | undefined;
  /** The row of this key was written, and would be read as this one. */
  put(key: Key, row: Row): void;
  /** The row of this key was written or removed. */
  drop(key: Key): void;
  /** Rows were written of which the keys are not known. */
  clear(): void;
};

export function createRowCache<Key, Row>(
  connection: Pick<Connection, 'onForget' | 'onRest'>,
  read: (key: Key) => Row | undefined,
  kept = KEPT,
): RowCache<Key, Row> {
  // Two generations: what is asked for goes to the young one, and what nobody asked for while that one filled up is let go.
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
