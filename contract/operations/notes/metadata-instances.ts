import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { plainText } from '../../request-fields.ts';
import {
  metadataInstance,
  metadataInstances,
  metadataPatchStep,
  metadataValue,
} from '../../resources/notes/metadata-instance.ts';
import { scopeInPath, templateKeyInPath } from '../../resources/notes/metadata-template-request.ts';
import { limits } from '../../rules/limits.ts';
import { readScopes, writeScopes } from '../../scopes.ts';
import { pathId } from '../parameters.ts';

const template = { scope: scopeInPath, template_key: templateKeyInPath };
const fileParams = z.object({ file_id: pathId });
const folderParams = z.object({ folder_id: pathId });
/** `hydrated` shows options of taxonomies in full; there are none here, so both views are the same. */
const view = z.object({ view: z.string().optional() });
const values = json(z.record(plainText(limits.metadataFieldKeyLength), metadataValue).default({}));
const patch = json(z.array(metadataPatchStep).max(limits.metadataPatchSteps));
const readErrors = ['not_found', 'trashed', 'access_denied_insufficient_permissions'] as const;
const oneErrors = ['instance_not_found', 'instance_tuple_not_found', ...readErrors] as const;

export const listFileMetadata = operation({
  name: 'listFileMetadata',
  summary: 'Lists the metadata of a file.',
  method: 'GET',
  path: '/files/{file_id}/metadata',
  params: fileParams,
  query: view,
  answers: { 200: { kind: 'json', schema: metadataInstances } },
  errors: readErrors,
  scope: readScopes,
});

export const getFileMetadata = operation({
  name: 'getFileMetadata',
  summary: 'Gets the metadata of a file by one template.',
  method: 'GET',
  path: '/files/{file_id}/metadata/{scope}/{template_key}',
  params: fileParams.extend(template),
  query: view,
  answers: { 200: { kind: 'json', schema: metadataInstance } },
  errors: oneErrors,
  scope: readScopes,
});

export const createFileMetadata = operation({
  name: 'createFileMetadata',
  summary: 'Gives a file metadata by a template; it has at most one instance of each.',
  method: 'POST',
  path: '/files/{file_id}/metadata/{scope}/{template_key}',
  params: fileParams.extend(template),
  body: values,
  answers: { 201: { kind: 'json', schema: metadataInstance } },
  errors: ['schema_validation_failed', 'tuple_already_exists', ...oneErrors],
  scope: writeScopes,
});

export const updateFileMetadata = operation({
  name: 'updateFileMetadata',
  summary: 'Changes the metadata of a file by a JSON patch (RFC 6902): all of it, or nothing.',
  method: 'PUT',
  path: '/files/{file_id}/metadata/{scope}/{template_key}',
  params: fileParams.extend(template),
  body: patch,
  answers: { 200: { kind: 'json', schema: metadataInstance } },
  errors: ['schema_validation_failed', ...oneErrors],
  scope: writeScopes,
});

export const deleteFileMetadata = operation({
  name: 'deleteFileMetadata',
  summary: 'Takes the metadata of a template away from a file.',
  method: 'DELETE',
  path: '/files/{file_id}/metadata/{scope}/{template_key}',
  params: fileParams.extend(template),
  answers: { 204: empty },
  errors: oneErrors,
  scope: writeScopes,
});

export const listFolderMetadata = operation({
  name: 'listFolderMetadata',
  summary: 'Lists the metadata of a folder.',
  method: 'GET',
  path: '/folders/{folder_id}/metadata',
  params: folderParams,
  query: view,
  answers: { 200: { kind: 'json', schema: metadataInstances } },
  errors: readErrors,
  scope: readScopes,
});

export const getFolderMetadata = operation({
  name: 'getFolderMetadata',
  summary: 'Gets the metadata of a folder by one template.',
  method: 'GET',
  path: '/folders/{folder_id}/metadata/{scope}/{template_key}',
  params: folderParams.extend(template),
  query: view,
  answers: { 200: { kind: 'json', schema: metadataInstance } },
  errors: oneErrors,
  scope: readScopes,
});

export const createFolderMetadata = operation({
  name: 'createFolderMetadata',
  summary: 'Gives a folder metadata by a template; it has at most one instance of each.',
  method: 'POST',
  path: '/folders/{folder_id}/metadata/{scope}/{template_key}',
  params: folderParams.extend(template),
  body: values,
  answers: { 201: { kind: 'json', schema: metadataInstance } },
  errors: ['schema_validation_failed', 'tuple_already_exists', 'forbidden', ...oneErrors],
  scope: writeScopes,
});

export const updateFolderMetadata = operation({
  name: 'updateFolderMetadata',
  summary: 'Changes the metadata of a folder by a JSON patch (RFC 6902): all of it, or nothing.',
  method: 'PUT',
  path: '/folders/{folder_id}/metadata/{scope}/{template_key}',
  params: folderParams.extend(template),
  body: patch,
  answers: { 200: { kind: 'json', schema: metadataInstance } },
  errors: ['schema_validation_failed', ...oneErrors],
  scope: writeScopes,
});

export const deleteFolderMetadata = operation({
  name: 'deleteFolderMetadata',
  summary: 'Takes the metadata of a template away from a folder.',
  method: 'DELETE',
  path: '/folders/{folder_id}/metadata/{scope}/{template_key}',
  params: folderParams.extend(template),
  answers: { 204: empty },
  errors: oneErrors,
  scope: writeScopes,
});
