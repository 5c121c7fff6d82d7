import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, hubVersion, ok } from '../../world.ts';

const ofHub = async (world: AuthorisationWorld) => ({ params: { hub_id: (await world.newHub()).id } });

const invitation = async (world: AuthorisationWorld) => ({
  hub: { type: 'hubs', id: (await world.newHub()).id },
  accessible_by: { type: 'user', login: (await world.newPerson()).login },
  role: 'viewer',
});

const ofCollaboration = async (world: AuthorisationWorld) => ({
  params: {
    hub_collaboration_id: (await ok(world.owner.post('/hub_collaborations', await invitation(world), hubVersion))).id,
  },
});

export const hubTries: Tries = {
  listHubs: async () => ({}),
  listEnterpriseHubs: async () => ({}),
  createHub: async (world) => ({ body: { title: world.freshName() } }),
  getHub: ofHub,
  updateHub: async (world) => ({ ...(await ofHub(world)), body: { title: world.freshName() } }),
  deleteHub: ofHub,
  copyHub: async (world) => ({ ...(await ofHub(world)), body: {} }),
  listHubItems: async (world) => ({ query: `hub_id=${(await world.newHub()).id}` }),
  manageHubItems: async (world) => ({ ...(await ofHub(world)), body: { operations: [] } }),
  listHubDocumentPages: async (world) => ({ query: `hub_id=${(await world.newHub()).id}` }),
  listHubDocumentBlocks: async (world) => {
    const { id } = await world.newHub();
    const pages = await ok(world.owner.get(`/hub_document_pages?hub_id=${id}`, hubVersion));
    return { query: `hub_id=${id}&page_id=${pages.entries[0]?.id}` };
  },
  createHubCollaboration: async (world) => ({ body: await invitation(world) }),
  listHubCollaborations: async (world) => ({ query: `hub_id=${(await world.newHub()).id}` }),
  getHubCollaboration: ofCollaboration,
  updateHubCollaboration: async (world) => ({ ...(await ofCollaboration(world)), body: { role: 'editor' } }),
  deleteHubCollaboration: ofCollaboration,
};
