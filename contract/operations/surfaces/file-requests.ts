import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, moment, plainText } from '../../request-fields.ts';
import { markerPage } from '../../resources/paging.ts';
import { fileRequest, fileRequestStatus } from '../../resources/surfaces/file-request.ts';
import { limits } from '../../rules/limits.ts';
import { readScopes, writeScopes } from '../../scopes.ts';
import { itemAccessErrors } from '../item-errors.ts';
import { ifMatch, markerQuery, pathId } from '../parameters.ts';

const params = z.object({ file_request_id: pathId });

const settings = {
  title: plainText(limits.fileRequestTitleLength)
    .refine((text) => text !== '', 'must not be empty')
    .optional(),
  description: plainText(limits.fileRequestDescriptionLength).nullable().optional(),
  status: fileRequestStatus.optional(),
  is_email_required: z.boolean().optional(),
  is_description_required: z.boolean().optional(),
  expires_at: moment.nullable().optional(),
};
const folderBody = z.object({ folder: z.object({ id: bodyId, type: z.literal('folder').optional() }), ...settings });

export const createFileRequest = operation({
  name: 'createFileRequest',
  summary: 'Creates a form by which people without an account bring files into a folder.',
  method: 'POST',
  path: '/file_requests',
  body: json(folderBody),
  answers: { 201: { kind: 'json', schema: fileRequest } },
  errors: itemAccessErrors,
  scope: writeScopes,
});

/** Not in the public format, which has no way to list one's file requests. */
export const listFileRequests = operation({
  name: 'listFileRequests',
  summary:
    'Lists the file requests that the caller created or that upload to folders of the caller, newest first; or all of one folder.',
  method: 'GET',
  path: '/file_requests',
  query: markerQuery.safeExtend({ folder_id: bodyId.optional() }),
  answers: { 200: { kind: 'json', schema: markerPage(fileRequest) } },
  errors: ['invalid_limit', 'invalid_parameter', ...itemAccessErrors],
  scope: readScopes,
});

export const getFileRequest = operation({
  name: 'getFileRequest',
  summary: 'Gets a file request.',
  method: 'GET',
  path: '/file_requests/{file_request_id}',
  params,
  answers: { 200: { kind: 'json', schema: fileRequest } },
  errors: ['not_found', 'access_denied_insufficient_permissions'],
  scope: readScopes,
});

export const updateFileRequest = operation({
  name: 'updateFileRequest',
  summary: 'Changes the texts, the questions, the status or the end of a file request.',
  method: 'PUT',
  path: '/file_requests/{file_request_id}',
  params,
  headers: ifMatch,
  body: json(z.object(settings)),
  answers: { 200: { kind: 'json', schema: fileRequest } },
  errors: [...itemAccessErrors, 'precondition_failed'],
  scope: writeScopes,
});

export const deleteFileRequest = operation({
  name: 'deleteFileRequest',
  summary: 'Deletes a file request; received files stay.',
  method: 'DELETE',
  path: '/file_requests/{file_request_id}',
  params,
  answers: { 204: empty },
  errors: ['not_found', 'access_denied_insufficient_permissions'],
  scope: writeScopes,
});

export const copyFileRequest = operation({
  name: 'copyFileRequest',
  summary: 'Copies a file request to another folder; omitted fields are taken from the original.',
  method: 'POST',
  path: '/file_requests/{file_request_id}/copy',
  params,
  body: json(folderBody),
  answers: { 200: { kind: 'json', schema: fileRequest } },
  errors: itemAccessErrors,
  scope: writeScopes,
});
