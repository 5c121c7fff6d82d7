import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, flag, moment, plainText } from '../../request-fields.ts';
import {
  collaboration,
  collaborationRoles,
  collaborationsByMarker,
  collaborationsByOffset,
  collaborationsOfFolder,
  invitableRoles,
} from '../../resources/sharing/collaboration.ts';
import { limits } from '../../rules/limits.ts';
import { accountScopes, readScopes, writeScopes } from '../../scopes.ts';
import { accessibleByMe, fieldsQuery, markerQuery, offsetQuery, pathId, wholeOrMarkerQuery } from '../parameters.ts';

const params = z.object({ collaboration_id: pathId });
const accessErrors = ['not_found', 'access_denied_insufficient_permissions'] as const;

export const createCollaboration = operation({
  name: 'createCollaboration',
  summary: 'Shares a file or folder with a user or a group.',
  method: 'POST',
  path: '/collaborations',
  query: fieldsQuery.extend({ notify: flag.optional() }),
  body: json(
    z.object({
      item: z.object({ type: z.enum(['file', 'folder']), id: bodyId }),
      accessible_by: z
        .object({
          type: z.enum(['user', 'group']),
          id: bodyId.optional(),
          login: plainText(limits.loginLength)
            .refine((text) => text.trim() !== '', 'must not be empty')
            .optional(),
        })
        .refine(
          (to) => to.id !== undefined || (to.type === 'user' && to.login !== undefined),
          'must name whom to invite: a user by "id" or by "login", a group by "id"',
        ),
      role: z.enum(invitableRoles),
      is_access_only: z.boolean().optional(),
      can_view_path: z.boolean().optional(),
      expires_at: moment.optional(),
    }),
  ),
  answers: { 201: { kind: 'json', schema: collaboration } },
  errors: [
    'user_already_collaborator',
    'invalid_collaboration_item',
    'collaborations_not_available_on_root_folder',
    'trashed',
    'forbidden_by_policy',
    ...accessErrors,
  ],
  scope: writeScopes,
});

export const listPendingCollaborations = operation({
  name: 'listPendingCollaborations',
  summary: 'Lists the invitations that wait for the caller.',
  method: 'GET',
  path: '/collaborations',
  query: fieldsQuery.extend(offsetQuery.shape).extend({ status: z.literal('pending') }),
  answers: { 200: { kind: 'json', schema: collaborationsByOffset } },
  errors: ['invalid_limit', 'invalid_offset'],
  scope: accountScopes,
});

export const getCollaboration = operation({
  name: 'getCollaboration',
  summary: 'Gets a collaboration.',
  method: 'GET',
  path: '/collaborations/{collaboration_id}',
  params,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: collaboration } },
  errors: accessErrors,
  scope: accountScopes,
});

export const updateCollaboration = operation({
  name: 'updateCollaboration',
  summary: 'Changes a role, or accepts or rejects an invitation. Passing on ownership answers 204.',
  method: 'PUT',
  path: '/collaborations/{collaboration_id}',
  params,
  query: fieldsQuery,
  body: json(
    z.object({
      role: z.enum(collaborationRoles).optional(),
      status: z.enum(['pending', 'accepted', 'rejected']).optional(),
      expires_at: moment.nullable().optional(),
      can_view_path: z.boolean().optional(),
    }),
  ),
  answers: { 200: { kind: 'json', schema: collaboration }, 204: empty },
  errors: [
    'invalid_status',
    'item_name_in_use',
    'storage_limit_exceeded',
    'operation_limit_exceeded',
    'forbidden',
    'forbidden_by_policy',
    'access_denied_item_locked',
    ...accessErrors,
  ],
  scope: writeScopes,
});

export const deleteCollaboration = operation({
  name: 'deleteCollaboration',
  summary: 'Ends a collaboration: by who invited, or by who was invited.',
  method: 'DELETE',
  path: '/collaborations/{collaboration_id}',
  params,
  answers: { 204: empty },
  errors: accessErrors,
  scope: writeScopes,
});

const listErrors = ['invalid_limit', 'invalid_parameter', 'trashed', ...accessErrors] as const;

export const listFileCollaborations = operation({
  name: 'listFileCollaborations',
  summary: 'Lists who collaborates on a file, pending invitations included, its owner not.',
  method: 'GET',
  path: '/files/{file_id}/collaborations',
  params: z.object({ file_id: pathId }),
  query: markerQuery.safeExtend({ ...fieldsQuery.shape, ...accessibleByMe.shape }),
  answers: { 200: { kind: 'json', schema: collaborationsByMarker } },
  errors: listErrors,
  scope: readScopes,
});

export const listFolderCollaborations = operation({
  name: 'listFolderCollaborations',
  summary: 'Lists who collaborates on a folder, all at once or by marker, pending invitations included, its owner not.',
  method: 'GET',
  path: '/folders/{folder_id}/collaborations',
  params: z.object({ folder_id: pathId }),
  // The public Java SDK sends neither limit nor marker, and reads one list and its `total_count`.
  query: wholeOrMarkerQuery.safeExtend({ ...fieldsQuery.shape, ...accessibleByMe.shape }),
  answers: { 200: { kind: 'json', schema: collaborationsOfFolder } },
  errors: listErrors,
  scope: readScopes,
});
