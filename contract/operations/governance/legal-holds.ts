import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, moment, plainText } from '../../request-fields.ts';
import {
  legalHoldPolicy,
  legalHoldPolicyAssignment,
  legalHoldTargetTypes,
} from '../../resources/governance/legal-hold.ts';
import { file } from '../../resources/items/file.ts';
import { fileVersion } from '../../resources/items/file-version.ts';
import { markerPage } from '../../resources/paging.ts';
import { limits } from '../../rules/limits.ts';
import { legalHoldScopes } from '../../scopes.ts';
import { fieldsQuery, markerQuery, pathId } from '../parameters.ts';

const policyParams = z.object({ legal_hold_policy_id: pathId });
const assignmentParams = z.object({ legal_hold_policy_assignment_id: pathId });
const errors = ['not_found', 'access_denied_insufficient_permissions'] as const;

const policyName = plainText(limits.legalHoldNameLength).refine((name) => name !== '', 'must not be empty');
const text = plainText(limits.legalHoldDescriptionLength);

export const listLegalHoldPolicies = operation({
  name: 'listLegalHoldPolicies',
  summary: 'Lists the legal hold policies; names are compared without regard to case.',
  method: 'GET',
  path: '/legal_hold_policies',
  query: markerQuery
    .safeExtend(fieldsQuery.shape)
    .safeExtend({ policy_name: plainText(limits.legalHoldNameLength).optional() }),
  answers: { 200: { kind: 'json', schema: markerPage(legalHoldPolicy) } },
  errors: ['invalid_limit', 'access_denied_insufficient_permissions'],
  scope: legalHoldScopes,
});

export const createLegalHoldPolicy = operation({
  name: 'createLegalHoldPolicy',
  summary: 'Makes a legal hold policy: ongoing, or over a time.',
  method: 'POST',
  path: '/legal_hold_policies',
  query: fieldsQuery,
  body: json(
    z.object({
      policy_name: policyName,
      description: text.optional(),
      is_ongoing: z.boolean().optional(),
      filter_started_at: moment.optional(),
      filter_ended_at: moment.optional(),
    }),
  ),
  answers: { 201: { kind: 'json', schema: legalHoldPolicy } },
  errors: ['conflict', 'access_denied_insufficient_permissions'],
  scope: legalHoldScopes,
});

export const getLegalHoldPolicy = operation({
  name: 'getLegalHoldPolicy',
  summary: 'Gets a legal hold policy.',
  method: 'GET',
  path: '/legal_hold_policies/{legal_hold_policy_id}',
  params: policyParams,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: legalHoldPolicy } },
  errors,
  scope: legalHoldScopes,
});

export const updateLegalHoldPolicy = operation({
  name: 'updateLegalHoldPolicy',
  summary: 'Renames or describes a legal hold policy.',
  method: 'PUT',
  path: '/legal_hold_policies/{legal_hold_policy_id}',
  params: policyParams,
  query: fieldsQuery,
  body: json(
    z.object({ policy_name: policyName.optional(), description: text.optional(), release_notes: text.optional() }),
  ),
  answers: { 200: { kind: 'json', schema: legalHoldPolicy } },
  errors: ['conflict', ...errors],
  scope: legalHoldScopes,
});

export const deleteLegalHoldPolicy = operation({
  name: 'deleteLegalHoldPolicy',
  summary: 'Asks for the release of a legal hold policy with all its assignments; it finishes later.',
  method: 'DELETE',
  path: '/legal_hold_policies/{legal_hold_policy_id}',
  params: policyParams,
  answers: { 202: empty },
  errors: ['conflict', ...errors],
  scope: legalHoldScopes,
});

export const listLegalHoldPolicyAssignments = operation({
  name: 'listLegalHoldPolicyAssignments',
  summary: 'Lists the assignments of a legal hold policy.',
  method: 'GET',
  path: '/legal_hold_policy_assignments',
  query: markerQuery.safeExtend(fieldsQuery.shape).safeExtend({
    policy_id: bodyId,
    assign_to_type: z.enum(legalHoldTargetTypes).optional(),
    assign_to_id: bodyId.optional(),
  }),
  answers: { 200: { kind: 'json', schema: markerPage(legalHoldPolicyAssignment) } },
  errors: ['invalid_limit', ...errors],
  scope: legalHoldScopes,
});

export const createLegalHoldPolicyAssignment = operation({
  name: 'createLegalHoldPolicyAssignment',
  summary: 'Puts what belongs to a user, a folder, a file or a file version on hold.',
  method: 'POST',
  path: '/legal_hold_policy_assignments',
  query: fieldsQuery,
  body: json(z.object({ policy_id: bodyId, assign_to: z.object({ type: z.enum(legalHoldTargetTypes), id: bodyId }) })),
  answers: { 201: { kind: 'json', schema: legalHoldPolicyAssignment } },
  errors: ['conflict', ...errors],
  scope: legalHoldScopes,
});

export const getLegalHoldPolicyAssignment = operation({
  name: 'getLegalHoldPolicyAssignment',
  summary: 'Gets a legal hold policy assignment.',
  method: 'GET',
  path: '/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}',
  params: assignmentParams,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: legalHoldPolicyAssignment } },
  errors,
  scope: legalHoldScopes,
});

export const deleteLegalHoldPolicyAssignment = operation({
  name: 'deleteLegalHoldPolicyAssignment',
  summary: 'Asks for the release of a legal hold policy assignment; it finishes later.',
  method: 'DELETE',
  path: '/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}',
  params: assignmentParams,
  answers: { 202: empty },
  errors: ['conflict', ...errors],
  scope: legalHoldScopes,
});

export const listFilesOnHold = operation({
  name: 'listFilesOnHold',
  summary: 'Lists the files whose current version an assignment holds.',
  method: 'GET',
  path: '/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/files_on_hold',
  params: assignmentParams,
  query: markerQuery.safeExtend(fieldsQuery.shape),
  answers: { 200: { kind: 'json', schema: markerPage(file) } },
  errors: ['invalid_limit', ...errors],
  scope: legalHoldScopes,
});

export const listFileVersionsOnHold = operation({
  name: 'listFileVersionsOnHold',
  summary: 'Lists the past versions that an assignment holds.',
  method: 'GET',
  path: '/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/file_versions_on_hold',
  params: assignmentParams,
  query: markerQuery.safeExtend(fieldsQuery.shape),
  answers: { 200: { kind: 'json', schema: markerPage(fileVersion) } },
  errors: ['invalid_limit', ...errors],
  scope: legalHoldScopes,
});
