import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const invitation = async (world: AuthorisationWorld, itemId: string) => ({
  item: { type: 'folder', id: itemId },
  accessible_by: { type: 'user', login: (await world.newPerson()).login },
  role: 'viewer',
});

const newCollaboration = async (world: AuthorisationWorld) => {
  const body = await invitation(world, (await world.newFolder()).id);
  return { collaboration_id: (await ok(world.owner.post('/collaborations', body))).id };
};

export const collaborationTries: Tries = {
  createCollaboration: async (world) => ({ body: await invitation(world, (await world.newFolder()).id) }),
  listPendingCollaborations: async () => ({ query: 'status=pending' }),
  getCollaboration: async (world) => ({ params: await newCollaboration(world) }),
  updateCollaboration: async (world) => ({ params: await newCollaboration(world), body: { role: 'editor' } }),
  deleteCollaboration: async (world) => ({ params: await newCollaboration(world) }),
  listFileCollaborations: async (world) => ({ params: { file_id: (await world.newFile()).id } }),
  listFolderCollaborations: async (world) => ({ params: { folder_id: (await world.newFolder()).id } }),
};
