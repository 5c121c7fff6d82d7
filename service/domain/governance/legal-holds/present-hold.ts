import type {
  FullLegalHoldPolicy,
  FullLegalHoldPolicyAssignment,
} from '../../../../contract/resources/governance/legal-hold.ts';
import type {
  LegalHoldAssignmentRecord,
  LegalHoldPolicyRecord,
} from '../../../ports/metadata/governance/legal-holds.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { theOne } from '../../kernel/the-one.ts';
import { presentDate, presentOptionalDate } from '../../representation/dates.ts';
import { gatherPeople } from '../../representation/people.ts';

/** The response for several policies, each in full. */
export async function answerHoldPolicies(
  reads: MetadataReads,
  policies: readonly LegalHoldPolicyRecord[],
): Promise<FullLegalHoldPolicy[]> {
  const people = await gatherPeople(
    reads,
    policies.map(({ createdBy }) => createdBy),
  );
  const counts = await reads.legalHolds.countAssignments(policies.map(({ id }) => id));
  return policies.map((policy) => ({
    id: policy.id,
    type: 'legal_hold_policy',
    policy_name: policy.name,
    description: policy.description,
    status: policy.status,
    assignment_counts: {
      user: 0,
      folder: 0,
      file: 0,
      file_version: 0,
      ownership: 0,
      interactions: 0,
      ...Object.fromEntries(
        counts.filter(({ policyId }) => policyId === policy.id).map(({ targetType, count }) => [targetType, count]),
      ),
    },
    is_ongoing: policy.isOngoing,
    created_by: presentUserMini(policy.createdBy, people.get(policy.createdBy)),
    created_at: presentDate(policy.createdAt),
    modified_at: presentDate(policy.modifiedAt),
    deleted_at: presentOptionalDate(policy.deletedAt),
    filter_started_at: presentOptionalDate(policy.filterStartedAt),
    filter_ended_at: presentOptionalDate(policy.filterEndedAt),
    release_notes: policy.releaseNotes,
  }));
}

/** The response for one policy. */
export async function answerHoldPolicy(
  reads: MetadataReads,
  policy: LegalHoldPolicyRecord,
): Promise<FullLegalHoldPolicy> {
  return theOne(await answerHoldPolicies(reads, [policy]));
}

/** The response for several assignments of one policy, each in full. */
export async function answerHoldAssignments(
  reads: MetadataReads,
  policy: LegalHoldPolicyRecord,
  assignments: readonly LegalHoldAssignmentRecord[],
): Promise<FullLegalHoldPolicyAssignment[]> {
  const people = await gatherPeople(
    reads,
    assignments.map(({ assignedBy }) => assignedBy),
  );
  return assignments.map(({ id, target, assignedBy, assignedAt, deletedAt }) => ({
    id,
    type: 'legal_hold_policy_assignment',
    legal_hold_policy: { id: policy.id, type: 'legal_hold_policy', policy_name: policy.name },
    assigned_to: { type: target.type, id: target.id },
    assigned_by: presentUserMini(assignedBy, people.get(assignedBy)),
    assigned_at: presentDate(assignedAt),
    deleted_at: presentOptionalDate(deletedAt),
  }));
}

/** The response for one assignment. */
export async function answerHoldAssignment(
  reads: MetadataReads,
  policy: LegalHoldPolicyRecord,
  assignment: LegalHoldAssignmentRecord,
): Promise<FullLegalHoldPolicyAssignment> {
  return theOne(await answerHoldAssignments(reads, policy, [assignment]));
}
