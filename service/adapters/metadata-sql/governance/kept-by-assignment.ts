import { type Kysely, sql } from 'kysely';
import type { AssignmentCount } from '../../../ports/metadata/governance/content-scope.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';
import { resumePurgesOf } from '../upkeep/resume-purges.ts';

/** Deletes up to this many rows of an ended assignment and resumes the purges that they kept. Returns how many. */
export async function liftSome(
  db: Kysely<Tables>,
  table: 'version_hold' | 'version_retention',
  assignmentId: string,
  limit: number,
): Promise<number> {
  const assignment = toKey(assignmentId);
  const kept = db.selectFrom(table).select('version_id').where('assignment_id', '=', assignment);
  const some = (await kept.orderBy('version_id').limit(limit).execute()).map((row) => row.version_id);
  await inChunks(some, async (keys) => {
    const lifted = db.deleteFrom(table).where('assignment_id', '=', assignment);
    await resumePurgesOf(db, await lifted.where('version_id', 'in', keys).returning('file_id').execute());
    return [];
  });
  return some.length;
}

/** Counts the assignments of policies that have not ended, by type of target; `endedAt`: the column that says so. */
export async function countAssignments<Type extends string>(
  db: Kysely<Tables>,
  table: 'legal_hold_assignment' | 'retention_assignment',
  endedAt: string,
  policyIds: readonly string[],
): Promise<readonly AssignmentCount<Type>[]> {
  const rows = await inChunks(policyIds.map(toKey), async (keys) => {
    const counted = sql<{ policy_id: number; target_type: Type; count: number }>`
      select policy_id, target_type, count(*) as count from ${sql.table(table)}
      where policy_id in (${sql.join(keys)}) and ${sql.ref(endedAt)} is null group by policy_id, target_type`;
    return (await counted.execute(db)).rows;
  });
  return rows.map((row) => ({
    policyId: toId(row.policy_id),
    targetType: row.target_type,
    count: Number(row.count),
  }));
}
