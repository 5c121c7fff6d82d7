import { type Kysely, sql } from 'kysely';
import type { GuessWindow, GuessWrites } from '../../../ports/metadata/people/guesses.ts';
import type { Tables } from '../tables.ts';

/** Failed secret attempts in SQL. */
export function sqlGuesses(db: Kysely<Tables>): GuessWrites {
  return {
    get: async (key, window) => {
      const row = db.selectFrom('guess').selectAll().where('key', '=', key);
      const found = await row.where(isOpen(window)).executeTakeFirst();
      return found ? { failures: found.failures, endsAt: found.ends_at } : null;
    },
    add: async (key, window) => {
      const { endsAt } = window;
      const insert = db.insertInto('guess').values({ key, failures: 1, ends_at: endsAt });
      await insert
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            failures: sql<number>`case when ${isOpen(window)} then guess.failures + 1 else 1 end`,
            ends_at: sql<number>`case when ${isOpen(window)} then guess.ends_at else ${endsAt} end`,
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

const isOpen = ({ now, latestEnd }: GuessWindow) =>
  sql<boolean>`(guess.ends_at > ${now} and guess.ends_at <= ${latestEnd})`;
