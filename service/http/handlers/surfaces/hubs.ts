import type { z } from 'zod';
import type { updateHub as updateOperation } from '../../../../contract/operations/surfaces/hubs.ts';
import { inEnglish } from '../../../../contract/rules/say.ts';
import { copyHub } from '../../../domain/surfaces/hubs/copy-hub.ts';
import { createHub } from '../../../domain/surfaces/hubs/create-hub.ts';
import { deleteHub } from '../../../domain/surfaces/hubs/delete-hub.ts';
import { getHub } from '../../../domain/surfaces/hubs/get-hub.ts';
import { listHubBlocks, listHubPages } from '../../../domain/surfaces/hubs/items/hub-document.ts';
import { listHubItems } from '../../../domain/surfaces/hubs/items/list-hub-items.ts';
import { manageHubItems } from '../../../domain/surfaces/hubs/items/manage-hub-items.ts';
import { listEnterpriseHubs, listHubs } from '../../../domain/surfaces/hubs/list-hubs.ts';
import { type HubSettings, updateHub } from '../../../domain/surfaces/hubs/update-hub.ts';
import type { Handlers } from '../../handlers.ts';

/** Hubs: their settings, items and pages. */
export const hubHandlers = {
  async listHubs({ query: { usemarker: _, ...query } }, { service, caller }) {
    const page = await listHubs(service, caller, { ...query, marker: query.marker, direction: query.direction });
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },

  async listEnterpriseHubs({ query: { usemarker: _, ...query } }, { service, caller }) {
    const asked = { ...query, marker: query.marker, direction: query.direction };
    const page = await listEnterpriseHubs(service, caller, asked);
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },

  async createHub({ body: { title, description = '' } }, { service, caller }) {
    return { status: 201, body: await createHub(service, caller, { title, description }) };
  },

  async getHub({ params }, { service, caller }) {
    return { status: 200, body: await getHub(service, caller, params.hub_id) };
  },

  async updateHub({ params, body }, { service, caller }) {
    const text = given({ title: body.title, description: body.description });
    const hub = await updateHub(service, caller, { id: params.hub_id, text, settings: settingsOf(body) });
    return { status: 200, body: hub };
  },

  async deleteHub({ params }, { service, caller }) {
    await deleteHub(service, caller, params.hub_id);
    return { status: 204 };
  },

  async copyHub({ params, body }, { service, caller }) {
    const { title, description, include_items: includeItems = false } = body ?? {};
    const hub = await copyHub(service, caller, { id: params.hub_id, title, description, includeItems });
    return { status: 201, body: hub };
  },

  async listHubItems({ query }, { service, caller }) {
    const { hub_id: hubId, parent_id: blockId, marker, limit } = query;
    const page = await listHubItems(service, caller, { hubId, blockId, marker, limit });
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },

  async manageHubItems({ params, body }, { service, caller }) {
    const operations = body.operations.map(({ action, item, parent_id: blockId }) => ({ action, item, blockId }));
    const outcomes = await manageHubItems(service, caller, { hubId: params.hub_id, operations });
    return {
      status: 207,
      body: {
        operations: outcomes.map(({ action, item, blockId, status, error }) => ({
          action,
          item,
          ...given({ parent_id: blockId }),
          ...(error && { error: inEnglish(error), error_sentences: [...error] }),
          status,
        })),
      },
    };
  },

  async listHubDocumentPages({ query }, { service, caller }) {
    const pages = await listHubPages(service, caller, query.hub_id);
    return { status: 200, body: { type: 'document_pages', entries: [...pages], ...whole(query) } };
  },

  async listHubDocumentBlocks({ query }, { service, caller }) {
    const blocks = await listHubBlocks(service, caller, { hubId: query.hub_id, pageId: query.page_id });
    return { status: 200, body: { type: 'document_blocks', entries: [...blocks], ...whole(query) } };
  },
} satisfies Partial<Handlers>;

/** A hub has one page with one block, so every list of these fits on one page. */
function whole({ limit }: { readonly limit: number }) {
  return { limit, next_marker: null };
}

function settingsOf(body: z.output<(typeof updateOperation)['body']['schema']>): Partial<HubSettings> {
  return given({
    isAiEnabled: body.is_ai_enabled,
    isCollaborationRestrictedToEnterprise: body.is_collaboration_restricted_to_enterprise,
    canNonOwnersInvite: body.can_non_owners_invite,
    canSharedLinkBeCreated: body.can_shared_link_be_created,
    canPublicSharedLinkBeCreated: body.can_public_shared_link_be_created,
    copyAccess: body.copy_hub_access,
  });
}

/** The fields with a value. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}
