import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, direction, plainText } from '../../request-fields.ts';
import { markerPage } from '../../resources/paging.ts';
import { sentence } from '../../resources/sentence.ts';
import {
  hub,
  hubCopyAccess,
  hubDocumentBlock,
  hubDocumentPage,
  hubItem,
  hubItemTypes,
} from '../../resources/surfaces/hub.ts';
import { limits } from '../../rules/limits.ts';
import { accountScopes, writeScopes } from '../../scopes.ts';
import { markerQuery, pathId } from '../parameters.ts';

/** All hub operations belong to version 2025.0. */
const version = '2025.0';

const params = z.object({ hub_id: pathId });
const errors = ['not_found', 'access_denied_insufficient_permissions'] as const;

const title = plainText(limits.jsonBodyBytes).superRefine((text, context) => {
  const length = [...text].length;
  if (length >= 1 && length <= limits.hubTitleLength) return;
  const message = `must have 1 to ${limits.hubTitleLength} characters; this one has ${length}`;
  context.addIssue({ code: 'custom', message });
});
const description = plainText(limits.hubDescriptionLength);

const listQuery = markerQuery.safeExtend({
  query: plainText(limits.searchQueryLength).default(''),
  sort: z.enum(['name', 'updated_at', 'last_accessed_at', 'view_count', 'relevance']).default('relevance'),
  direction: direction.optional(),
});

export const listHubs = operation({
  name: 'listHubs',
  summary: 'Lists the hubs that the caller has.',
  method: 'GET',
  path: '/hubs',
  query: listQuery.safeExtend({ scope: z.enum(['editable', 'view_only', 'all']).default('all') }),
  answers: { 200: { kind: 'json', schema: markerPage(hub) } },
  errors: ['invalid_limit', 'invalid_parameter'],
  scope: accountScopes,
  version,
});

export const listEnterpriseHubs = operation({
  name: 'listEnterpriseHubs',
  summary: 'Lists all hubs of the enterprise, for administrators.',
  method: 'GET',
  path: '/enterprise_hubs',
  query: listQuery,
  answers: { 200: { kind: 'json', schema: markerPage(hub) } },
  errors: ['invalid_limit', 'invalid_parameter', 'access_denied_insufficient_permissions'],
  scope: accountScopes,
  version,
});

export const createHub = operation({
  name: 'createHub',
  summary: 'Makes a hub; who makes it is its co-owner.',
  method: 'POST',
  path: '/hubs',
  body: json(z.object({ title, description: description.optional() })),
  answers: { 201: { kind: 'json', schema: hub } },
  errors: ['access_denied_insufficient_permissions'],
  scope: writeScopes,
  version,
});

export const getHub = operation({
  name: 'getHub',
  summary: 'Gets a hub. A look by anybody but its creator counts as a view.',
  method: 'GET',
  path: '/hubs/{hub_id}',
  params,
  answers: { 200: { kind: 'json', schema: hub } },
  errors,
  scope: accountScopes,
  version,
});

export const updateHub = operation({
  name: 'updateHub',
  summary:
    'Changes the text of a hub, or its settings. Those for AI and shared links are stored without an effect: this service has neither for hubs.',
  method: 'PUT',
  path: '/hubs/{hub_id}',
  params,
  body: json(
    z.object({
      title: title.optional(),
      description: description.optional(),
      is_ai_enabled: z.boolean().optional(),
      is_collaboration_restricted_to_enterprise: z.boolean().optional(),
      can_non_owners_invite: z.boolean().optional(),
      can_shared_link_be_created: z.boolean().optional(),
      can_public_shared_link_be_created: z.boolean().optional(),
      copy_hub_access: z.enum(hubCopyAccess).optional(),
    }),
  ),
  answers: { 200: { kind: 'json', schema: hub } },
  errors,
  scope: writeScopes,
  version,
});

export const deleteHub = operation({
  name: 'deleteHub',
  summary: 'Deletes a hub; the items in it stay where they are.',
  method: 'DELETE',
  path: '/hubs/{hub_id}',
  params,
  answers: { 204: empty },
  errors,
  scope: writeScopes,
  version,
});

export const copyHub = operation({
  name: 'copyHub',
  summary: 'Copies a hub, with the items that the caller may see if asked to.',
  method: 'POST',
  path: '/hubs/{hub_id}/copy',
  params,
  body: json(
    z
      .object({
        title: title.optional(),
        description: description.optional(),
        include_items: z.boolean().optional(),
      })
      .optional(),
  ),
  answers: { 201: { kind: 'json', schema: hub } },
  errors,
  scope: writeScopes,
  version,
});

export const listHubItems = operation({
  name: 'listHubItems',
  summary: 'Lists what the caller may see of the items in a hub. A page may be short without being the last.',
  method: 'GET',
  path: '/hub_items',
  query: markerQuery.safeExtend({ hub_id: bodyId, parent_id: bodyId.optional() }),
  answers: { 200: { kind: 'json', schema: markerPage(hubItem) } },
  errors: ['invalid_limit', 'invalid_parameter', 'missing_parameter', ...errors],
  scope: accountScopes,
  version,
});

const itemReference = z.object({ type: z.enum(hubItemTypes), id: bodyId });

export const manageHubItems = operation({
  name: 'manageHubItems',
  summary: 'Puts items into a hub and takes items out of it, each by itself.',
  method: 'POST',
  path: '/hubs/{hub_id}/manage_items',
  params,
  body: json(
    z.object({
      operations: z
        .array(z.object({ action: z.enum(['add', 'remove']), item: itemReference, parent_id: bodyId.optional() }))
        .max(limits.hubItemOperations, `may hold at most ${limits.hubItemOperations} operations`),
    }),
  ),
  answers: {
    207: {
      kind: 'json',
      schema: z.object({
        operations: z.array(
          z.object({
            action: z.string(),
            item: z.object({ type: z.string(), id: z.string() }),
            parent_id: z.string().optional(),
            /** An HTTP status. */
            status: z.int(),
            error: z.string().optional(),
            /** `error`, for another language. */
            error_sentences: z.array(sentence).optional(),
          }),
        ),
      }),
    },
  },
  errors,
  scope: writeScopes,
  version,
});

export const listHubDocumentPages = operation({
  name: 'listHubDocumentPages',
  summary: 'Lists the pages of a hub.',
  method: 'GET',
  path: '/hub_document_pages',
  query: markerQuery.safeExtend({ hub_id: bodyId }),
  answers: {
    200: { kind: 'json', schema: markerPage(hubDocumentPage).extend({ type: z.literal('document_pages') }) },
  },
  errors: ['invalid_limit', 'invalid_parameter', 'missing_parameter', ...errors],
  scope: accountScopes,
  version,
});

export const listHubDocumentBlocks = operation({
  name: 'listHubDocumentBlocks',
  summary: 'Lists the blocks on a page of a hub.',
  method: 'GET',
  path: '/hub_document_blocks',
  query: markerQuery.safeExtend({ hub_id: bodyId, page_id: bodyId }),
  answers: {
    200: { kind: 'json', schema: markerPage(hubDocumentBlock).extend({ type: z.literal('document_blocks') }) },
  },
  errors: ['invalid_limit', 'invalid_parameter', 'missing_parameter', ...errors],
  scope: accountScopes,
  version,
});
