import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import {
  bodyId,
  collectionReferences,
  description,
  folderReference,
  itemName,
  orNone,
  webAddress,
} from '../../request-fields.ts';
import { webLink } from '../../resources/items/web-link.ts';
import { sharedLinkRequest } from '../../resources/sharing/shared-link-request.ts';
import { deleteScopes, readScopes, renameScopes, uploadScopes, writeScopes } from '../../scopes.ts';
import { itemAccessErrors, itemNameErrors } from '../item-errors.ts';
import { fieldsQuery, ifMatch, ifNoneMatch, linkErrors, pathId, sharedLinkHeader } from '../parameters.ts';

const webLinkParams = z.object({ web_link_id: pathId });

export const createWebLink = operation({
  name: 'createWebLink',
  summary:
    'Creates a web link in a folder; without a name it is called after the host of its URL, with a number if that name is taken.',
  method: 'POST',
  path: '/web_links',
  query: fieldsQuery,
  body: json(
    z.object({
      url: webAddress,
      parent: folderReference,
      name: orNone(itemName),
      description: orNone(description),
    }),
  ),
  answers: { 201: { kind: 'json', schema: webLink } },
  errors: [...itemNameErrors, ...itemAccessErrors],
  scope: uploadScopes,
});

export const getWebLink = operation({
  name: 'getWebLink',
  summary: 'Gets a web link; one in the trash too, with `item_status` `trashed`.',
  method: 'GET',
  path: '/web_links/{web_link_id}',
  params: webLinkParams,
  query: fieldsQuery,
  headers: ifNoneMatch.extend(sharedLinkHeader.shape),
  answers: { 200: { kind: 'json', schema: webLink }, 304: empty },
  errors: [...linkErrors, 'not_found', 'access_denied_insufficient_permissions'],
  scope: readScopes,
});

const restoreFields = { name: itemName.optional(), parent: z.object({ id: bodyId }).nullable().optional() };

export const updateWebLink = operation({
  name: 'updateWebLink',
  summary:
    'Changes a web link; one in the trash is restored (201), with `parent` as the fallback if its folder no longer exists.',
  method: 'PUT',
  path: '/web_links/{web_link_id}',
  params: webLinkParams,
  query: fieldsQuery,
  headers: ifMatch,
  body: json(
    z
      .object({
        ...restoreFields,
        url: webAddress.optional(),
        description: description.optional(),
        shared_link: sharedLinkRequest.nullable().optional(),
        collections: collectionReferences.optional(),
      })
      .optional(),
  ),
  answers: { 200: { kind: 'json', schema: webLink }, 201: { kind: 'json', schema: webLink } },
  errors: ['precondition_failed', 'not_trashed', 'conflict', 'forbidden', ...itemNameErrors, ...itemAccessErrors],
  scope: renameScopes,
});

export const restoreWebLink = operation({
  name: 'restoreWebLink',
  summary: 'Restores a web link from the trash; `parent` is used only when its own folder is gone.',
  method: 'POST',
  path: '/web_links/{web_link_id}',
  params: webLinkParams,
  query: fieldsQuery,
  body: json(z.object(restoreFields).optional()),
  answers: { 201: { kind: 'json', schema: webLink } },
  errors: ['not_trashed', 'forbidden', ...itemNameErrors, ...itemAccessErrors],
  scope: writeScopes,
});

export const deleteWebLink = operation({
  name: 'deleteWebLink',
  summary: 'Moves a web link to the trash.',
  method: 'DELETE',
  path: '/web_links/{web_link_id}',
  params: webLinkParams,
  headers: ifMatch,
  answers: { 204: empty },
  errors: ['precondition_failed', ...itemAccessErrors],
  scope: deleteScopes,
});

export const getTrashedWebLink = operation({
  name: 'getTrashedWebLink',
  summary: 'Gets a web link that was itself put in the trash.',
  method: 'GET',
  path: '/web_links/{web_link_id}/trash',
  params: webLinkParams,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: webLink } },
  errors: ['not_trashed', ...itemAccessErrors],
  scope: readScopes,
});

export const purgeWebLink = operation({
  name: 'purgeWebLink',
  summary: 'Permanently deletes a web link from the trash.',
  method: 'DELETE',
  path: '/web_links/{web_link_id}/trash',
  params: webLinkParams,
  answers: { 204: empty },
  errors: ['not_trashed', 'forbidden_by_policy', ...itemAccessErrors],
  scope: deleteScopes,
});
