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

/** Takes so many numbers at once; they are the ones behind the number that it tells. */
export async function takeNumbers(db: Kysely<Tables>, name: 'id', count: number): Promise<number> {
  const next = db.updateTable('counter').set((row) => ({ value: row('value', '+', count) }));
  const { value } = await next.where('name', '=', name).returning('value').executeTakeFirstOrThrow();
  return value - count;
}

/** Where a counter stands; 0 when it was never used. */
export async function counterValue(db: Kysely<Tables>, name: string): Promise<number> {
  const row = await db.selectFrom('counter').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? 0;
}

/** Sets a counter that only rises. */
export async function raiseCounter(db: Kysely<Tables>, name: string, value: number): Promise<void> {
  if (value <= (await counterValue(db, name))) return;
  const insert = db.insertInto('counter').values({ name, value });
  await insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute();
}
