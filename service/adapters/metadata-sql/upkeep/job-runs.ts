import type { Kysely } from 'kysely';
import type { JobRunWrites } from '../../../ports/metadata/upkeep/job-runs.ts';
import type { Tables } from '../tables.ts';

/**
 * Job runs in SQL. A claim is one conditional statement, so only one of two processes succeeds. A holder whose lease has expired died in
 * its run, so the job is due. Times further ahead than the clocks of two processes may differ come from a clock that was set back since, and
 * count as past.
 */
export function sqlJobRuns(db: Kysely<Tables>): JobRunWrites {
  const held = (name: string, holder: string) =>
    db.updateTable('job_run').where('name', '=', name).where('holder', '=', holder);
  return {
    claim: async ({ name, holder, now, everyMs, holdMs }) => {
      const taken = { holder, held_until: now + holdMs, begun_at: now };
      const insert = db.insertInto('job_run').values({ name, ...taken });
      const claimed = await insert
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(taken)
            .where(({ eb, or }) =>
              or([
                eb('job_run.holder', 'is not', null),
                eb('job_run.begun_at', '<=', now - everyMs),
                eb('job_run.begun_at', '>', now + everyMs),
              ]),
            )
            .where(({ eb, or }) =>
              or([
                eb('job_run.holder', 'is', null),
                eb('job_run.held_until', '<=', now),
                eb('job_run.held_until', '>', now + 2 * holdMs),
              ]),
            ),
        )
        .executeTakeFirst();
      if (Number(claimed.numInsertedOrUpdatedRows ?? 0) > 0) return null;
      const row = await db.selectFrom('job_run').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
      const dueAt = row.holder === null ? row.begun_at + everyMs : row.held_until;
      return Math.min(dueAt, now + 2 * Math.max(everyMs, holdMs));
    },
    extend: async (name, holder, until) => {
      const result = await held(name, holder).set({ held_until: until }).executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    finish: async (name, holder, end) => {
      const released = end === 'interrupted' ? { holder: null, begun_at: 0 } : { holder: null };
      await held(name, holder).set(released).execute();
    },
  };
}
