import { selectFields } from '../../../../contract/fields.ts';
import { createLegalHoldAssignment } from '../../../domain/governance/legal-holds/assignments/create-assignment.ts';
import {
  getLegalHoldAssignment,
  listLegalHoldAssignments,
} from '../../../domain/governance/legal-holds/assignments/get-assignment.ts';
import { releaseLegalHoldAssignment } from '../../../domain/governance/legal-holds/assignments/release-assignment.ts';
import { createLegalHoldPolicy } from '../../../domain/governance/legal-holds/policies/create-policy.ts';
import {
  getLegalHoldPolicy,
  listLegalHoldPolicies,
} from '../../../domain/governance/legal-holds/policies/get-policy.ts';
import { releaseLegalHoldPolicy } from '../../../domain/governance/legal-holds/policies/release-policy.ts';
import { updateLegalHoldPolicy } from '../../../domain/governance/legal-holds/policies/update-policy.ts';
import { listFilesOnHold, listFileVersionsOnHold } from '../../../domain/governance/list-governed.ts';
import { withFields } from '../../answers/with-fields.ts';
import type { Handlers } from '../../handlers.ts';

/** Legal holds: policies, their assignments, and the content on hold. */
export const legalHoldHandlers = {
  async listLegalHoldPolicies({ query }, { service, caller }) {
    const { policy_name: namePrefix = '', marker, limit, fields } = query;
    const page = await listLegalHoldPolicies(service, caller, { namePrefix, marker, limit });
    return { status: 200, body: withFields(page, fields) };
  },

  async createLegalHoldPolicy({ query, body }, { service, caller }) {
    const { policy_name, description = '', is_ongoing, filter_started_at, filter_ended_at } = body;
    const policy = await createLegalHoldPolicy(service, caller, {
      name: policy_name,
      description,
      isOngoing: is_ongoing ?? false,
      filterStartedAt: timeOf(filter_started_at),
      filterEndedAt: timeOf(filter_ended_at),
    });
    return { status: 201, body: selectFields(policy, query.fields) };
  },

  async getLegalHoldPolicy({ params, query }, { service, caller }) {
    const policy = await getLegalHoldPolicy(service, caller, params.legal_hold_policy_id);
    return { status: 200, body: selectFields(policy, query.fields) };
  },

  async updateLegalHoldPolicy({ params, query, body }, { service, caller }) {
    const policy = await updateLegalHoldPolicy(service, caller, {
      id: params.legal_hold_policy_id,
      name: body.policy_name,
      description: body.description,
      releaseNotes: body.release_notes,
    });
    return { status: 200, body: selectFields(policy, query.fields) };
  },

  async deleteLegalHoldPolicy({ params }, { service, caller }) {
    await releaseLegalHoldPolicy(service, caller, params.legal_hold_policy_id);
    return { status: 202 };
  },

  async listLegalHoldPolicyAssignments({ query }, { service, caller }) {
    const { policy_id: policyId, assign_to_type, assign_to_id, marker, limit, fields } = query;
    const wanted = { policyId, targetType: assign_to_type, targetId: assign_to_id };
    const page = await listLegalHoldAssignments(service, caller, { ...wanted, marker, limit });
    return { status: 200, body: withFields(page, fields) };
  },

  async createLegalHoldPolicyAssignment({ query, body }, { service, caller }) {
    const { policy_id: policyId, assign_to: target } = body;
    const assignment = await createLegalHoldAssignment(service, caller, { policyId, target });
    return { status: 201, body: selectFields(assignment, query.fields) };
  },

  async getLegalHoldPolicyAssignment({ params, query }, { service, caller }) {
    const assignment = await getLegalHoldAssignment(service, caller, params.legal_hold_policy_assignment_id);
    return { status: 200, body: selectFields(assignment, query.fields) };
  },

  async deleteLegalHoldPolicyAssignment({ params }, { service, caller }) {
    await releaseLegalHoldAssignment(service, caller, params.legal_hold_policy_assignment_id);
    return { status: 202 };
  },

  async listFilesOnHold({ params, query }, { service, caller }) {
    const { marker, limit, fields } = query;
    const assignmentId = params.legal_hold_policy_assignment_id;
    const page = await listFilesOnHold(service, caller, { assignmentId, marker, limit, fields });
    return { status: 200, body: withFields(page, fields, 'mini') };
  },

  async listFileVersionsOnHold({ params, query }, { service, caller }) {
    const { marker, limit, fields } = query;
    const assignmentId = params.legal_hold_policy_assignment_id;
    const page = await listFileVersionsOnHold(service, caller, { assignmentId, marker, limit, fields });
    return { status: 200, body: withFields(page, fields) };
  },
} satisfies Partial<Handlers>;

/** A time from a request in milliseconds since the epoch. */
function timeOf(moment: string | undefined): number | undefined {
  return moment === undefined ? undefined : Date.parse(moment);
}
