import type { Kysely } from 'kysely';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** Takes the next numbers and returns the last of them. The statement is built once per connection. */
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

/** Takes the next number of a monotonic counter, at least `least`. The statement is built once per connection. */
export function nextNumberFrom(db: Kysely<Tables>, name: 'admin_position'): (least: number) => Promise<number> {
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

/** The current value of a counter, whose row stays locked until the transaction ends. */
export async function lockedCounter(db: Kysely<Tables>, name: 'admin_position'): Promise<number> {
  const same = db.updateTable('counter').set((row) => ({ value: row.ref('value') }));
  return (await same.where('name', '=', name).returning('value').executeTakeFirstOrThrow()).value;
}

/** The current value of a counter; 0 if it was never used. */
export async function counterValue(db: Kysely<Tables>, name: string): Promise<number> {
  return counterReader(db)(name);
}

/** The same for frequent use: the query is built once. */
export function counterReader(db: Kysely<Tables>): (name: string) => Promise<number> {
  const read = prepared<{ readonly value: number }, [string]>(db, () =>
    db.selectFrom('counter').select('value').where('name', '=', ''),
  );
  return async (name) => (await read(name))[0]?.value ?? 0;
}

/** Raises a monotonic counter to a value, in one statement, so that a concurrent rise is not undone. */
export async function raiseCounter(db: Kysely<Tables>, name: string, value: number): Promise<void> {
  const insert = db.insertInto('counter').values({ name, value });
  await insert
    .onConflict((known) => known.column('name').doUpdateSet({ value }).where('counter.value', '<', value))
    .execute();
}
