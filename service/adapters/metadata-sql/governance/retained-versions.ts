import { type Kysely, sql } from 'kysely';
import type { DispositionAction } from '../../../../contract/resources/governance/retention-policy.ts';
import type { RetentionReads } from '../../../ports/metadata/governance/retention.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

type RetainedReads = Pick<
  RetentionReads,
  'listOfVersions' | 'extensionsOf' | 'listStartedBefore' | 'listFilesUnder' | 'listPastVersionsUnder'
>;

/** Retained versions in SQL. */
export function retainedReads(db: Kysely<Tables>): RetainedReads {
  const retained = (assignmentId: string) =>
    db
      .selectFrom('version_retention')
      .innerJoin('item', 'item.id', 'version_retention.file_id')
      .where('version_retention.assignment_id', '=', toKey(assignmentId));
  return {
    listOfVersions: async (versionIds) => {
      const rows = await inChunks(versionIds.map(toKey), (keys) => retentionsOf(db, keys));
      return rows.map((row) => ({
        assignmentId: toId(row.assignment_id),
        policyId: toId(row.policy_id),
        versionId: toId(row.version_id),
        fileId: toId(row.file_id),
        startsAt: row.starts_at,
        lengthDays: row.length_days,
        // The column holds a valid action.
        dispositionAction: row.disposition_action as DispositionAction,
        canOwnerExtend: row.can_owner_extend === 1,
        maxExtensionDays: row.max_extension_days,
      }));
    },
    extensionsOf: async (fileIds) => {
      const rows = await inChunks(fileIds.map(toKey), (keys) =>
        db.selectFrom('retention_extension').selectAll().where('file_id', 'in', keys).execute(),
      );
      return new Map(rows.map((row) => [toId(row.file_id), row.until]));
    },
    listStartedBefore: async ({ assignmentId, time, after, limit }) => {
      let query = db
        .selectFrom('version_retention')
        .select(['starts_at', 'version_id'])
        .where('assignment_id', '=', toKey(assignmentId))
        .where('starts_at', '<=', time)
        .where(sql<boolean>`not exists (select 1 from version_hold where version_id = version_retention.version_id)`);
      if (after)
        query = query.where(sql<boolean>`(starts_at, version_id) > (${after.startsAt}, ${toKey(after.versionId)})`);
      const rows = await query.orderBy('starts_at').orderBy('version_id').limit(limit).execute();
      return rows.map((row) => ({ startsAt: row.starts_at, versionId: toId(row.version_id) }));
    },
    listFilesUnder: async (assignmentId, { after, limit }) => {
      const files = retained(assignmentId)
        .select('version_retention.file_id as id')
        .whereRef('item.version_id', '=', 'version_retention.version_id')
        .where('version_retention.file_id', '>', toKey(after ?? '0'));
      return (await files.orderBy('version_retention.file_id').limit(limit).execute()).map((row) => toId(row.id));
    },
    listPastVersionsUnder: async (assignmentId, { after, limit }) => {
      const versions = retained(assignmentId)
        .select('version_retention.version_id as id')
        .whereRef('item.version_id', '!=', 'version_retention.version_id')
        .where('version_retention.version_id', '>', toKey(after ?? '0'));
      return (await versions.orderBy('version_retention.version_id').limit(limit).execute()).map((row) => toId(row.id));
    },
  };
}

async function retentionsOf(db: Kysely<Tables>, versions: readonly number[]) {
  return db
    .selectFrom('version_retention')
    .innerJoin('retention_assignment', 'retention_assignment.id', 'version_retention.assignment_id')
    .innerJoin('retention_policy', 'retention_policy.id', 'retention_assignment.policy_id')
    .select([
      'version_retention.assignment_id',
      'retention_assignment.policy_id',
      'version_retention.version_id',
      'version_retention.file_id',
      'version_retention.starts_at',
      'retention_policy.length_days',
      sql<string>`case when version_retention.is_doubtful = 1 then 'remove_retention' else retention_policy.disposition_action end`.as(
        'disposition_action',
      ),
      'retention_policy.can_owner_extend',
      'retention_policy.max_extension_days',
    ])
    .where('version_retention.version_id', 'in', versions)
    .where('retention_assignment.ended_at', 'is', null)
    .execute();
}
