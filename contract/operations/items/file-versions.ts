import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, itemName } from '../../request-fields.ts';
import { fileVersion } from '../../resources/items/file-version.ts';
import { offsetPage } from '../../resources/paging.ts';
import { deleteScopes, readScopes, writeScopes } from '../../scopes.ts';
import { itemAccessErrors } from '../item-errors.ts';
import { fieldsQuery, ifMatch, offsetQuery, pathId } from '../parameters.ts';

const fileParams = z.object({ file_id: pathId });
const versionParams = z.object({ file_id: pathId, file_version_id: pathId });

export const listVersions = operation({
  name: 'listVersions',
  summary:
    'Lists the past versions of a file, the newest first, trashed ones too (`trashed_at`); the current one is not among them.',
  method: 'GET',
  path: '/files/{file_id}/versions',
  params: fileParams,
  query: fieldsQuery.extend(offsetQuery.shape),
  answers: { 200: { kind: 'json', schema: offsetPage(fileVersion) } },
  errors: ['invalid_limit', 'invalid_offset', ...itemAccessErrors],
  scope: readScopes,
});

export const getVersion = operation({
  name: 'getVersion',
  summary: 'Gets one version of a file, a trashed one too.',
  method: 'GET',
  path: '/files/{file_id}/versions/{file_version_id}',
  params: versionParams,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: fileVersion } },
  errors: itemAccessErrors,
  scope: readScopes,
});

export const deleteVersion = operation({
  name: 'deleteVersion',
  summary: 'Moves a past version of a file to the trash.',
  method: 'DELETE',
  path: '/files/{file_id}/versions/{file_version_id}',
  params: versionParams,
  headers: ifMatch,
  answers: { 204: empty },
  errors: ['access_denied_item_locked', 'precondition_failed', ...itemAccessErrors],
  scope: deleteScopes,
});

export const restoreVersion = operation({
  name: 'restoreVersion',
  summary: 'Restores a trashed version of a file: `trashed_at` set to null.',
  method: 'PUT',
  alsoMethods: ['POST'],
  path: '/files/{file_id}/versions/{file_version_id}',
  params: versionParams,
  query: fieldsQuery,
  body: json(z.object({ trashed_at: z.null().optional() }).optional()),
  answers: { 200: { kind: 'json', schema: fileVersion } },
  errors: ['access_denied_item_locked', 'not_trashed', ...itemAccessErrors],
  scope: writeScopes,
});

export const promoteVersion = operation({
  name: 'promoteVersion',
  summary:
    'Makes a copy of a past version the current one; the file takes its content and its name, or the `name` of the request.',
  method: 'POST',
  path: '/files/{file_id}/versions/current',
  params: fileParams,
  query: fieldsQuery,
  headers: ifMatch,
  body: json(z.object({ id: bodyId, type: z.literal('file_version').optional(), name: itemName.optional() })),
  answers: { 201: { kind: 'json', schema: fileVersion } },
  errors: [
    'access_denied_item_locked',
    'item_name_in_use',
    'item_name_invalid',
    'item_name_too_long',
    'precondition_failed',
    'storage_limit_exceeded',
    ...itemAccessErrors,
  ],
  scope: writeScopes,
});
