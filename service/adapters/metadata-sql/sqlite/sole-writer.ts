import { type Kysely, sql } from 'kysely';
import { nextNumbers } from '../counters.ts';
import type { SqlWriter } from '../sql-database.ts';
import { appendAtOnce } from '../streams/event-rows.ts';
import type { Tables } from '../tables.ts';

/** The only writer has every tree to itself. */
export function soleWriter(db: Kysely<Tables>): SqlWriter {
  const take = nextNumbers(db, 'id');
  const appendEvent = appendAtOnce(db);
  const always = { requireTrees: async () => {}, pendingEvents: () => [] };
  return { db, nextIds: take, appendEvent, ...always, keepRow: sql``, lockRow: sql``, skipTaken: sql`` };
}
