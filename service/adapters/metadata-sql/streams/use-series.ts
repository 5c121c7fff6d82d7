import type { Kysely } from 'kysely';
import type { UseSeriesWrites } from '../../../ports/metadata/streams/use-series.ts';
import type { Tables } from '../tables.ts';

/** Series of ranges in SQL. */
export function sqlUseSeries(db: Kysely<Tables>): UseSeriesWrites {
  return {
    begin: async (reader, { now, since }) => {
      const begun = await db
        .insertInto('use_series')
        .values({ reader, begun_at: now })
        .onConflict((conflict) => {
          const again = conflict.column('reader').doUpdateSet({ begun_at: now });
          return since === null ? again : again.where('use_series.begun_at', '<', since);
        })
        .returning('reader')
        .executeTakeFirst();
      return begun !== undefined;
    },
    deleteBegunBefore: async (time, limit) => {
      const old = db.selectFrom('use_series').select('reader').where('begun_at', '<', time).limit(limit);
      const result = await db.deleteFrom('use_series').where('reader', 'in', old).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
