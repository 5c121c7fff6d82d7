import type {
  RetentionAssignmentRecord,
  RetentionPolicyRecord,
  RetentionRecord,
} from '../../../ports/metadata/governance/retention.ts';
import type { EventDetails } from '../../../ports/metadata/streams/events.ts';
import type { Change } from '../../change/change.ts';
import { presentRetentionMini, presentRetentionSettings } from './present-retention.ts';

/**
 * Reports a new, changed, retired or deleted policy to the administrators' log, with the settings that differ. The format has no event
 * type of its own for these. Null: the policy does not exist before or after.
 */
export async function reportRetentionPolicy(
  { report }: Change,
  before: RetentionPolicyRecord | null,
  after: RetentionPolicyRecord | null,
): Promise<void> {
  const policy = after ?? before;
  const [old, current] = [settingsOf(before), settingsOf(after)];
  const isSame = (name: string) => JSON.stringify(old?.[name]) === JSON.stringify(current?.[name]);
  const differing = Object.keys(current ?? old ?? {}).filter((name) => !isSame(name));
  if (policy === null || differing.length === 0) return;
  const pick = (settings: EventDetails | null) =>
    settings && Object.fromEntries(differing.map((name) => [name, settings[name]]));
  const change = changeOf(before, after);
  const hasEnded = change === 'retired' || change === 'deleted';
  await report({
    adminType: hasEnded ? 'DATA_RETENTION_REMOVE_RETENTION' : 'DATA_RETENTION_CREATE_RETENTION',
    trigger: null,
    source: { kind: 'resource', resource: presentRetentionMini(policy) },
    details: { change, before: pick(old), after: pick(current) },
  });
}

function settingsOf(policy: RetentionPolicyRecord | null): EventDetails | null {
  if (policy === null) return null;
  const custom_notification_recipients = policy.notificationRecipients.map((id) => ({ type: 'user', id }));
  return { ...presentRetentionSettings(policy), custom_notification_recipients };
}

function changeOf(before: RetentionPolicyRecord | null, after: RetentionPolicyRecord | null): string {
  if (before === null) return 'created';
  if (after === null) return 'deleted';
  return before.status !== after.status ? 'retired' : 'updated';
}

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
