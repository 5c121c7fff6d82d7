import { type Kysely, sql } from 'kysely';
import type { LegalHoldStatus, LegalHoldTargetType } from '../../../../contract/resources/governance/legal-hold.ts';
import type {
  LegalHoldAssignmentRecord,
  LegalHoldPolicyRecord,
  LegalHoldReads,
  LegalHoldWrites,
} from '../../../ports/metadata/governance/legal-holds.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import { preparedForKeys } from '../prepared.ts';
import type { LegalHoldAssignmentRow, LegalHoldPolicyRow } from '../tables/governance.ts';
import type { Tables } from '../tables.ts';
import { eachPart } from './content-scope.ts';
import { countAssignments, liftSome } from './kept-by-assignment.ts';
import { onTargets } from './on-targets.ts';

/** Legal holds in SQL. */
export function sqlLegalHolds(db: Kysely<Tables>): LegalHoldWrites {
  return {
    ...policyReads(db),
    ...assignmentReads(db),
    ...holdReads(db),
    insertPolicy: async (policy) => {
      await db.insertInto('legal_hold_policy').values(toPolicyRow(policy)).execute();
    },
    updatePolicy: async (policy) => {
      const { id, ...columns } = toPolicyRow(policy);
      await db.updateTable('legal_hold_policy').set(columns).where('id', '=', id).execute();
    },
    insertAssignment: async (assignment) => {
      await db.insertInto('legal_hold_assignment').values(toAssignmentRow(assignment)).execute();
    },
    markReleasing: async (id, deletedAt) => {
      const marked = db.updateTable('legal_hold_assignment').set({ deleted_at: deletedAt });
      await marked.where('id', '=', toKey(id)).execute();
    },
    deleteAssignment: async (id) => {
      await db.deleteFrom('legal_hold_assignment').where('id', '=', toKey(id)).execute();
    },
    hold: async (assignmentId, scope, madeBetween) => {
      await eachPart(db, scope, async (versions) => {
        const wanted = madeBetween
          ? versions
              .where('file_version.created_at', '>=', madeBetween.from)
              .where('file_version.created_at', '<=', madeBetween.to)
          : versions;
        const rows = wanted
          .innerJoin('legal_hold_assignment', (join) => join.on('legal_hold_assignment.id', '=', toKey(assignmentId)))
          .select(['legal_hold_assignment.id', 'file_version.id as version_id', 'file_version.file_id']);
        const insert = db
          .insertInto('version_hold')
          .columns(['assignment_id', 'version_id', 'file_id'])
          .expression(rows);
        await insert.onConflict((conflict) => conflict.doNothing()).execute();
      });
    },
    liftSome: (assignmentId, limit) => liftSome(db, 'version_hold', assignmentId, limit),
  };
}

type PolicyReads = Pick<LegalHoldReads, 'getPolicy' | 'getPolicyByName' | 'listPolicies' | 'listReleasingPolicies'>;

function policyReads(db: Kysely<Tables>): PolicyReads {
  const policies = () => db.selectFrom('legal_hold_policy').selectAll();
  return {
    getPolicy: async (id) => {
      const row = await policies().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromPolicyRow(row) : null;
    },
    getPolicyByName: async (name) => {
      const live = policies().where('deleted_at', 'is', null);
      const row = await live.where('name_key', '=', name.toLowerCase()).executeTakeFirst();
      return row ? fromPolicyRow(row) : null;
    },
    listReleasingPolicies: async (limit) => {
      // A literal, so that the database uses the index of policies that are being released.
      const releasing = policies().where(sql<boolean>`status = 'releasing'`).orderBy('id').limit(limit);
      return (await releasing.execute()).map(fromPolicyRow);
    },
    listPolicies: async ({ namePrefix, after, limit }) => {
      const prefix = namePrefix.toLowerCase();
      const behind = policies().where('id', '>', toKey(after ?? '0'));
      const named = behind.where(({ eb, fn, val }) =>
        eb(fn<string>('substr', ['name_key', val(1), val([...prefix].length)]), '=', prefix),
      );
      const rows = await (prefix === '' ? behind : named).orderBy('id').limit(limit).execute();
      return rows.map(fromPolicyRow);
    },
  };
}

type AssignmentReads = Pick<
  LegalHoldReads,
  'countAssignments' | 'getAssignment' | 'listAssignments' | 'listActiveOn' | 'listReleasing'
>;

function assignmentReads(db: Kysely<Tables>): AssignmentReads {
  const assignments = () => db.selectFrom('legal_hold_assignment').selectAll();
  const liveOn = preparedForKeys<LegalHoldAssignmentRow, string>(db, (ids) =>
    assignments().where('deleted_at', 'is', null).where('target_id', 'in', ids),
  );
  return {
    countAssignments: (policyIds) => countAssignments(db, 'legal_hold_assignment', 'deleted_at', policyIds),
    getAssignment: async (id) => {
      const row = await assignments().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromAssignmentRow(row) : null;
    },
    listAssignments: async ({ policyId, targetType, targetId, after, limit }) => {
      let query = assignments()
        .where('policy_id', '=', toKey(policyId))
        .where('id', '>', toKey(after ?? '0'));
      if (targetType !== undefined) query = query.where('target_type', '=', targetType);
      if (targetId !== undefined) query = query.where('target_id', '=', targetId);
      return (await query.orderBy('id').limit(limit).execute()).map(fromAssignmentRow);
    },
    listActiveOn: async (targets) => {
      return (await onTargets(targets, liveOn)).map(fromAssignmentRow);
    },
    listReleasing: async ({ after, limit }) => {
      const releasing = assignments().where('deleted_at', 'is not', null);
      const behind = releasing.where('id', '>', toKey(after ?? '0'));
      return (await behind.orderBy('id').limit(limit).execute()).map(fromAssignmentRow);
    },
  };
}

type HoldReads = Pick<LegalHoldReads, 'heldAmong' | 'listFilesOnHold' | 'listPastVersionsOnHold'>;

function holdReads(db: Kysely<Tables>): HoldReads {
  const holds = (assignmentId: string) =>
    db
      .selectFrom('version_hold')
      .innerJoin('item', 'item.id', 'version_hold.file_id')
      .where('version_hold.assignment_id', '=', toKey(assignmentId));
  return {
    heldAmong: async (versionIds) => {
      const rows = await inChunks(versionIds.map(toKey), (keys) =>
        db.selectFrom('version_hold').select('version_id').distinct().where('version_id', 'in', keys).execute(),
      );
      return new Set(rows.map((row) => toId(row.version_id)));
    },
    listFilesOnHold: async (assignmentId, { after, limit }) => {
      const files = holds(assignmentId)
        .select('version_hold.file_id as id')
        .whereRef('item.version_id', '=', 'version_hold.version_id')
        .where('version_hold.file_id', '>', toKey(after ?? '0'));
      return (await files.orderBy('version_hold.file_id').limit(limit).execute()).map((row) => toId(row.id));
    },
    listPastVersionsOnHold: async (assignmentId, { after, limit }) => {
      const versions = holds(assignmentId)
        .select('version_hold.version_id as id')
        .whereRef('item.version_id', '!=', 'version_hold.version_id')
        .where('version_hold.version_id', '>', toKey(after ?? '0'));
      return (await versions.orderBy('version_hold.version_id').limit(limit).execute()).map((row) => toId(row.id));
    },
  };
}

function fromPolicyRow(row: LegalHoldPolicyRow): LegalHoldPolicyRecord {
  return {
    id: toId(row.id),
    name: row.name,
    description: row.description,
    // The column holds what `toPolicyRow` wrote.
    status: row.status as LegalHoldStatus,
    isOngoing: row.is_ongoing === 1,
    filterStartedAt: row.filter_started_at,
    filterEndedAt: row.filter_ended_at,
    releaseNotes: row.release_notes,
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    deletedAt: row.deleted_at,
  };
}

function toPolicyRow(policy: LegalHoldPolicyRecord): LegalHoldPolicyRow {
  return {
    id: toKey(policy.id),
    name: policy.name,
    name_key: policy.name.toLowerCase(),
    description: policy.description,
    status: policy.status,
    is_ongoing: policy.isOngoing ? 1 : 0,
    filter_started_at: policy.filterStartedAt,
    filter_ended_at: policy.filterEndedAt,
    release_notes: policy.releaseNotes,
    created_by: toKey(policy.createdBy),
    created_at: policy.createdAt,
    modified_at: policy.modifiedAt,
    deleted_at: policy.deletedAt,
  };
}

function fromAssignmentRow(row: LegalHoldAssignmentRow): LegalHoldAssignmentRecord {
  return {
    id: toId(row.id),
    policyId: toId(row.policy_id),
    // The columns hold what `toAssignmentRow` wrote.
    target: { type: row.target_type as LegalHoldTargetType, id: row.target_id },
    assignedBy: toId(row.assigned_by),
    assignedAt: row.assigned_at,
    deletedAt: row.deleted_at,
  };
}

function toAssignmentRow(assignment: LegalHoldAssignmentRecord): LegalHoldAssignmentRow {
  return {
    id: toKey(assignment.id),
    policy_id: toKey(assignment.policyId),
    target_type: assignment.target.type,
    target_id: assignment.target.id,
    assigned_by: toKey(assignment.assignedBy),
    assigned_at: assignment.assignedAt,
    deleted_at: assignment.deletedAt,
  };
}
