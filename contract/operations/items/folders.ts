import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import {
  bodyId,
  collectionReferences,
  description,
  flag,
  folderReference,
  itemName,
  tags,
} from '../../request-fields.ts';
import { folder } from '../../resources/items/folder.ts';
import { folderWithItems, items } from '../../resources/items/item-collection.ts';
import { sharedLinkRequest } from '../../resources/sharing/shared-link-request.ts';
import { deleteScopes, readScopes, renameScopes, uploadScopes, writeScopes } from '../../scopes.ts';
import { itemAccessErrors, itemNameErrors } from '../item-errors.ts';
import {
  fieldsQuery,
  ifMatch,
  ifNoneMatch,
  linkErrors,
  offsetQuery,
  pagingQuery,
  pathId,
  sharedLinkHeader,
  sortQuery,
} from '../parameters.ts';

const folderParams = z.object({ folder_id: pathId });
/** The service accepts no email, so folders have no email address; sending null is accepted. */
const uploadEmail = z.null('must be null: this service takes no uploads by email').optional();
/** Effects of the public format that this service does not have are refused, so that no request seems to have them. */
const newOwner = z.never('cannot be set: to transfer a folder, give a collaborator of it the role "owner"').optional();
const moveTarget = folderReference.extend({
  user_id: z.never('cannot be set: "0" is the root folder of the caller').optional(),
});
/** Not of the public format: a service that does not know it passes it over. */
const streamPosition = z.string().regex(/^\d{1,19}$/, 'must be a position that a page of events gave');
const syncState = z.enum(['synced', 'not_synced', 'partially_synced']);

export const createFolder = operation({
  name: 'createFolder',
  summary: 'Creates a folder in a folder.',
  method: 'POST',
  path: '/folders',
  query: fieldsQuery,
  body: json(
    z.object({
      name: itemName,
      parent: folderReference,
      sync_state: syncState.optional(),
      folder_upload_email: uploadEmail,
    }),
  ),
  answers: { 201: { kind: 'json', schema: folderWithItems } },
  errors: [...itemNameErrors, ...itemAccessErrors],
  scope: uploadScopes,
});

export const getFolder = operation({
  name: 'getFolder',
  summary: 'Gets a folder with the first page of its items; `sort`, `direction`, `offset`, `limit` steer that page.',
  method: 'GET',
  path: '/folders/{folder_id}',
  params: folderParams,
  query: fieldsQuery.extend(offsetQuery.shape).extend(sortQuery.shape),
  headers: ifNoneMatch.extend(sharedLinkHeader.shape),
  answers: { 200: { kind: 'json', schema: folderWithItems }, 304: empty },
  errors: [...linkErrors, ...itemAccessErrors],
  scope: readScopes,
});

export const listFolderItems = operation({
  name: 'listFolderItems',
  summary:
    'Lists the items of a folder, folders first, by offset or by marker; both take `sort`, also in the root, by the names shown there.',
  method: 'GET',
  path: '/folders/{folder_id}/items',
  params: folderParams,
  query: fieldsQuery.extend(pagingQuery.shape).extend(sortQuery.shape),
  headers: sharedLinkHeader,
  answers: { 200: { kind: 'json', schema: items } },
  errors: [...linkErrors, 'invalid_limit', 'invalid_offset', 'invalid_parameter', ...itemAccessErrors],
  scope: readScopes,
});

export const updateFolder = operation({
  name: 'updateFolder',
  summary: 'Renames, moves or describes a folder; a move and nothing else ignores If-Match.',
  method: 'PUT',
  path: '/folders/{folder_id}',
  params: folderParams,
  query: fieldsQuery,
  headers: ifMatch,
  body: json(
    z.object({
      name: itemName.optional(),
      parent: moveTarget.optional(),
      owned_by: newOwner,
      description: description.optional(),
      tags: tags.optional(),
      shared_link: sharedLinkRequest.nullable().optional(),
      sync_state: syncState.optional(),
      folder_upload_email: uploadEmail,
      can_non_owners_invite: z.boolean().optional(),
      can_non_owners_view_collaborators: z.boolean().optional(),
      is_collaboration_restricted_to_enterprise: z.boolean().optional(),
      collections: collectionReferences.optional(),
    }),
  ),
  answers: { 200: { kind: 'json', schema: folderWithItems } },
  errors: [
    'access_denied_item_locked',
    'invalid_parameter',
    'precondition_failed',
    'cyclical_folder_structure',
    'operation_limit_exceeded',
    'conflict',
    'forbidden',
    ...itemNameErrors,
    ...itemAccessErrors,
  ],
  scope: renameScopes,
});

export const copyFolder = operation({
  name: 'copyFolder',
  summary: 'Copies a folder with all that is below it into another folder.',
  method: 'POST',
  path: '/folders/{folder_id}/copy',
  params: folderParams,
  query: fieldsQuery,
  headers: ifNoneMatch.extend(sharedLinkHeader.shape),
  body: json(z.object({ parent: folderReference, name: itemName.optional() })),
  answers: { 201: { kind: 'json', schema: folderWithItems }, 304: empty },
  errors: [
    ...linkErrors,
    'cyclical_folder_structure',
    'operation_blocked_temporary',
    'operation_limit_exceeded',
    ...itemNameErrors,
    ...itemAccessErrors,
  ],
  scope: writeScopes,
});

export const deleteFolder = operation({
  name: 'deleteFolder',
  summary:
    'Moves a folder to the trash; one that is not empty only with `recursive`. With `stream_position`, a position of the ' +
    "caller's events: only if nothing below the folder has changed since.",
  method: 'DELETE',
  path: '/folders/{folder_id}',
  params: folderParams,
  query: z.object({ recursive: flag.optional(), stream_position: streamPosition.optional() }),
  headers: ifMatch,
  answers: { 204: empty },
  errors: ['access_denied_item_locked', 'precondition_failed', 'folder_not_empty', 'forbidden', ...itemAccessErrors],
  scope: deleteScopes,
});

const restoreBody = z.object({ name: itemName.optional(), parent: z.object({ id: bodyId }).nullable().optional() });

export const restoreFolder = operation({
  name: 'restoreFolder',
  summary: 'Restores a folder from the trash; `parent` is used only when its own folder is gone.',
  method: 'POST',
  path: '/folders/{folder_id}',
  params: folderParams,
  query: fieldsQuery,
  body: json(restoreBody.optional()),
  answers: { 201: { kind: 'json', schema: folder } },
  errors: ['not_trashed', ...itemNameErrors, ...itemAccessErrors],
  scope: writeScopes,
});

export const getTrashedFolder = operation({
  name: 'getTrashedFolder',
  summary: 'Gets a folder that was itself put in the trash.',
  method: 'GET',
  path: '/folders/{folder_id}/trash',
  params: folderParams,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: folder } },
  errors: ['not_trashed', ...itemAccessErrors],
  scope: readScopes,
});

export const purgeFolder = operation({
  name: 'purgeFolder',
  summary: 'Permanently deletes a folder from the trash, with everything below it.',
  method: 'DELETE',
  path: '/folders/{folder_id}/trash',
  params: folderParams,
  answers: { 204: empty },
  errors: ['not_trashed', 'forbidden_by_policy', ...itemAccessErrors],
  scope: deleteScopes,
});

export const listTrash = operation({
  name: 'listTrash',
  summary: 'Lists the items that were themselves put in the trash.',
  method: 'GET',
  path: '/folders/trash/items',
  query: fieldsQuery.extend(pagingQuery.shape).extend(sortQuery.shape),
  answers: { 200: { kind: 'json', schema: items } },
  errors: ['invalid_limit', 'invalid_offset', 'invalid_parameter'],
  scope: readScopes,
});
