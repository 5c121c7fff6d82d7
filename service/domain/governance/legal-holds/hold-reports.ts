import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import type {
  LegalHoldAssignmentRecord,
  LegalHoldPolicyRecord,
} from '../../../ports/metadata/governance/legal-holds.ts';
import type { Change } from '../../change/change.ts';

type PolicyEvent = Extract<AdminEventType, `LEGAL_HOLD_POLICY_${string}`>;
type AssignmentEvent = Extract<AdminEventType, `LEGAL_HOLD_ASSIGNMENT_${string}`>;

/** Reports a change of a policy to the administrators' log. */
export async function reportHoldPolicy(
  { report }: Change,
  adminType: PolicyEvent,
  { id, name, status }: LegalHoldPolicyRecord,
): Promise<void> {
  const resource = { id, type: 'legal_hold_policy', policy_name: name, status };
  await report({ adminType, trigger: null, source: { kind: 'resource', resource } });
}

/** Reports a change of an assignment to the administrators' log. */
export async function reportHoldAssignment(
  { report }: Change,
  adminType: AssignmentEvent,
  { id, policyId, target }: LegalHoldAssignmentRecord,
): Promise<void> {
  const resource = {
    id,
    type: 'legal_hold_policy_assignment',
    legal_hold_policy: { id: policyId, type: 'legal_hold_policy' },
    assigned_to: { type: target.type, id: target.id },
  };
  await report({ adminType, trigger: null, source: { kind: 'resource', resource } });
}
