import type {
  RetentionAssignmentRecord,
  RetentionPolicyRecord,
  RetentionRecord,
} from '../../../ports/metadata/governance/retention.ts';
import type { Change } from '../../change/change.ts';

/** Reports a new assignment to the administrators' log. */
export async function reportAssigned(
  { report }: Change,
  { id, target }: RetentionAssignmentRecord,
  policy: RetentionPolicyRecord,
): Promise<void> {
  const resource = {
    id,
    type: 'retention_policy_assignment',
    retention_policy: { id: policy.id, type: 'retention_policy', policy_name: policy.name },
    assigned_to: target,
  };
  const source = { kind: 'resource' as const, resource };
  await report({ adminType: 'RETENTION_POLICY_ASSIGNMENT_ADD', trigger: null, source });
  await report({ adminType: 'DATA_RETENTION_CREATE_RETENTION', trigger: null, source });
}

/** Reports the end of an assignment's retentions to the administrators' log. */
export async function reportLifted(
  { report }: Change,
  { id, policyId, target }: RetentionAssignmentRecord,
): Promise<void> {
  const resource = {
    id,
    type: 'retention_policy_assignment',
    retention_policy: { id: policyId, type: 'retention_policy' },
    assigned_to: target,
  };
  await report({
    adminType: 'DATA_RETENTION_REMOVE_RETENTION',
    trigger: null,
    source: { kind: 'resource', resource },
  });
}

/** Reports the expired retention of one version to the administrators' log. */
export async function reportDisposed(
  { report }: Change,
  { policyId, versionId, fileId, dispositionAction }: RetentionRecord,
): Promise<void> {
  const resource = {
    id: versionId,
    type: 'file_version',
    file: { id: fileId, type: 'file' },
    retention_policy: { id: policyId, type: 'retention_policy' },
    disposition_action: dispositionAction,
  };
  await report({
    adminType: 'DATA_RETENTION_REMOVE_RETENTION',
    trigger: null,
    source: { kind: 'resource', resource },
  });
}
