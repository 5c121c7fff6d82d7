import { z } from 'zod';
import { empty, emptyWith, json, octetsBody, operation } from '../../operation.ts';
import { bodyId, contentAttributes, fileSize, itemName } from '../../request-fields.ts';
import {
  uploadPart as part,
  uploadedFiles,
  uploadedPart,
  uploadPartsByOffset,
  uploadSession,
} from '../../resources/items/upload-session.ts';
import { uploadScopes } from '../../scopes.ts';
import { itemAccessErrors, itemNameErrors } from '../item-errors.ts';
import {
  contentRangeHeader,
  digestHeader,
  fieldsQuery,
  ifMatch,
  ifNoneMatch,
  offsetQuery,
  pathId,
  retryAfterHeader,
} from '../parameters.ts';

const sessionParams = z.object({
  session_id: z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'must be an upload session id'),
});
const sessionErrors = ['not_found', 'forbidden', 'session_expired'] as const;
const roomErrors = ['storage_limit_exceeded', 'file_size_limit_exceeded', 'file_size_too_small'] as const;

export const createUploadSession = operation({
  name: 'createUploadSession',
  summary: 'Opens an upload session for a new file of 20,000,000 bytes or more.',
  method: 'POST',
  host: 'upload',
  path: '/files/upload_sessions',
  body: json(z.object({ folder_id: bodyId, file_size: fileSize, file_name: itemName })),
  answers: { 201: { kind: 'json', schema: uploadSession } },
  errors: [...itemNameErrors, ...itemAccessErrors, ...roomErrors],
  scope: uploadScopes,
});

export const createVersionUploadSession = operation({
  name: 'createVersionUploadSession',
  summary: 'Opens an upload session for a new version of a file; `file_name` renames it.',
  method: 'POST',
  host: 'upload',
  path: '/files/{file_id}/upload_sessions',
  params: z.object({ file_id: pathId }),
  body: json(z.object({ file_size: fileSize, file_name: itemName.optional() })),
  answers: { 201: { kind: 'json', schema: uploadSession } },
  errors: [...itemNameErrors, ...itemAccessErrors, ...roomErrors],
  scope: uploadScopes,
});

export const getUploadSession = operation({
  name: 'getUploadSession',
  summary: 'Gets an upload session.',
  method: 'GET',
  host: 'upload',
  path: '/files/upload_sessions/{session_id}',
  params: sessionParams,
  answers: { 200: { kind: 'json', schema: uploadSession } },
  errors: sessionErrors,
  scope: uploadScopes,
});

export const uploadPart = operation({
  name: 'uploadPart',
  summary: 'Uploads one part; parts may come in any order and side by side, a part once stored does not change.',
  method: 'PUT',
  host: 'upload',
  path: '/files/upload_sessions/{session_id}',
  params: sessionParams,
  headers: z.object({ digest: digestHeader, 'content-range': contentRangeHeader }),
  body: octetsBody,
  answers: { 200: { kind: 'json', schema: uploadedPart } },
  errors: [
    'precondition_failed',
    'invalid_content_range',
    'range_overlaps_existing_part',
    'upload_failed',
    'access_denied_insufficient_permissions',
    ...sessionErrors,
  ],
  scope: uploadScopes,
});

export const listParts = operation({
  name: 'listParts',
  summary: 'Lists the parts that the service holds, by offset in the file.',
  method: 'GET',
  host: 'upload',
  path: '/files/upload_sessions/{session_id}/parts',
  params: sessionParams,
  query: offsetQuery,
  answers: { 200: { kind: 'json', schema: uploadPartsByOffset } },
  errors: ['invalid_limit', 'invalid_offset', ...sessionErrors],
  scope: uploadScopes,
});

export const commitUploadSession = operation({
  name: 'commitUploadSession',
  summary: 'Makes the file out of the parts. Repeated after success it gives the same answer; 202 says ask again.',
  method: 'POST',
  host: 'upload',
  path: '/files/upload_sessions/{session_id}/commit',
  params: sessionParams,
  query: fieldsQuery,
  headers: z.object({ digest: digestHeader }).extend(ifMatch.shape).extend(ifNoneMatch.shape),
  body: json(
    z.object({
      parts: z.array(part.partial({ sha1: true })).min(1, 'must name every part of the session'),
      attributes: z.object(contentAttributes).nullable().optional(),
    }),
  ),
  answers: { 201: { kind: 'json', schema: uploadedFiles }, 202: emptyWith(retryAfterHeader), 304: empty },
  errors: [
    'precondition_failed',
    'parts_mismatch',
    'digest_mismatch',
    'upload_failed',
    ...itemNameErrors,
    ...itemAccessErrors,
    ...sessionErrors,
  ],
  scope: uploadScopes,
});

export const abortUploadSession = operation({
  name: 'abortUploadSession',
  summary: 'Gives an upload session up and drops its parts.',
  method: 'DELETE',
  host: 'upload',
  path: '/files/upload_sessions/{session_id}',
  params: sessionParams,
  answers: { 204: empty },
  errors: sessionErrors,
  scope: uploadScopes,
});

export const logUploadEvent = operation({
  name: 'logUploadEvent',
  summary: 'Takes what a client notes about an upload session; the service keeps nothing of it.',
  method: 'POST',
  host: 'upload',
  path: '/files/upload_sessions/{session_id}/log',
  params: sessionParams,
  body: json(z.unknown()),
  answers: { 204: empty },
  errors: sessionErrors,
  scope: uploadScopes,
});
