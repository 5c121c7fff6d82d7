import { multipartBody } from '../../../../support/service/callers/service-caller.ts';
import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const picture = Buffer.from('89504e470d0a1a0a0000', 'hex');

const params = async (world: AuthorisationWorld) => ({ user_id: (await world.newPerson()).id });

const newPicture = async (world: AuthorisationWorld) => {
  const { user_id } = await params(world);
  const { body, type } = multipartBody({}, picture);
  const url = `${world.service.baseUrl}/users/${user_id}/avatar`;
  await ok(world.admin.send('POST', url, body, { 'content-type': type }));
  return { user_id };
};

const newAlias = async (world: AuthorisationWorld) => {
  const { user_id } = await params(world);
  const email = `${world.freshName().replaceAll(' ', '-')}@example.com`;
  const { id: email_alias_id } = await ok(world.admin.post(`/users/${user_id}/email_aliases`, { email }));
  return { user_id, email_alias_id };
};

export const userTries: Tries = {
  getCurrentUser: async () => ({}),
  listUsers: async () => ({}),
  createUser: async (world) => {
    const name = world.freshName();
    return { body: { name, login: `${name.replaceAll(' ', '-')}@example.com` } };
  },
  getUser: async (world) => ({ params: await params(world) }),
  updateUser: async (world) => ({ params: await params(world), body: { job_title: 'Clerk' } }),
  deleteUser: async (world) => ({ params: await params(world) }),
  getUserAvatar: async (world) => ({ params: await newPicture(world) }),
  setUserAvatar: async (world) => {
    const { body: bytes, type } = multipartBody({}, picture);
    return { params: await params(world), raw: { bytes, type } };
  },
  deleteUserAvatar: async (world) => ({ params: await newPicture(world) }),
  listEmailAliases: async (world) => ({ params: await params(world) }),
  createEmailAlias: async (world) => {
    const email = `${world.freshName().replaceAll(' ', '-')}@example.com`;
    return { params: await params(world), body: { email } };
  },
  deleteEmailAlias: async (world) => ({ params: await newAlias(world) }),
};
