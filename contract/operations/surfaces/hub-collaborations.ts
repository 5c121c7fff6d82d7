import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, plainText } from '../../request-fields.ts';
import { markerPage } from '../../resources/paging.ts';
import { hubCollaboration, hubRoles } from '../../resources/surfaces/hub-collaboration.ts';
import { accountScopes, writeScopes } from '../../scopes.ts';
import { accessibleByMe, markerQuery, pathId } from '../parameters.ts';

/** All hub operations belong to version 2025.0. */
const version = '2025.0';

const params = z.object({ hub_collaboration_id: pathId });
const errors = ['not_found', 'access_denied_insufficient_permissions'] as const;

export const createHubCollaboration = operation({
  name: 'createHubCollaboration',
  summary: 'Gives a hub to a user or a group.',
  method: 'POST',
  path: '/hub_collaborations',
  body: json(
    z.object({
      hub: z.object({ type: z.literal('hubs').optional(), id: bodyId }),
      accessible_by: z
        .object({
          type: z.enum(['user', 'group']),
          id: bodyId.optional(),
          login: plainText(254)
            .refine((login) => login !== '', 'must not be empty')
            .optional(),
        })
        .refine((to) => to.id !== undefined || to.login !== undefined, 'must name whom, by "id" or by "login"'),
      role: z.enum(hubRoles),
    }),
  ),
  answers: { 201: { kind: 'json', schema: hubCollaboration } },
  errors: ['user_already_collaborator', 'forbidden_by_policy', ...errors],
  scope: writeScopes,
  version,
});

export const listHubCollaborations = operation({
  name: 'listHubCollaborations',
  summary: 'Lists who has a hub, or was asked.',
  method: 'GET',
  path: '/hub_collaborations',
  query: markerQuery.safeExtend({ hub_id: bodyId, ...accessibleByMe.shape }),
  answers: { 200: { kind: 'json', schema: markerPage(hubCollaboration) } },
  errors: ['invalid_limit', 'invalid_parameter', 'missing_parameter', ...errors],
  scope: accountScopes,
  version,
});

export const getHubCollaboration = operation({
  name: 'getHubCollaboration',
  summary: 'Gets a hub collaboration.',
  method: 'GET',
  path: '/hub_collaborations/{hub_collaboration_id}',
  params,
  answers: { 200: { kind: 'json', schema: hubCollaboration } },
  errors,
  scope: accountScopes,
  version,
});

export const updateHubCollaboration = operation({
  name: 'updateHubCollaboration',
  summary: 'Changes a role in a hub, or answers an invitation to one.',
  method: 'PUT',
  path: '/hub_collaborations/{hub_collaboration_id}',
  params,
  body: json(
    z.object({
      role: z.enum(hubRoles).optional(),
      /** Not in the documentation: the invited user's response. */
      status: z.enum(['accepted', 'rejected']).optional(),
    }),
  ),
  answers: { 200: { kind: 'json', schema: hubCollaboration } },
  errors: ['invalid_status', 'forbidden', ...errors],
  scope: writeScopes,
  version,
});

export const deleteHubCollaboration = operation({
  name: 'deleteHubCollaboration',
  summary: 'Removes a member from a hub, or leaves it.',
  method: 'DELETE',
  path: '/hub_collaborations/{hub_collaboration_id}',
  params,
  answers: { 204: empty },
  errors: ['forbidden', ...errors],
  scope: writeScopes,
  version,
});
