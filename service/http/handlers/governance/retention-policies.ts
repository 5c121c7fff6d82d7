import type { z } from 'zod';
import { selectFields } from '../../../../contract/fields.ts';
import type { updateRetentionPolicy as updateOperation } from '../../../../contract/operations/governance/retention-policies.ts';
import { listFilesUnderRetention, listFileVersionsUnderRetention } from '../../../domain/governance/list-governed.ts';
import { createRetentionAssignment } from '../../../domain/governance/retention/assignments/create-assignment.ts';
import { deleteRetentionAssignment } from '../../../domain/governance/retention/assignments/delete-assignment.ts';
import {
  getRetentionAssignment,
  listRetentionAssignments,
} from '../../../domain/governance/retention/assignments/get-assignment.ts';
import { createRetentionPolicy } from '../../../domain/governance/retention/policies/create-policy.ts';
import { deleteRetentionPolicy } from '../../../domain/governance/retention/policies/delete-policy.ts';
import { getRetentionPolicy, listRetentionPolicies } from '../../../domain/governance/retention/policies/get-policy.ts';
import type { RetentionSettings } from '../../../domain/governance/retention/policies/policy-settings.ts';
import { updateRetentionPolicy } from '../../../domain/governance/retention/policies/update-policy.ts';
import { withFields } from '../../answers/with-fields.ts';
import type { Handlers } from '../../handlers.ts';

/** Retention: policies, their assignments, and the retained content. */
export const retentionPolicyHandlers = {
  async listRetentionPolicies({ query }, { service, caller }) {
    const { policy_name: namePrefix = '', policy_type, created_by_user_id, marker, limit, fields } = query;
    const wanted = { namePrefix, policyType: policy_type, createdBy: created_by_user_id };
    const page = await listRetentionPolicies(service, caller, { ...wanted, marker, limit });
    return { status: 200, body: withFields(page, fields) };
  },

  async createRetentionPolicy({ query, body }, { service, caller }) {
    const { policy_name: name, policy_type: type, disposition_action: dispositionAction } = body;
    const policy = await createRetentionPolicy(service, caller, {
      ...settingsOf(body),
      name,
      type,
      dispositionAction,
    });
    return { status: 201, body: selectFields(policy, query.fields) };
  },

  async getRetentionPolicy({ params, query }, { service, caller }) {
    const policy = await getRetentionPolicy(service, caller, params.retention_policy_id);
    return { status: 200, body: selectFields(policy, query.fields) };
  },

  async updateRetentionPolicy({ params, query, body }, { service, caller }) {
    const policy = await updateRetentionPolicy(service, caller, {
      ...settingsOf(body),
      id: params.retention_policy_id,
      name: body.policy_name ?? undefined,
      dispositionAction: body.disposition_action ?? undefined,
      status: body.status ?? undefined,
    });
    return { status: 200, body: selectFields(policy, query.fields) };
  },

  async deleteRetentionPolicy({ params }, { service, caller }) {
    await deleteRetentionPolicy(service, caller, params.retention_policy_id);
    return { status: 204 };
  },

  async listRetentionPolicyAssignments({ params, query }, { service, caller }) {
    const { type: targetType, marker, limit, fields } = query;
    const policyId = params.retention_policy_id;
    const page = await listRetentionAssignments(service, caller, { policyId, targetType, marker, limit });
    return { status: 200, body: withFields(page, fields) };
  },

  async createRetentionPolicyAssignment({ query, body }, { service, caller }) {
    const { policy_id: policyId, assign_to, filter_fields, start_date_field } = body;
    const assignment = await createRetentionAssignment(service, caller, {
      policyId,
      targetType: assign_to.type,
      targetId: assign_to.id ?? undefined,
      startDateField: start_date_field ?? undefined,
      hasFilter: (filter_fields ?? []).length > 0,
    });
    return { status: 201, body: selectFields(assignment, query.fields) };
  },

  async getRetentionPolicyAssignment({ params, query }, { service, caller }) {
    const assignment = await getRetentionAssignment(service, caller, params.retention_policy_assignment_id);
    return { status: 200, body: selectFields(assignment, query.fields) };
  },

  async deleteRetentionPolicyAssignment({ params }, { service, caller }) {
    await deleteRetentionAssignment(service, caller, params.retention_policy_assignment_id);
    return { status: 204 };
  },

  async listFilesUnderRetention({ params, query }, { service, caller }) {
    const { marker, limit, fields } = query;
    const assignmentId = params.retention_policy_assignment_id;
    const page = await listFilesUnderRetention(service, caller, { assignmentId, marker, limit, fields });
    return { status: 200, body: withFields(page, fields, 'mini') };
  },

  async listFileVersionsUnderRetention({ params, query }, { service, caller }) {
    const { marker, limit, fields } = query;
    const assignmentId = params.retention_policy_assignment_id;
    const page = await listFileVersionsUnderRetention(service, caller, { assignmentId, marker, limit, fields });
    return { status: 200, body: withFields(page, fields) };
  },
} satisfies Partial<Handlers>;

type SettingsBody = Omit<
  z.output<(typeof updateOperation)['body']['schema']>,
  'policy_name' | 'disposition_action' | 'status'
>;

/** The settings common to both bodies; null counts as absent. */
function settingsOf(body: SettingsBody): RetentionSettings {
  const { retention_type, custom_notification_recipients } = body;
  return {
    description: body.description ?? undefined,
    length: body.retention_length ?? undefined,
    isModifiable: retention_type ? retention_type === 'modifiable' : undefined,
    canOwnerExtend: body.can_owner_extend_retention ?? undefined,
    maxExtension: body.max_extension_length ?? undefined,
    areOwnersNotified: body.are_owners_notified ?? undefined,
    notificationRecipients: custom_notification_recipients?.map(({ id }) => id),
  };
}
