import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, plainText } from '../../request-fields.ts';
import { groupMembership, groupMembershipsByOffset, membershipRoles } from '../../resources/people/group.ts';
import { limits } from '../../rules/limits.ts';
import { groupScopes } from '../../scopes.ts';
import { fieldsQuery, offsetQuery, pathId } from '../parameters.ts';

const params = z.object({ group_membership_id: pathId });
const accessErrors = ['not_found', 'access_denied_insufficient_permissions'] as const;
const pageErrors = ['invalid_limit', 'invalid_offset'] as const;

/** Permission flags of a group administrator (interface 4.12): null turns all off; flags missing from an object are on. */
const configurablePermissions = z
  .record(plainText(limits.trackingCodeLength), z.boolean())
  .refine((flags) => Object.keys(flags).length <= limits.configurablePermissions, {
    error: `may hold at most ${limits.configurablePermissions} flags`,
    params: { maximum: limits.configurablePermissions },
  })
  .nullable();

export const createGroupMembership = operation({
  name: 'createGroupMembership',
  summary:
    "Takes a user into a group. The group's administrators have rights over the account only if an administrator of the enterprise does it.",
  method: 'POST',
  path: '/group_memberships',
  query: fieldsQuery,
  body: json(
    z.object({
      user: z.object({ id: bodyId }),
      group: z.object({ id: bodyId }),
      role: z.enum(membershipRoles).optional(),
      configurable_permissions: configurablePermissions.optional(),
    }),
  ),
  answers: { 201: { kind: 'json', schema: groupMembership } },
  errors: ['conflict', ...accessErrors],
  scope: groupScopes,
});

export const getGroupMembership = operation({
  name: 'getGroupMembership',
  summary: 'Gets a group membership.',
  method: 'GET',
  path: '/group_memberships/{group_membership_id}',
  params,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: groupMembership } },
  errors: accessErrors,
  scope: groupScopes,
});

export const updateGroupMembership = operation({
  name: 'updateGroupMembership',
  summary:
    "Changes the role in a group, or what an administrator of the group may do; of no effect on a member's rights. Permissions end with the role.",
  method: 'PUT',
  path: '/group_memberships/{group_membership_id}',
  params,
  query: fieldsQuery,
  body: json(
    z.object({
      role: z.enum(membershipRoles).optional(),
      configurable_permissions: configurablePermissions.optional(),
    }),
  ),
  answers: { 200: { kind: 'json', schema: groupMembership } },
  errors: accessErrors,
  scope: groupScopes,
});

export const deleteGroupMembership = operation({
  name: 'deleteGroupMembership',
  summary: 'Takes a user out of a group.',
  method: 'DELETE',
  path: '/group_memberships/{group_membership_id}',
  params,
  answers: { 204: empty },
  errors: accessErrors,
  scope: groupScopes,
});

export const listGroupMemberships = operation({
  name: 'listGroupMemberships',
  summary: 'Lists who is in a group.',
  method: 'GET',
  path: '/groups/{group_id}/memberships',
  params: z.object({ group_id: pathId }),
  query: fieldsQuery.extend(offsetQuery.shape),
  answers: { 200: { kind: 'json', schema: groupMembershipsByOffset } },
  errors: [...pageErrors, ...accessErrors],
  scope: groupScopes,
});

export const listUserMemberships = operation({
  name: 'listUserMemberships',
  summary: 'Lists the groups that a user is in.',
  method: 'GET',
  path: '/users/{user_id}/memberships',
  params: z.object({ user_id: pathId }),
  query: fieldsQuery.extend(offsetQuery.shape),
  answers: { 200: { kind: 'json', schema: groupMembershipsByOffset } },
  errors: [...pageErrors, 'access_denied_insufficient_permissions'],
  scope: groupScopes,
});
