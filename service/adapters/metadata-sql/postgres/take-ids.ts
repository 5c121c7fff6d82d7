import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Takes the next ids and returns the last of them. */
export type TakeIds = (count: number) => Promise<number>;

/**
 * Ids rise across all processes, since lists are in their order. They are taken outside the transaction, which would keep the counter from
 * all others until its commit. That commit also flushes the counter, so taking them need not wait for the disk.
 */
export function takeIdsFrom(db: Kysely<Tables>): TakeIds {
  return async (count) => {
    const { rows } = await sql<{ value: number }>`update counter set value = value + ${count}
      from (select set_config('synchronous_commit', 'off', true)) as unflushed where name = 'id' returning value`.execute(
      db,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The counter id is missing.');
    return row.value;
  };
}
