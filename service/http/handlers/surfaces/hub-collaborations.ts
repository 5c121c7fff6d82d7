import { createHubCollaboration } from '../../../domain/surfaces/hub-collaborations/create-hub-collaboration.ts';
import { deleteHubCollaboration } from '../../../domain/surfaces/hub-collaborations/delete-hub-collaboration.ts';
import {
  getHubCollaboration,
  listHubCollaborations,
} from '../../../domain/surfaces/hub-collaborations/get-hub-collaboration.ts';
import { updateHubCollaboration } from '../../../domain/surfaces/hub-collaborations/update-hub-collaboration.ts';
import type { Handlers } from '../../handlers.ts';

/** Hub collaborations. */
export const hubCollaborationHandlers = {
  async createHubCollaboration({ body }, { service, caller }) {
    const { hub, accessible_by: invited, role } = body;
    const collaboration = await createHubCollaboration(service, caller, { hubId: hub.id, invited, role });
    return { status: 201, body: collaboration };
  },

  async listHubCollaborations({ query }, { service, caller }) {
    const { hub_id: hubId, marker, limit, accessible_by: by } = query;
    const page = await listHubCollaborations(service, caller, { hubId, marker, limit, isOwn: by === 'me' });
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },

  async getHubCollaboration({ params }, { service, caller }) {
    return { status: 200, body: await getHubCollaboration(service, caller, params.hub_collaboration_id) };
  },

  async updateHubCollaboration({ params, body: { role, status } }, { service, caller }) {
    const id = params.hub_collaboration_id;
    return { status: 200, body: await updateHubCollaboration(service, caller, { id, role, status }) };
  },

  async deleteHubCollaboration({ params }, { service, caller }) {
    await deleteHubCollaboration(service, caller, params.hub_collaboration_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
