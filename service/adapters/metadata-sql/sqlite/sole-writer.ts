import { type Kysely, sql } from 'kysely';
import { nextNumbers } from '../counters.ts';
import type { SqlWriter } from '../sql-database.ts';
import { appendAtOnce } from '../streams/event-rows.ts';
import type { Tables } from '../tables.ts';

/** The only writer has every tree to itself. */
export function soleWriter(db: Kysely<Tables>): SqlWriter {
  const take = nextNumbers(db, 'id');
  const appendEvent = appendAtOnce(db);
  return { db, requireTrees: async () => {}, nextIds: take, appendEvent, keepRow: sql``, skipTaken: sql`` };
}
