import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK makes, reads, lists, changes and deletes groups', async () => {
  await using service = await startTestService();
  const { groups } = sdkClient(service, service.person.token);

  const group = await groups.createGroup({ name: 'Staff', description: 'Everybody' });
  expect(group.groupType).toBe('managed_group');
  const fields = ['id', 'type', 'name', 'description', 'group_type', 'invitability_level', 'permissions'];
  const shown = await groups.getGroupById(group.id, { queryParams: { fields } });
  expect([shown.description, shown.invitabilityLevel, shown.permissions?.canInviteAsCollaborator]).toEqual([
    'Everybody',
    'admins_and_members',
    true,
  ]);
  const found = await groups.getGroups({ filterTerm: 'sta' });
  expect([found.totalCount, found.entries?.map(({ id }) => id)]).toEqual([1, [group.id]]);
  const renamed = await groups.updateGroupById(group.id, { requestBody: { name: 'Crew' } });
  expect(renamed.name).toBe('Crew');
  await groups.deleteGroupById(group.id);
  expect((await groups.getGroups()).entries).toEqual([]);
});

test('the public SDK takes people into a group, changes their role, lists both sides and takes them out', async () => {
  await using service = await startTestService();
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const { groups, memberships } = sdkClient(service, service.person.token);
  const group = await groups.createGroup({ name: 'Staff' });

  expect((await memberships.getUserMemberships(bob.id)).totalCount).toBe(0);
  expect((await memberships.getGroupMemberships(group.id)).totalCount).toBe(0);
  const membership = await memberships.createGroupMembership({ user: { id: bob.id }, group: { id: group.id } });
  expect([membership.user?.id, membership.group?.id, membership.role]).toEqual([bob.id, group.id, 'member']);
  const id = membership.id ?? '';
  expect((await memberships.getGroupMembershipById(id)).id).toBe(id);
  const admin = await memberships.updateGroupMembershipById(id, { requestBody: { role: 'admin' } });
  expect(admin.role).toBe('admin');
  expect((await memberships.getGroupMemberships(group.id)).entries?.map((entry) => entry.id)).toEqual([id]);
  expect((await memberships.getUserMemberships(bob.id)).entries?.map((entry) => entry.id)).toEqual([id]);
  await memberships.deleteGroupMembershipById(id);
  expect((await memberships.getGroupMemberships(group.id)).totalCount).toBe(0);
});
