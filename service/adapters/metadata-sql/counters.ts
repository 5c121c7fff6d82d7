import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Takes the next number. The row stays locked until the commit, so that numbers are given out, and become visible, in the
 * order of commits: nobody sees a number while a smaller one is still on its way.
 */
export async function nextNumber(db: Kysely<Tables>, name: 'id' | 'event_position'): Promise<number> {
  const next = db.updateTable('counter').set((row) => ({ value: row('value', '+', 1) }));
  const { value } = await next.where('name', '=', name).returning('value').executeTakeFirstOrThrow();
  return value;
}
