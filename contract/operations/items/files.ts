import { z } from 'zod';
import { empty, emptyWith, json, multipart, octetsWith, operation } from '../../operation.ts';
import {
  bodyId,
  collectionReferences,
  contentAttributes,
  contentDates,
  copyName,
  description,
  fileSize,
  folderReference,
  itemName,
  moment,
  orNone,
  tags,
} from '../../request-fields.ts';
import { downloadedBatch } from '../../resources/items/download-batch.ts';
import { file } from '../../resources/items/file.ts';
import { uploadedBatch } from '../../resources/items/upload-batch.ts';
import { uploadedFiles } from '../../resources/items/upload-session.ts';
import { sharedLinkRequest } from '../../resources/sharing/shared-link-request.ts';
import { limits } from '../../rules/limits.ts';
import { deleteScopes, downloadScopes, readScopes, renameScopes, uploadScopes, writeScopes } from '../../scopes.ts';
import { itemAccessErrors, itemNameErrors } from '../item-errors.ts';
import {
  contentReferences,
  contentSha1Header,
  fieldsQuery,
  ifMatch,
  ifNoneMatch,
  linkErrors,
  locationHeader,
  pathId,
  retryAfterHeader,
  sharedLinkHeader,
} from '../parameters.ts';

const fileParams = z.object({ file_id: pathId });
const roomErrors = ['storage_limit_exceeded', 'file_size_limit_exceeded'] as const;
const contentErrors = ['bad_digest', 'metadata_after_file_contents', 'request_entity_too_large'] as const;

/** On a service with `downloadFiles`: the limits of one response, such as `files=100, bytes=4194304`. */
const downloadBatchHeader = z.object({ 'svc-download-batch': z.string().optional() });

/** On a service with `uploadFiles`: the limits of one request, such as `files=200, bytes=4194304`. */
const uploadBatchHeader = z.object({ 'svc-upload-batch': z.string().optional() });

/** The upload URL, if the described upload would be accepted now. */
const uploadAddress = z.object({ upload_url: z.string(), upload_token: z.string().nullable().optional() });

export const preflightUpload = operation({
  name: 'preflightUpload',
  summary: 'Checks whether an upload of a new file would be accepted: name, permission and room.',
  method: 'OPTIONS',
  path: '/files/content',
  body: json(z.object({ name: itemName, parent: folderReference, size: fileSize.nullable().optional() })),
  answers: { 200: { kind: 'json', schema: uploadAddress } },
  errors: [...itemNameErrors, ...itemAccessErrors, ...roomErrors],
  scope: uploadScopes,
});

export const preflightVersion = operation({
  name: 'preflightVersion',
  summary: 'Checks whether an upload of a new version would be accepted.',
  method: 'OPTIONS',
  path: '/files/{file_id}/content',
  params: fileParams,
  headers: ifMatch.extend(sharedLinkHeader.shape),
  body: json(
    z
      .object({
        name: itemName.optional(),
        size: fileSize.nullable().optional(),
        parent: z.object({ id: bodyId.optional() }).optional(),
      })
      .optional(),
  ),
  answers: { 200: { kind: 'json', schema: uploadAddress } },
  errors: [...linkErrors, 'precondition_failed', ...itemNameErrors, ...itemAccessErrors, ...roomErrors],
  scope: uploadScopes,
});

export const uploadFile = operation({
  name: 'uploadFile',
  summary: 'Uploads a new file in one request.',
  method: 'POST',
  host: 'upload',
  path: '/files/content',
  query: fieldsQuery,
  headers: z.object({ 'content-md5': contentSha1Header }),
  body: multipart(z.object({ name: itemName, parent: folderReference, ...contentAttributes })),
  answers: { 201: { kind: 'json', schema: uploadedFiles, headers: uploadBatchHeader } },
  errors: [...itemNameErrors, ...itemAccessErrors, ...roomErrors, ...contentErrors],
  scope: uploadScopes,
});

/** One file of a batch. Its name is validated per file, so that an invalid one is refused alone. */
const fileOfBatch = z.object({
  name: z.string(),
  parent: folderReference,
  /** Its size in the file part, which concatenates the files in the order of the entries. */
  size: fileSize,
  sha1: contentSha1Header,
  ...contentAttributes,
});

export const uploadFiles = operation({
  name: 'uploadFiles',
  summary: 'Uploads many small new files in one request; each has its own result, as if it had been sent alone.',
  method: 'POST',
  host: 'upload',
  path: '/files/content/batch',
  query: fieldsQuery,
  body: multipart(z.object({ entries: z.array(fileOfBatch).min(1).max(limits.uploadBatchFiles) })),
  answers: { 200: { kind: 'json', schema: uploadedBatch } },
  errors: [...itemNameErrors, ...itemAccessErrors, ...roomErrors, ...contentErrors],
  scope: uploadScopes,
});

export const uploadVersion = operation({
  name: 'uploadVersion',
  summary: 'Uploads a new version of a file in one request; `name` renames it.',
  method: 'POST',
  host: 'upload',
  path: '/files/{file_id}/content',
  params: fileParams,
  query: fieldsQuery,
  headers: ifMatch.extend({ ...sharedLinkHeader.shape, 'content-md5': contentSha1Header }),
  body: multipart(z.object({ name: orNone(itemName), ...contentAttributes }).optional()),
  answers: { 201: { kind: 'json', schema: uploadedFiles } },
  errors: [
    ...linkErrors,
    'precondition_failed',
    ...itemNameErrors,
    ...itemAccessErrors,
    ...roomErrors,
    ...contentErrors,
  ],
  scope: uploadScopes,
});

export const getFile = operation({
  name: 'getFile',
  summary: 'Gets a file; one in the trash too, with `item_status` `trashed`.',
  method: 'GET',
  path: '/files/{file_id}',
  params: fileParams,
  query: fieldsQuery,
  headers: ifNoneMatch.extend(sharedLinkHeader.shape),
  answers: { 200: { kind: 'json', schema: file }, 304: empty },
  errors: [...linkErrors, 'not_found'],
  scope: readScopes,
});

const fileLockRequest = z.object({
  access: z.literal('lock').optional(),
  expires_at: moment.nullable().optional(),
  is_download_prevented: z.boolean().optional(),
});

/** Roles and shared links decide who may download a file: another restriction could not be enforced and is refused. */
const downloadPermission = z.literal('open', 'must be "open": downloads cannot be limited to the company here');

export const updateFile = operation({
  name: 'updateFile',
  summary: 'Renames, moves or describes a file; a move and nothing else ignores If-Match.',
  method: 'PUT',
  path: '/files/{file_id}',
  params: fileParams,
  query: fieldsQuery,
  headers: ifMatch,
  body: json(
    z.object({
      name: itemName.optional(),
      parent: folderReference.optional(),
      description: description.optional(),
      tags: tags.optional(),
      shared_link: sharedLinkRequest.nullable().optional(),
      lock: fileLockRequest.nullable().optional(),
      collections: collectionReferences.optional(),
      /** Postpones the disposition of a retained file, if its policy allows the owner to do so. */
      disposition_at: moment.optional(),
      permissions: z.object({ can_download: downloadPermission.optional() }).optional(),
      ...contentDates,
    }),
  ),
  answers: { 200: { kind: 'json', schema: file } },
  errors: [
    'precondition_failed',
    'access_denied_item_locked',
    'conflict',
    'forbidden_by_policy',
    ...itemNameErrors,
    ...itemAccessErrors,
  ],
  scope: renameScopes,
});

export const copyFile = operation({
  name: 'copyFile',
  summary:
    'Copies a file, or one version of it, into a folder. Characters that no name may contain are removed from the name.',
  method: 'POST',
  path: '/files/{file_id}/copy',
  params: fileParams,
  query: fieldsQuery,
  headers: ifNoneMatch.extend(sharedLinkHeader.shape),
  body: json(z.object({ parent: folderReference, name: copyName.optional(), version: bodyId.optional() })),
  answers: { 201: { kind: 'json', schema: file }, 304: empty },
  errors: [...linkErrors, ...itemNameErrors, ...itemAccessErrors, ...roomErrors],
  scope: writeScopes,
});

export const deleteFile = operation({
  name: 'deleteFile',
  summary: 'Moves a file to the trash.',
  method: 'DELETE',
  path: '/files/{file_id}',
  params: fileParams,
  headers: ifMatch,
  answers: { 204: empty },
  errors: ['precondition_failed', 'access_denied_item_locked', ...itemAccessErrors],
  scope: deleteScopes,
});

const contentHeaders = z.object({
  'content-length': z.string().optional(),
  'content-range': z.string().optional(),
  ...downloadBatchHeader.shape,
});

export const downloadFile = operation({
  name: 'downloadFile',
  summary:
    'Redirects to the content of a file: a URL that is valid for 15 minutes, but no longer than the access token, and supports `Range`, or the content itself with `Prefer: return=representation`. Where clients reach the storage, large content is a URL on it despite `Prefer`, valid for a minute.',
  method: 'GET',
  path: '/files/{file_id}/content',
  params: fileParams,
  query: z.object({
    version: pathId.optional(),
    /** In place of the header `Authorization`, for addresses that a browser opens (RFC 6750 2.3). */
    access_token: z.string().optional(),
  }),
  headers: sharedLinkHeader.extend({
    range: z.string().optional(),
    /** RFC 9110 13.1, with the ETag of the content. Where one of the first three does not hold, the redirect target says so. */
    'if-match': z.string().optional(),
    'if-none-match': z.string().optional(),
    'if-unmodified-since': z.string().optional(),
    'if-range': z.string().optional(),
    /** Ignored, since a new version may have an earlier date. */
    'if-modified-since': z.string().optional(),
    prefer: z.string().optional(),
  }),
  answers: {
    200: octetsWith(contentHeaders),
    202: emptyWith(retryAfterHeader),
    206: octetsWith(contentHeaders),
    302: emptyWith(locationHeader),
  },
  errors: [...linkErrors, ...itemAccessErrors, 'content_unavailable'],
  scope: downloadScopes,
});

export const downloadFiles = operation({
  name: 'downloadFiles',
  summary: 'Downloads many small files in one response; each has its own result, as if it had been requested alone.',
  method: 'GET',
  path: '/files/content',
  query: z.object({ files: contentReferences }),
  answers: { 200: { kind: 'json', schema: downloadedBatch } },
  errors: [...itemAccessErrors, 'request_entity_too_large', 'content_unavailable'],
  scope: downloadScopes,
});

export const restoreFile = operation({
  name: 'restoreFile',
  summary: 'Restores a file from the trash; `parent` is used only when its own folder is gone.',
  method: 'POST',
  path: '/files/{file_id}',
  params: fileParams,
  query: fieldsQuery,
  body: json(
    z.object({ name: itemName.optional(), parent: z.object({ id: bodyId }).nullable().optional() }).optional(),
  ),
  answers: { 201: { kind: 'json', schema: file } },
  errors: ['not_trashed', ...itemNameErrors, ...itemAccessErrors],
  scope: writeScopes,
});

export const getTrashedFile = operation({
  name: 'getTrashedFile',
  summary: 'Gets a file that was itself put in the trash.',
  method: 'GET',
  path: '/files/{file_id}/trash',
  params: fileParams,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: file } },
  errors: ['not_trashed', ...itemAccessErrors],
  scope: readScopes,
});

export const purgeFile = operation({
  name: 'purgeFile',
  summary: 'Permanently deletes a file from the trash.',
  method: 'DELETE',
  path: '/files/{file_id}/trash',
  params: fileParams,
  answers: { 204: empty },
  errors: ['not_trashed', 'forbidden_by_policy', ...itemAccessErrors],
  scope: deleteScopes,
});
