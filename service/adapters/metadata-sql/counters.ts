import type { Kysely } from 'kysely';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/**
 * Takes the next numbers, and tells the last of them; the statement is built once for a connection. The row stays locked until the commit, so that numbers are given out, and become visible, in the
 * order of commits: nobody sees a number while a smaller one is still on its way.
 */
export function nextNumbers(db: Kysely<Tables>, name: 'id'): (count?: number) => Promise<number> {
  const take = prepared<{ readonly value: number }, [number, string]>(db, () => {
    const next = db.updateTable('counter').set((row) => ({ value: row('value', '+', 0) }));
    return next.where('name', '=', name).returning('value');
  });
  return async (count = 1) => {
    const [row] = await take(count, name);
    if (row === undefined) throw new Error(`The counter ${name} is missing.`);
    return row.value;
  };
}

/** Takes the next number of a counter that only rises, and at least this one. The row stays locked until the commit, as above. */
export function nextNumberFrom(db: Kysely<Tables>, name: 'event_position'): (least: number) => Promise<number> {
  const take = prepared<{ readonly value: number }, [number, number, number, string]>(db, () => {
    const next = db.updateTable('counter').set((row) => {
      return {
        value: row
          .case()
          .when('value', '<', 0)
          .then(row.val(0))
          .else(row('value', '+', 0))
          .end(),
      };
    });
    return next.where('name', '=', name).returning('value');
  });
  return async (least) => {
    const [row] = await take(least, least, 1, name);
    if (row === undefined) throw new Error(`The counter ${name} is missing.`);
    return row.value;
  };
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
