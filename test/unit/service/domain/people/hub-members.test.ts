import { describe, expect, test } from 'vitest';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { deleteGroup } from '../../../../../service/domain/people/groups/delete-group.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import { deleteUser } from '../../../../../service/domain/people/users/delete-user.ts';
import { createEmailAlias } from '../../../../../service/domain/people/users/email-aliases.ts';
import { updateUser } from '../../../../../service/domain/people/users/update-user.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { createHubCollaboration } from '../../../../../service/domain/surfaces/hub-collaborations/create-hub-collaboration.ts';
import { deleteHubCollaboration } from '../../../../../service/domain/surfaces/hub-collaborations/delete-hub-collaboration.ts';
import { listHubCollaborations } from '../../../../../service/domain/surfaces/hub-collaborations/get-hub-collaboration.ts';
import { updateHubCollaboration } from '../../../../../service/domain/surfaces/hub-collaborations/update-hub-collaboration.ts';
import { createHub } from '../../../../../service/domain/surfaces/hubs/create-hub.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

type HubRole = Parameters<typeof createHubCollaboration>[2]['role'];
type Invited = Parameters<typeof createHubCollaboration>[2]['invited'];

/** Ann, the administrator, Bob, who has a hub, and Eve. */
async function openWorld({ inviting = false } = {}) {
  const world = await openDomainWorld({ acceptManagedUsersAtOnce: !inviting });
  const { service } = world;
  const [ann, bob, eve] = [await world.join('ann'), await world.join('bob'), await world.join('eve')];
  const hub = await createHub(service, bob, { title: 'hub', description: '' });
  const give = (invited: Invited, role: HubRole) =>
    createHubCollaboration(service, bob, { hubId: hub.id, invited, role });
  const collaborations = async (reader: Caller) =>
    (await listHubCollaborations(service, reader, { hubId: hub.id, marker: undefined, limit: 100 })).entries;
  const members = async (reader: Caller) =>
    (await collaborations(reader)).map(({ accessible_by: who, role, status }) => `${who.login} ${role} ${status}`);
  return {
    world,
    service,
    ann,
    bob,
    eve,
    give,
    collaborations,
    members,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('a hub keeps a co-owner', () => {
  test('when its last one is deleted: an administrator, also one who was in it already', async () => {
    await using t = await openWorld();
    await t.give({ login: 'eve' }, 'viewer');
    await t.give({ login: 'ann' }, 'viewer');
    await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: true });
    expect(await t.members(t.eve)).toEqual(['eve viewer accepted', 'ann co-owner accepted']);
  });

  test('when its last one, a group, is deleted', async () => {
    await using t = await openWorld();
    const group = await createGroup(t.service, t.ann, { name: 'group', invitabilityLevel: 'all_managed_users' });
    const add = (userId: string) =>
      createMembership(t.service, t.ann, { groupId: group.id, userId, role: 'member', permissions: 'unset' });
    await add(t.eve.user.id);
    await t.give({ type: 'group', id: group.id }, 'co-owner');
    const [own] = await t.collaborations(t.bob);
    await deleteHubCollaboration(t.service, t.bob, own?.id ?? '');
    await deleteGroup(t.service, t.ann, group.id);
    expect(await t.members(t.ann)).toEqual(['ann co-owner accepted']);
  });

  test('and gets none from outside while there is another', async () => {
    await using t = await openWorld();
    await t.give({ login: 'eve' }, 'co-owner');
    await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: true });
    expect(await t.members(t.eve)).toEqual(['eve co-owner accepted']);
  });

  test('when the administrator who deletes is the last one: another administrator', async () => {
    await using t = await openWorld();
    await updateUser(t.service, t.ann, { userId: t.bob.user.id, changes: { role: 'admin' } });
    await updateUser(t.service, t.ann, { userId: t.eve.user.id, changes: { role: 'admin' } });
    const bob = { ...t.bob, user: { ...t.bob.user, role: 'admin' as const } };
    await deleteUser(t.service, bob, { userId: bob.user.id, force: true });
    expect(await t.members(t.ann)).toEqual(['ann co-owner accepted']);
  });
});

describe('a new address of a person takes over its invitation to a hub', () => {
  const address = 'eve@example.com';
  const claim = (t: Awaited<ReturnType<typeof openWorld>>) =>
    createEmailAlias(t.service, t.ann, { userId: t.eve.user.id, email: address });

  test('unless the person is in it: then the invitation is dropped', async () => {
    await using t = await openWorld();
    await t.give({ login: 'eve' }, 'viewer');
    await t.give({ login: address }, 'editor');
    await claim(t);
    expect(await t.members(t.eve)).toEqual(['bob co-owner accepted', 'eve viewer accepted']);
  });

  test('in place of one that the person declined', async () => {
    await using t = await openWorld({ inviting: true });
    const { id } = await t.give({ login: 'eve' }, 'viewer');
    await updateHubCollaboration(t.service, t.eve, { id, role: undefined, status: 'rejected' });
    const { id: invited } = await t.give({ login: address }, 'editor');
    await claim(t);
    await updateHubCollaboration(t.service, t.eve, { id: invited, role: undefined, status: 'accepted' });
    expect(await t.members(t.eve)).toEqual(['bob co-owner accepted', 'eve editor accepted']);
  });
});
