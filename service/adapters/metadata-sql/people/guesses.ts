import { type Kysely, sql } from 'kysely';
import type { GuessWrites } from '../../../ports/metadata/people/guesses.ts';
import type { Tables } from '../tables.ts';

/** Failed secret attempts in SQL. */
export function sqlGuesses(db: Kysely<Tables>): GuessWrites {
  return {
    get: async (key, now) => {
      const row = db.selectFrom('guess').selectAll().where('key', '=', key).where('ends_at', '>', now);
      const found = await row.executeTakeFirst();
      return found ? { failures: found.failures, endsAt: found.ends_at } : null;
    },
    add: async (key, { now, endsAt }) => {
      const insert = db.insertInto('guess').values({ key, failures: 1, ends_at: endsAt });
      const isOver = sql<boolean>`guess.ends_at <= ${now}`;
      await insert
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            failures: sql<number>`case when ${isOver} then 1 else guess.failures + 1 end`,
            ends_at: sql<number>`case when ${isOver} then ${endsAt} else guess.ends_at end`,
          }),
        )
        .execute();
    },
    forget: async (key) => void (await db.deleteFrom('guess').where('key', '=', key).execute()),
    deleteEndedBefore: async (time, limit) => {
      const old = db.selectFrom('guess').select('key').where('ends_at', '<', time).limit(limit);
      const result = await db.deleteFrom('guess').where('key', 'in', old).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
