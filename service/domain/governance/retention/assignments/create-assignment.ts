import type { FullRetentionPolicyAssignment } from '../../../../../contract/resources/governance/retention-policy.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { ContentScope } from '../../../../ports/metadata/governance/content-scope.ts';
import type {
  RetentionAssignmentRecord,
  RetentionPolicyRecord,
  RetentionTarget,
} from '../../../../ports/metadata/governance/retention.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { change } from '../../../change/change.ts';
import { assertNever, parameterRefusal, Refusal } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { answerRetentionAssignment } from '../present-retention.ts';
import { requireRetentionPolicy } from '../require-retention.ts';
import { reportAssigned } from '../retention-reports.ts';

/** Input of `createRetentionAssignment`. `startDateField`: the date from which a file's days are counted. */
export interface CreateRetentionAssignment {
  readonly policyId: string;
  readonly targetType: RetentionTarget['type'];
  readonly targetId: string | undefined;
  readonly startDateField: string | undefined;
  readonly hasFilter: boolean;
}

/**
 * Assigns a policy to a folder or to the enterprise. All existing content is retained when this resolves, and new content later.
 * The days of each version count from its upload, including existing ones.
 * @throws Refusal `conflict` if a policy with the same or a longer period is already assigned, or if this one is retired.
 */
export async function createRetentionAssignment(
  service: Service,
  caller: Caller,
  request: CreateRetentionAssignment,
): Promise<FullRetentionPolicyAssignment> {
  requireGovernance(caller);
  const target = targetOf(service, request);
  return change(service, caller, async (change) => {
    const { tx, now } = change;
    const policy = await requireRetentionPolicy(tx, request.policyId);
    if (policy.status === 'retired') {
      throw new Refusal('conflict', say`The retention policy "${policy.name}" is retired and cannot be assigned.`);
    }
    const scope = await scopeOf(tx, target);
    await requireLonger(tx, target, policy);
    const assignment: RetentionAssignmentRecord = {
      id: await tx.allocateId(),
      policyId: policy.id,
      target,
      assignedBy: caller.user.id,
      assignedAt: now,
    };
    await tx.retention.insertAssignment(assignment);
    await tx.retention.retain(assignment.id, scope, null);
    await reportAssigned(change, assignment, policy);
    return answerRetentionAssignment(tx, policy, assignment);
  });
}

function targetOf(service: Service, request: CreateRetentionAssignment): RetentionTarget {
  const { targetType: type, targetId: id, startDateField = 'upload_date', hasFilter } = request;
  if (type === 'metadata_template') {
    const message = say`A retention policy cannot be assigned to a metadata template. Assign it to a folder or the enterprise.`;
    throw parameterRefusal('bad_request', 'assign_to.type', message);
  }
  if (startDateField !== 'upload_date') {
    const message = say`Days count from the upload: "start_date_field" must be "upload_date" or absent, not "${startDateField}".`;
    throw parameterRefusal('bad_request', 'start_date_field', message);
  }
  if (hasFilter) {
    throw parameterRefusal(
      'bad_request',
      'filter_fields',
      say`"filter_fields" apply only to metadata templates. Omit them.`,
    );
  }
  const { enterprise } = service.settings;
  if (type === 'enterprise') {
    if (id === undefined || id === enterprise.id) return { type, id: enterprise.id };
    throw parameterRefusal('not_found', 'assign_to.id', say`Enterprise ${id} does not exist.`);
  }
  if (id !== undefined) return { type, id };
  throw parameterRefusal('bad_request', 'assign_to.id', say`A folder needs its "id".`);
}

async function scopeOf(reads: MetadataReads, { type, id }: RetentionTarget): Promise<ContentScope> {
  switch (type) {
    case 'enterprise':
      return { kind: 'everything' };
    case 'folder': {
      const folder = await reads.items.get(id);
      // The row id of a root is never exposed.
      if (folder?.kind === 'folder' && folder.parentId !== null) return { kind: 'folder', id };
      throw parameterRefusal('not_found', 'assign_to.id', say`Folder ${id} does not exist.`);
    }
    case 'metadata_template':
      throw new Error('Metadata templates are refused earlier.');
    default:
      return assertNever(type);
  }
}

async function requireLonger(
  reads: MetadataReads,
  target: RetentionTarget,
  { id, lengthDays }: RetentionPolicyRecord,
): Promise<void> {
  for (const { policyId } of await reads.retention.listActiveOn([target])) {
    const other = await reads.retention.getPolicy(policyId);
    const isShorter = other !== null && other.lengthDays !== null && other.lengthDays < (lengthDays ?? Infinity);
    if (policyId !== id && isShorter) continue;
    const message = say`The retention policy "${other?.name ?? policyId}" is already assigned to this ${target.type} and lasts as long or longer.`;
    throw new Refusal('conflict', message);
  }
}
