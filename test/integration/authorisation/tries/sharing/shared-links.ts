import type { Tries } from '../../tries.ts';
import { ok } from '../../world.ts';

export const sharedLinkTries: Tries = {
  // Collaborators only: the link itself grants nothing, so this tests the role.
  getSharedItem: async (world) => {
    const file = await world.newFile();
    const { shared_link } = await ok(
      world.owner.put(`/files/${file.id}`, { shared_link: { access: 'collaborators' } }),
    );
    return { headers: { svcapi: `shared_link=${shared_link.url}` } };
  },
};
