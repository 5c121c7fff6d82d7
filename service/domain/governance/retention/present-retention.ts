import type {
  FullRetentionPolicy,
  FullRetentionPolicyAssignment,
} from '../../../../contract/resources/governance/retention-policy.ts';
import type { RetentionAssignmentRecord, RetentionPolicyRecord } from '../../../ports/metadata/governance/retention.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { theOne } from '../../kernel/the-one.ts';
import { presentDate } from '../../representation/dates.ts';
import { gatherPeople, type People } from '../../representation/people.ts';

/** The response for several policies, each in full. */
export async function answerRetentionPolicies(
  reads: MetadataReads,
  policies: readonly RetentionPolicyRecord[],
): Promise<FullRetentionPolicy[]> {
  const ids = policies.flatMap(({ createdBy, notificationRecipients }) => [createdBy, ...notificationRecipients]);
  const people = await gatherPeople(reads, ids);
  const counts = await reads.retention.countAssignments(policies.map(({ id }) => id));
  return policies.map((policy) => ({
    ...presentPolicy(policy, people),
    assignment_counts: {
      enterprise: 0,
      folder: 0,
      metadata_template: 0,
      ...Object.fromEntries(
        counts.filter(({ policyId }) => policyId === policy.id).map(({ targetType, count }) => [targetType, count]),
      ),
    },
  }));
}

function presentPolicy(policy: RetentionPolicyRecord, people: People): Omit<FullRetentionPolicy, 'assignment_counts'> {
  const person = (id: string) => presentUserMini(id, people.get(id));
  return {
    ...presentRetentionSettings(policy),
    created_by: person(policy.createdBy),
    created_at: presentDate(policy.createdAt),
    modified_at: presentDate(policy.modifiedAt),
    custom_notification_recipients: policy.notificationRecipients.map(person),
  };
}

/** A policy as other resources show it. */
export function presentRetentionMini(policy: RetentionPolicyRecord) {
  return {
    id: policy.id,
    type: 'retention_policy' as const,
    policy_name: policy.name,
    retention_length: presentLength(policy),
    disposition_action: policy.dispositionAction,
  };
}

/** A policy without the users in it and its dates. */
export function presentRetentionSettings(policy: RetentionPolicyRecord) {
  return {
    ...presentRetentionMini(policy),
    description: policy.description,
    policy_type: policy.lengthDays === null ? ('indefinite' as const) : ('finite' as const),
    retention_type: policy.isModifiable ? ('modifiable' as const) : ('non_modifiable' as const),
    status: policy.status,
    can_owner_extend_retention: policy.canOwnerExtend,
    max_extension_length: policy.maxExtensionDays === null ? 'none' : String(policy.maxExtensionDays),
    are_owners_notified: policy.areOwnersNotified,
  };
}

/** The number of days, or the word for an indefinite policy. */
function presentLength({ lengthDays }: Pick<RetentionPolicyRecord, 'lengthDays'>): string {
  return lengthDays === null ? 'indefinite' : String(lengthDays);
}

/** The response for one policy. */
export async function answerRetentionPolicy(
  reads: MetadataReads,
  policy: RetentionPolicyRecord,
): Promise<FullRetentionPolicy> {
  return theOne(await answerRetentionPolicies(reads, [policy]));
}

/** The response for several assignments of one policy, each in full. */
export async function answerRetentionAssignments(
  reads: MetadataReads,
  policy: RetentionPolicyRecord,
  assignments: readonly RetentionAssignmentRecord[],
): Promise<FullRetentionPolicyAssignment[]> {
  const people = await gatherPeople(
    reads,
    assignments.map(({ assignedBy }) => assignedBy),
  );
  return assignments.map(({ id, target, assignedBy, assignedAt }) => ({
    id,
    type: 'retention_policy_assignment',
    retention_policy: presentRetentionMini(policy),
    assigned_to: { type: target.type, id: target.type === 'enterprise' ? null : target.id },
    filter_fields: null,
    assigned_by: presentUserMini(assignedBy, people.get(assignedBy)),
    assigned_at: presentDate(assignedAt),
    start_date_field: 'upload_date',
  }));
}

/** The response for one assignment. */
export async function answerRetentionAssignment(
  reads: MetadataReads,
  policy: RetentionPolicyRecord,
  assignment: RetentionAssignmentRecord,
): Promise<FullRetentionPolicyAssignment> {
  return theOne(await answerRetentionAssignments(reads, policy, [assignment]));
}
