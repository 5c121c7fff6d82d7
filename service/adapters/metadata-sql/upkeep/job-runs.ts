import type { Kysely } from 'kysely';
import type { JobRunWrites } from '../../../ports/metadata/upkeep/job-runs.ts';
import type { Tables } from '../tables.ts';

/** Job runs in SQL. Claims are transactions of the store, which are serialised across processes. */
export function sqlJobRuns(db: Kysely<Tables>): JobRunWrites {
  const held = (name: string, holder: string) =>
    db.updateTable('job_run').where('name', '=', name).where('holder', '=', holder);
  return {
    claim: async ({ name, holder, now, everyMs, holdMs }) => {
      const row = await db.selectFrom('job_run').selectAll().where('name', '=', name).executeTakeFirst();
      if (row) {
        const freeAt = row.holder === null ? now : row.held_until;
        const lookAgainAt = Math.max(freeAt, row.begun_at + everyMs);
        if (lookAgainAt > now) return lookAgainAt;
      }
      const taken = { holder, held_until: now + holdMs, begun_at: now };
      const insert = db.insertInto('job_run').values({ name, ...taken });
      await insert.onConflict((conflict) => conflict.column('name').doUpdateSet(taken)).execute();
      return null;
    },
    extend: async (name, holder, until) => {
      const result = await held(name, holder).set({ held_until: until }).executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    finish: async (name, holder) => void (await held(name, holder).set({ holder: null }).execute()),
  };
}
