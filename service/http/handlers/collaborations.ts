import { selectFields } from '../../../contract/fields.ts';
import { createCollaboration } from '../../domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../domain/collaborations/delete-collaboration.ts';
import { getCollaboration, listPendingCollaborations } from '../../domain/collaborations/get-collaboration.ts';
import { updateCollaboration } from '../../domain/collaborations/update-collaboration.ts';
import { parameterRefusal } from '../../domain/refusal.ts';
import type { Handlers } from '../handlers.ts';

/** Collaborations: invitations, their answers, their end. */
export const collaborationHandlers = {
  async createCollaboration({ query, body }, { service, caller }) {
    if (body.accessible_by.type === 'group') throw refuseGroups();
    refuseUnkept(body);
    const collaboration = await createCollaboration(service, caller, {
      item: { kind: body.item.type, id: body.item.id },
      invited: body.accessible_by,
      role: body.role,
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
    const { role, status } = body;
    if (role === 'owner') throw refuseOwnership();
    refuseUnkept(body);
    const collaboration = await updateCollaboration(service, caller, { id: params.collaboration_id, role, status });
    return { status: 200, body: selectFields(collaboration, query.fields) };
  },

  async deleteCollaboration({ params }, { service, caller }) {
    await deleteCollaboration(service, caller, params.collaboration_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

/** Limits on an access that the service could not keep are refused: to pass over them would give more than was meant. */
function refuseUnkept(body: {
  readonly expires_at?: string | null | undefined;
  readonly is_access_only?: boolean | undefined;
  readonly can_view_path?: boolean | undefined;
}): void {
  const { expires_at, is_access_only, can_view_path } = body;
  const unkept = Object.entries({ expires_at, is_access_only, can_view_path }).find(([, value]) => Boolean(value));
  if (!unkept) return;
  throw parameterRefusal('invalid_parameter', unkept[0], `"${unkept[0]}" cannot be set here. Leave it out.`);
}

function refuseGroups() {
  const message = 'This service has no groups. Invite each person by "login".';
  return parameterRefusal('invalid_parameter', 'accessible_by.type', message);
}

function refuseOwnership() {
  const message = 'The ownership of an item cannot be passed on here. Choose another role.';
  return parameterRefusal('invalid_parameter', 'role', message);
}
