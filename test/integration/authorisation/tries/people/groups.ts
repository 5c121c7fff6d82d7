import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const params = async (world: AuthorisationWorld) => ({ group_id: (await world.newGroup()).id });

/** A new person in a new group. */
const newMembership = async (world: AuthorisationWorld) => {
  const body = { user: { id: (await world.newPerson()).id }, group: { id: (await world.newGroup()).id } };
  const { id, user } = await ok(world.admin.post('/group_memberships', body));
  return { group_membership_id: id, user };
};

const membershipId = async (world: AuthorisationWorld) => {
  const { group_membership_id } = await newMembership(world);
  return { group_membership_id };
};

export const groupTries: Tries = {
  listGroups: async () => ({}),
  createGroup: async (world) => ({ body: { name: world.freshName() } }),
  getGroup: async (world) => ({ params: await params(world) }),
  updateGroup: async (world) => ({ params: await params(world), body: { description: 'new' } }),
  deleteGroup: async (world) => ({ params: await params(world) }),
  listGroupCollaborations: async (world) => ({ params: await params(world) }),
  createGroupMembership: async (world) => ({
    body: { user: { id: (await world.newPerson()).id }, group: { id: (await world.newGroup()).id } },
  }),
  getGroupMembership: async (world) => ({ params: await membershipId(world) }),
  updateGroupMembership: async (world) => ({ params: await membershipId(world), body: { role: 'admin' } }),
  deleteGroupMembership: async (world) => ({ params: await membershipId(world) }),
  listGroupMemberships: async (world) => ({ params: await params(world) }),
  listUserMemberships: async (world) => {
    const { user } = await newMembership(world);
    return { params: { user_id: user.id } };
  },
};
