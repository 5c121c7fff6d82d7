import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const url = 'https://example.com/';

const newWebLink = async (world: AuthorisationWorld) => {
  const body = { url, name: world.freshName(), parent: { id: world.folderId } };
  return { web_link_id: (await ok(world.owner.post('/web_links', body))).id };
};

const trashedWebLink = async (world: AuthorisationWorld) => {
  const params = await newWebLink(world);
  await ok(world.owner.delete(`/web_links/${params.web_link_id}`));
  return params;
};

export const webLinkTries: Tries = {
  createWebLink: async (world) => ({ body: { url, name: world.freshName(), parent: { id: world.folderId } } }),
  getWebLink: async (world) => ({ params: await newWebLink(world) }),
  updateWebLink: async (world) => ({ params: await newWebLink(world), body: { name: world.freshName() } }),
  restoreWebLink: async (world) => ({ params: await trashedWebLink(world), body: {} }),
  deleteWebLink: async (world) => ({ params: await newWebLink(world) }),
  getTrashedWebLink: async (world) => ({ params: await trashedWebLink(world) }),
  purgeWebLink: async (world) => ({ params: await trashedWebLink(world) }),
};
