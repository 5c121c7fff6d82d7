import { selectFields } from '../../../../contract/fields.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { createCollaboration } from '../../../domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../domain/collaborations/delete-collaboration.ts';
import { getCollaboration, listPendingCollaborations } from '../../../domain/collaborations/get-collaboration.ts';
import { listItemCollaborations } from '../../../domain/collaborations/list-collaborations.ts';
import { transferOwnership } from '../../../domain/collaborations/transfer-ownership.ts';
import { updateCollaboration } from '../../../domain/collaborations/update-collaboration.ts';
import type { HandlerContext, Handlers } from '../../handlers.ts';

/** Collaborations: invitations, responses, removal, and the collaborators of an item. */
export const collaborationHandlers = {
  async createCollaboration({ query, body }, { service, caller }) {
    const collaboration = await createCollaboration(service, caller, {
      item: { kind: body.item.type, id: body.item.id },
      invited: body.accessible_by,
      role: body.role,
      expiresAt: timeOf(body.expires_at),
      isAccessOnly: body.is_access_only,
      canViewPath: body.can_view_path,
    });
    return { status: 201, body: selectFields(collaboration, query.fields) };
  },

  async listPendingCollaborations({ query }, { service, caller }) {
    const { fields, offset = 0, limit } = query;
    const page = await listPendingCollaborations(service, caller, { offset, limit });
    return { status: 200, body: { ...page, entries: page.entries.map((entry) => selectFields(entry, fields)) } };
  },

  async getCollaboration({ params, query }, { service, caller }) {
    const collaboration = await getCollaboration(service, caller, params.collaboration_id);
    return { status: 200, body: selectFields(collaboration, query.fields) };
  },

  async updateCollaboration({ params, query, body }, { service, caller }) {
    const { role, status, expires_at, can_view_path: canViewPath } = body;
    const id = params.collaboration_id;
    if (role === 'owner') {
      await transferOwnership(service, caller, id);
      return { status: 204 };
    }
    const changes = { id, role, status, expiresAt: timeOf(expires_at), canViewPath };
    const collaboration = await updateCollaboration(service, caller, changes);
    return { status: 200, body: selectFields(collaboration, query.fields) };
  },

  async deleteCollaboration({ params }, { service, caller }) {
    await deleteCollaboration(service, caller, params.collaboration_id);
    return { status: 204 };
  },

  async listFileCollaborations({ params, query }, context) {
    return { status: 200, body: await listOf({ kind: 'file', id: params.file_id }, query, context) };
  },

  async listFolderCollaborations({ params, query }, context) {
    const item = { kind: 'folder', id: params.folder_id } as const;
    const { limit, usemarker, marker } = query;
    if (limit !== undefined || usemarker || marker !== undefined) {
      return { status: 200, body: await listOf(item, { ...query, limit: limit ?? limits.defaultPageLimit }, context) };
    }
    const whole = await listOf(item, { ...query, limit: limits.listedEntries }, context);
    return { status: 200, body: { ...whole, total_count: whole.entries.length } };
  },
} satisfies Partial<Handlers>;

interface ListQuery {
  readonly fields?: readonly string[] | undefined;
  readonly limit: number;
  readonly marker?: string | undefined;
  readonly accessible_by?: 'me' | undefined;
}

async function listOf(
  item: { readonly kind: 'file' | 'folder'; readonly id: string },
  { fields, limit, marker, accessible_by: by }: ListQuery,
  { service, caller }: HandlerContext,
) {
  const page = await listItemCollaborations(service, caller, { item, limit, marker, isOwn: by === 'me' });
  return { ...page, entries: page.entries.map((entry) => selectFields(entry, fields)) };
}

/** Milliseconds since the epoch; null and undefined stay as they are. */
function timeOf(moment: string | null | undefined): number | null | undefined {
  return typeof moment === 'string' ? Date.parse(moment) : moment;
}
