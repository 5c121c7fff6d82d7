import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, plainText } from '../../request-fields.ts';
import {
  dispositionActions,
  retentionPolicy,
  retentionPolicyAssignment,
  retentionPolicyTypes,
  retentionTargetTypes,
} from '../../resources/governance/retention-policy.ts';
import { file } from '../../resources/items/file.ts';
import { fileVersion } from '../../resources/items/file-version.ts';
import { markerPage } from '../../resources/paging.ts';
import { limits } from '../../rules/limits.ts';
import { retentionScopes } from '../../scopes.ts';
import { fieldsQuery, markerQuery, pathId } from '../parameters.ts';

const policyParams = z.object({ retention_policy_id: pathId });
const assignmentParams = z.object({ retention_policy_assignment_id: pathId });
const errors = ['not_found', 'access_denied_insufficient_permissions'] as const;

/** A number of days from 1, as a number or as digits. */
const days = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/, 'must be a whole number of days')
      .transform(Number),
  ])
  .pipe(
    z.int().min(1, 'must be at least one day').max(limits.retentionDays, `may be at most ${limits.retentionDays} days`),
  );

/** One message for a value that matches none of the alternatives. */
const daysText = `a whole number of days from 1 to ${limits.retentionDays}`;

const settings = {
  description: plainText(limits.retentionDescriptionLength).nullish(),
  /** Normalises the two spellings of the public format. */
  retention_type: z
    .enum(['modifiable', 'non_modifiable', 'non-modifiable'])
    .transform((type) => (type === 'modifiable' ? type : 'non_modifiable'))
    .nullish(),
  retention_length: z.union([z.literal('indefinite'), days], `must be "indefinite" or ${daysText}`).nullish(),
  can_owner_extend_retention: z.boolean().nullish(),
  max_extension_length: z.union([z.literal('none'), days], `must be "none" or ${daysText}`).nullish(),
  are_owners_notified: z.boolean().nullish(),
  custom_notification_recipients: z
    .array(z.object({ id: bodyId }))
    .max(limits.pageLimit)
    .nullish(),
};

const policyName = plainText(limits.retentionNameLength).refine((name) => name !== '', 'must not be empty');

export const listRetentionPolicies = operation({
  name: 'listRetentionPolicies',
  summary: 'Lists the retention policies; names are compared with regard to case.',
  method: 'GET',
  path: '/retention_policies',
  query: markerQuery.safeExtend(fieldsQuery.shape).safeExtend({
    policy_name: plainText(limits.retentionNameLength).optional(),
    policy_type: z.enum(retentionPolicyTypes).optional(),
    created_by_user_id: bodyId.optional(),
  }),
  answers: { 200: { kind: 'json', schema: markerPage(retentionPolicy) } },
  errors: ['invalid_parameter', 'invalid_limit', ...errors],
  scope: retentionScopes,
});

export const createRetentionPolicy = operation({
  name: 'createRetentionPolicy',
  summary: 'Makes a retention policy. Whom to notify is stored and shown, but the service sends no notifications.',
  method: 'POST',
  path: '/retention_policies',
  query: fieldsQuery,
  body: json(
    z.object({
      policy_name: policyName,
      policy_type: z.enum(retentionPolicyTypes),
      disposition_action: z.enum(dispositionActions),
      ...settings,
    }),
  ),
  answers: { 201: { kind: 'json', schema: retentionPolicy } },
  errors: ['conflict', ...errors],
  scope: retentionScopes,
});

export const getRetentionPolicy = operation({
  name: 'getRetentionPolicy',
  summary: 'Gets a retention policy.',
  method: 'GET',
  path: '/retention_policies/{retention_policy_id}',
  params: policyParams,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: retentionPolicy } },
  errors,
  scope: retentionScopes,
});

export const updateRetentionPolicy = operation({
  name: 'updateRetentionPolicy',
  summary:
    'Changes a retention policy, or retires it permanently. Whom to notify is stored, but the service sends no notifications.',
  method: 'PUT',
  path: '/retention_policies/{retention_policy_id}',
  params: policyParams,
  query: fieldsQuery,
  body: json(
    z.object({
      policy_name: policyName.nullish(),
      disposition_action: z.enum(dispositionActions).nullish(),
      status: z.enum(['active', 'retired']).nullish(),
      ...settings,
    }),
  ),
  answers: { 200: { kind: 'json', schema: retentionPolicy } },
  errors: ['conflict', 'forbidden_by_policy', 'invalid_status', ...errors],
  scope: retentionScopes,
});

export const deleteRetentionPolicy = operation({
  name: 'deleteRetentionPolicy',
  summary: 'Deletes a retention policy with its assignments, and lifts its retentions.',
  method: 'DELETE',
  path: '/retention_policies/{retention_policy_id}',
  params: policyParams,
  answers: { 204: empty },
  errors: ['forbidden_by_policy', ...errors],
  scope: retentionScopes,
});

export const listRetentionPolicyAssignments = operation({
  name: 'listRetentionPolicyAssignments',
  summary: 'Lists the assignments of a retention policy.',
  method: 'GET',
  path: '/retention_policies/{retention_policy_id}/assignments',
  params: policyParams,
  query: markerQuery.safeExtend(fieldsQuery.shape).safeExtend({ type: z.enum(retentionTargetTypes).optional() }),
  answers: { 200: { kind: 'json', schema: markerPage(retentionPolicyAssignment) } },
  errors: ['invalid_limit', ...errors],
  scope: retentionScopes,
});

export const createRetentionPolicyAssignment = operation({
  name: 'createRetentionPolicyAssignment',
  summary: 'Retains the content of a folder or of the enterprise, counted from the upload of each version.',
  method: 'POST',
  path: '/retention_policy_assignments',
  query: fieldsQuery,
  body: json(
    z.object({
      policy_id: bodyId,
      assign_to: z.object({
        type: z.enum(retentionTargetTypes),
        id: z.union([z.string(), z.int().transform(String)]).nullish(),
      }),
      filter_fields: z.array(z.object({ field: z.string(), value: z.string() })).nullish(),
      start_date_field: z.string().nullish(),
    }),
  ),
  answers: { 201: { kind: 'json', schema: retentionPolicyAssignment } },
  errors: ['conflict', ...errors],
  scope: retentionScopes,
});

export const getRetentionPolicyAssignment = operation({
  name: 'getRetentionPolicyAssignment',
  summary: 'Gets a retention policy assignment.',
  method: 'GET',
  path: '/retention_policy_assignments/{retention_policy_assignment_id}',
  params: assignmentParams,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: retentionPolicyAssignment } },
  errors,
  scope: retentionScopes,
});

export const deleteRetentionPolicyAssignment = operation({
  name: 'deleteRetentionPolicyAssignment',
  summary: 'Deletes a retention policy assignment, and lifts its retentions.',
  method: 'DELETE',
  path: '/retention_policy_assignments/{retention_policy_assignment_id}',
  params: assignmentParams,
  answers: { 204: empty },
  errors: ['forbidden_by_policy', ...errors],
  scope: retentionScopes,
});

export const listFilesUnderRetention = operation({
  name: 'listFilesUnderRetention',
  summary: 'Lists the files whose current version an assignment retains.',
  method: 'GET',
  path: '/retention_policy_assignments/{retention_policy_assignment_id}/files_under_retention',
  params: assignmentParams,
  query: markerQuery.safeExtend(fieldsQuery.shape),
  answers: { 200: { kind: 'json', schema: markerPage(file) } },
  errors: ['invalid_limit', ...errors],
  scope: retentionScopes,
});

export const listFileVersionsUnderRetention = operation({
  name: 'listFileVersionsUnderRetention',
  summary: 'Lists the past versions that an assignment retains.',
  method: 'GET',
  path: '/retention_policy_assignments/{retention_policy_assignment_id}/file_versions_under_retention',
  params: assignmentParams,
  query: markerQuery.safeExtend(fieldsQuery.shape),
  answers: { 200: { kind: 'json', schema: markerPage(fileVersion) } },
  errors: ['invalid_limit', ...errors],
  scope: retentionScopes,
});
