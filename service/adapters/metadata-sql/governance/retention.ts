import { type Kysely, sql } from 'kysely';
import type {
  DispositionAction,
  RetentionTargetType,
} from '../../../../contract/resources/governance/retention-policy.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import type {
  RetentionAssignmentRecord,
  RetentionPolicyRecord,
  RetentionReads,
  RetentionWrites,
} from '../../../ports/metadata/governance/retention.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import { preparedForKeys } from '../prepared.ts';
import type { RetentionAssignmentRow, RetentionPolicyRow } from '../tables/governance.ts';
import type { Tables } from '../tables.ts';
import { resumePurgesOf } from '../upkeep/resume-purges.ts';
import { eachPart } from './content-scope.ts';
import { countAssignments, liftSome } from './kept-by-assignment.ts';
import { onTargets } from './on-targets.ts';
import { retainedReads } from './retained-versions.ts';

/** Retention in SQL. */
export function sqlRetention(db: Kysely<Tables>): RetentionWrites {
  return {
    ...policyReads(db),
    ...assignmentReads(db),
    ...retainedReads(db),
    ...retainedWrites(db),
    insertPolicy: async (policy) => {
      await db.insertInto('retention_policy').values(toPolicyRow(policy)).execute();
    },
    updatePolicy: async (policy) => {
      const { id, ...columns } = toPolicyRow(policy);
      await db.updateTable('retention_policy').set(columns).where('id', '=', id).execute();
    },
    endPolicy: async (id, now) => {
      // Longer than any name may be.
      const ended = { ended_at: now, name: `${id} ${'-'.repeat(limits.retentionNameLength)}` };
      await db.updateTable('retention_policy').set(ended).where('id', '=', toKey(id)).execute();
      await dropEndedPolicies(db);
    },
    insertAssignment: async (assignment) => {
      await db.insertInto('retention_assignment').values(toAssignmentRow(assignment)).execute();
    },
    endAssignment: async (id, now) => {
      await db.updateTable('retention_assignment').set({ ended_at: now }).where('id', '=', toKey(id)).execute();
    },
    deleteAssignment: async (id) => {
      await db.deleteFrom('retention_assignment').where('id', '=', toKey(id)).execute();
      await dropEndedPolicies(db);
    },
    forgetExtensions: async (fileIds) => {
      await inChunks(fileIds.map(toKey), (keys) =>
        db.deleteFrom('retention_extension').where('file_id', 'in', keys).execute(),
      );
    },
    setExtension: async (fileId, until) => {
      const insert = db.insertInto('retention_extension').values({ file_id: toKey(fileId), until });
      await insert.onConflict((conflict) => conflict.column('file_id').doUpdateSet({ until })).execute();
    },
  };
}

/** The policies that ended and whose assignments are gone. */
async function dropEndedPolicies(db: Kysely<Tables>): Promise<void> {
  const ended = db.deleteFrom('retention_policy').where('ended_at', 'is not', null);
  await ended
    .where(({ exists, not, selectFrom }) => {
      const left = selectFrom('retention_assignment').select('retention_assignment.id');
      return not(exists(left.whereRef('retention_assignment.policy_id', '=', 'retention_policy.id')));
    })
    .execute();
}

type RetainedWrites = Pick<RetentionWrites, 'retain' | 'lift' | 'liftSome' | 'forgetVersions'>;

function retainedWrites(db: Kysely<Tables>): RetainedWrites {
  return {
    retain: async (assignmentId, scope, uploads) => {
      const createdAt = sql.ref('file_version.created_at');
      const isDoubtful =
        uploads === null ? sql`0` : sql`case when ${createdAt} <= ${uploads.doubtfulUntil} then 1 else 0 end`;
      await eachPart(db, scope, async (versions) => {
        const all = versions
          .innerJoin('retention_assignment', (join) => join.on('retention_assignment.id', '=', toKey(assignmentId)))
          .select([
            'retention_assignment.id',
            'file_version.id as version_id',
            'file_version.file_id',
            'file_version.created_at',
            isDoubtful.as('is_doubtful'),
          ]);
        const rows = uploads === null ? all : all.where('file_version.created_at', '>', uploads.after);
        const insert = db
          .insertInto('version_retention')
          .columns(['assignment_id', 'version_id', 'file_id', 'starts_at', 'is_doubtful'])
          .expression(rows);
        await insert.onConflict((conflict) => conflict.doNothing()).execute();
      });
    },
    lift: async (assignmentId, versionId) => {
      const retained = db.deleteFrom('version_retention').where('assignment_id', '=', toKey(assignmentId));
      await resumePurgesOf(
        db,
        await retained.where('version_id', '=', toKey(versionId)).returning('file_id').execute(),
      );
    },
    liftSome: (assignmentId, limit) => liftSome(db, 'version_retention', assignmentId, limit),
    forgetVersions: async (versionIds) => {
      await inChunks(versionIds.map(toKey), async (keys) => {
        const deleted = db.deleteFrom('version_retention').where('version_id', 'in', keys).returning('file_id');
        await resumePurgesOf(db, await deleted.execute());
        return [];
      });
    },
  };
}

type PolicyReads = Pick<RetentionReads, 'getPolicy' | 'getPolicyByName' | 'listPolicies'>;

function policyReads(db: Kysely<Tables>): PolicyReads {
  const policies = () => db.selectFrom('retention_policy').selectAll().where('ended_at', 'is', null);
  return {
    getPolicy: async (id) => {
      const row = await policies().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromPolicyRow(row) : null;
    },
    getPolicyByName: async (name) => {
      const row = await policies().where('name', '=', name).executeTakeFirst();
      return row ? fromPolicyRow(row) : null;
    },
    listPolicies: async ({ namePrefix, policyType, createdBy, after, limit }) => {
      let query = policies().where('id', '>', toKey(after ?? '0'));
      if (namePrefix !== '') {
        query = query.where(({ eb, fn, val }) =>
          eb(fn<string>('substr', ['name', val(1), val([...namePrefix].length)]), '=', namePrefix),
        );
      }
      if (policyType !== undefined) query = query.where('length_days', policyType === 'finite' ? 'is not' : 'is', null);
      if (createdBy !== undefined) query = query.where('created_by', '=', toKey(createdBy));
      return (await query.orderBy('id').limit(limit).execute()).map(fromPolicyRow);
    },
  };
}

type AssignmentReads = Pick<
  RetentionReads,
  'countAssignments' | 'getAssignment' | 'listAssignments' | 'listActiveOn' | 'listEnded'
>;

type ActiveRow = RetentionAssignmentRow & Pick<RetentionPolicyRow, 'length_days'>;

function assignmentReads(db: Kysely<Tables>): AssignmentReads {
  const assignments = () =>
    db
      .selectFrom('retention_assignment')
      .selectAll('retention_assignment')
      .where('retention_assignment.ended_at', 'is', null);
  const activeOn = preparedForKeys<ActiveRow, string, [string]>(db, (ids) =>
    assignments()
      .innerJoin('retention_policy', 'retention_policy.id', 'retention_assignment.policy_id')
      .select('retention_policy.length_days')
      .where('retention_policy.status', '=', 'active')
      .where('target_id', 'in', ids),
  );
  return {
    countAssignments: (policyIds) => countAssignments(db, 'retention_assignment', 'ended_at', policyIds),
    listEnded: async (limit) => {
      const ended = db.selectFrom('retention_assignment').select('id').where('ended_at', 'is not', null);
      return (await ended.orderBy('id').limit(limit).execute()).map((row) => toId(row.id));
    },
    getAssignment: async (id) => {
      const row = await assignments().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromAssignmentRow(row) : null;
    },
    listAssignments: async ({ policyId, targetType, after, limit }) => {
      const all = assignments()
        .where('policy_id', '=', toKey(policyId))
        .where('id', '>', toKey(after ?? '0'));
      const wanted = targetType === undefined ? all : all.where('target_type', '=', targetType);
      return (await wanted.orderBy('id').limit(limit).execute()).map(fromAssignmentRow);
    },
    listActiveOn: async (targets) => {
      const rows = await onTargets(targets, (ids) => activeOn(ids, 'active'));
      return rows.map((row) => ({ ...fromAssignmentRow(row), lengthDays: row.length_days }));
    },
  };
}

function fromPolicyRow(row: RetentionPolicyRow): RetentionPolicyRecord {
  return {
    id: toId(row.id),
    name: row.name,
    description: row.description,
    lengthDays: row.length_days,
    // The columns hold what `toPolicyRow` wrote.
    dispositionAction: row.disposition_action as DispositionAction,
    isModifiable: row.is_modifiable === 1,
    status: row.status as RetentionPolicyRecord['status'],
    canOwnerExtend: row.can_owner_extend === 1,
    maxExtensionDays: row.max_extension_days,
    areOwnersNotified: row.are_owners_notified === 1,
    notificationRecipients: JSON.parse(row.notification_recipients) as string[],
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toPolicyRow(policy: RetentionPolicyRecord): RetentionPolicyRow {
  return {
    id: toKey(policy.id),
    name: policy.name,
    description: policy.description,
    length_days: policy.lengthDays,
    disposition_action: policy.dispositionAction,
    is_modifiable: policy.isModifiable ? 1 : 0,
    status: policy.status,
    can_owner_extend: policy.canOwnerExtend ? 1 : 0,
    max_extension_days: policy.maxExtensionDays,
    are_owners_notified: policy.areOwnersNotified ? 1 : 0,
    notification_recipients: JSON.stringify(policy.notificationRecipients),
    created_by: toKey(policy.createdBy),
    created_at: policy.createdAt,
    modified_at: policy.modifiedAt,
    ended_at: null,
  };
}

function fromAssignmentRow(row: RetentionAssignmentRow): RetentionAssignmentRecord {
  return {
    id: toId(row.id),
    policyId: toId(row.policy_id),
    // The columns hold what `toAssignmentRow` wrote.
    target: { type: row.target_type as RetentionTargetType, id: row.target_id },
    assignedBy: toId(row.assigned_by),
    assignedAt: row.assigned_at,
  };
}

function toAssignmentRow(assignment: RetentionAssignmentRecord): RetentionAssignmentRow {
  return {
    id: toKey(assignment.id),
    policy_id: toKey(assignment.policyId),
    target_type: assignment.target.type,
    target_id: assignment.target.id,
    assigned_by: toKey(assignment.assignedBy),
    assigned_at: assignment.assignedAt,
    ended_at: null,
  };
}
