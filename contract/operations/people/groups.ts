import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { plainText } from '../../request-fields.ts';
import { group, groupLevels, groupsByOffset } from '../../resources/people/group.ts';
import { collaborationsByOffset } from '../../resources/sharing/collaboration.ts';
import { limits } from '../../rules/limits.ts';
import { groupScopes } from '../../scopes.ts';
import { fieldsQuery, offsetQuery, pathId } from '../parameters.ts';

const params = z.object({ group_id: pathId });
const accessErrors = ['not_found', 'access_denied_insufficient_permissions'] as const;
const pageErrors = ['invalid_limit', 'invalid_offset'] as const;

const name = plainText(limits.groupNameLength).refine((text) => text.trim() !== '', 'must not be empty');
const level = z.enum(groupLevels);

const furtherFields = {
  provenance: plainText(limits.externalIdLength).nullable().optional(),
  external_sync_identifier: plainText(limits.externalIdLength).nullable().optional(),
  description: plainText(limits.groupDescriptionLength).optional(),
  invitability_level: level.optional(),
  member_viewability_level: level.optional(),
};

export const listGroups = operation({
  name: 'listGroups',
  summary: 'Lists the groups of the enterprise by name; others than administrators get those that they may know.',
  method: 'GET',
  path: '/groups',
  query: fieldsQuery.extend(offsetQuery.shape).extend({ filter_term: plainText(limits.groupNameLength).optional() }),
  answers: { 200: { kind: 'json', schema: groupsByOffset } },
  errors: pageErrors,
  scope: groupScopes,
});

export const createGroup = operation({
  name: 'createGroup',
  summary: 'Makes a group, for administrators.',
  method: 'POST',
  path: '/groups',
  query: fieldsQuery,
  body: json(z.object({ name, ...furtherFields })),
  answers: { 201: { kind: 'json', schema: group } },
  errors: ['conflict', 'access_denied_insufficient_permissions'],
  scope: groupScopes,
});

export const getGroup = operation({
  name: 'getGroup',
  summary: 'Gets a group.',
  method: 'GET',
  path: '/groups/{group_id}',
  params,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: group } },
  errors: ['not_found'],
  scope: groupScopes,
});

export const updateGroup = operation({
  name: 'updateGroup',
  summary: 'Changes a group, for administrators of the group or of the enterprise.',
  method: 'PUT',
  path: '/groups/{group_id}',
  params,
  query: fieldsQuery,
  body: json(z.object({ name: name.optional(), ...furtherFields })),
  answers: { 200: { kind: 'json', schema: group } },
  errors: ['conflict', ...accessErrors],
  scope: groupScopes,
});

export const deleteGroup = operation({
  name: 'deleteGroup',
  summary: 'Deletes a group; its members lose the access that came only through the group.',
  method: 'DELETE',
  path: '/groups/{group_id}',
  params,
  answers: { 204: empty },
  errors: accessErrors,
  scope: groupScopes,
});

export const listGroupCollaborations = operation({
  name: 'listGroupCollaborations',
  summary: 'Lists what a group collaborates on, for administrators of the group or of the enterprise.',
  method: 'GET',
  path: '/groups/{group_id}/collaborations',
  params,
  query: fieldsQuery.extend(offsetQuery.shape),
  answers: { 200: { kind: 'json', schema: collaborationsByOffset } },
  errors: [...pageErrors, ...accessErrors],
  scope: groupScopes,
});
