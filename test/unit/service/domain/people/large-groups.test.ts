import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { deleteMembership } from '../../../../../service/domain/people/group-memberships/update-membership.ts';
import { deleteGroup } from '../../../../../service/domain/people/groups/delete-group.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import { deleteUser } from '../../../../../service/domain/people/users/delete-user.ts';
import { type Caller, callerFor, type Service } from '../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { counting } from '../../../../support/service/counting.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

/** A group with members and shared folders, and a person who has the same folders without the group. */
async function openWorld(folders: number, members: number) {
  const world = await openDomainWorld();
  const { service } = world;
  const owner = await world.join('owner');
  const admin = callerFor({ ...owner.user, role: 'admin' }, owner.scopes);
  const [late, friend] = [await world.join('late'), await world.join('friend')];
  const { id: groupId } = await createGroup(service, admin, { name: 'everyone' });
  const join = (caller: Caller) =>
    createMembership(service, admin, { groupId, userId: caller.user.id, role: 'member', permissions: 'unset' });
  for (let number = 0; number < members; number += 1) await join(await world.join(`member${number}`));
  for (let number = 0; number < folders; number += 1) {
    const { id } = await createFolder(service, owner, { parentId: '0', name: `folder ${number}` });
    const item = { kind: 'folder' as const, id };
    await createCollaboration(service, owner, { item, invited: { type: 'group', id: groupId }, role: 'editor' });
    await createCollaboration(service, owner, { item, invited: { login: 'friend' }, role: 'editor' });
  }
  return { ...world, admin, late, friend, groupId };
}

type World = Awaited<ReturnType<typeof openWorld>>;

const addLate = ({ admin, groupId, late }: World, service: Service) =>
  createMembership(service, admin, { groupId, userId: late.user.id, role: 'member', permissions: 'unset' });

const changes: readonly [string, (world: World, service: Service) => Promise<unknown>][] = [
  ['a new member', addLate],
  [
    'a removed member',
    async (world, service) => deleteMembership(service, world.admin, (await addLate(world, world.service)).id),
  ],
  ['a deleted group', ({ admin, groupId }, service) => deleteGroup(service, admin, groupId)],
  [
    'a deleted account',
    ({ admin, friend }, service) => deleteUser(service, admin, { userId: friend.user.id, force: false }),
  ],
];

test.each(changes)('%s takes work in proportion to the shared folders', async (_, change) => {
  const workWith = async (folders: number) => {
    await using world = await openWorld(folders, 3);
    const { service, calls, records } = counting(world.service);
    await change(world, service);
    return { calls: calls(), records: records() };
  };
  const [few, many] = [await workWith(20), await workWith(40)];
  expect(many.calls).toBeLessThanOrEqual(2 * few.calls);
  expect(many.records).toBeLessThanOrEqual(2 * few.records);
  expect(many.calls / 40).toBeLessThan(25);
});

test('a deleted group takes no query for each member and folder', async () => {
  const callsWith = async (members: number) => {
    await using world = await openWorld(10, members);
    const { service, calls } = counting(world.service);
    await deleteGroup(service, world.admin, world.groupId);
    return calls();
  };
  expect(((await callsWith(20)) - (await callsWith(10))) / 10).toBeLessThan(10);
});

test('one folder that a group loses takes as many queries however many others the group has', async () => {
  const callsWith = async (folders: number) => {
    await using world = await openWorld(folders, 3);
    const { service, calls } = counting(world.service);
    const page = { offset: 0, limit: 1 };
    const shares = await world.service.store.read(({ collaborations }) =>
      collaborations.listOfGroup(world.groupId, page),
    );
    for (const { id } of shares) await deleteCollaboration(service, world.admin, id);
    return calls();
  };
  expect(await callsWith(20)).toBe(await callsWith(10));
});

test('items with one name that a new member gets at once all have their own names', async () => {
  await using world = await openWorld(0, 0);
  const { service, admin, groupId, late } = world;
  await createFolder(service, late, { parentId: '0', name: 'plan' });
  for (const login of ['ann', 'bob', 'eve']) {
    const owner = callerFor({ ...(await world.join(login)).user, role: 'admin' }, late.scopes);
    const { id } = await createFolder(service, owner, { parentId: '0', name: 'plan' });
    const item = { kind: 'folder' as const, id };
    await createCollaboration(service, owner, { item, invited: { type: 'group', id: groupId }, role: 'editor' });
  }
  const { id } = await addLate(world, service);
  const page = { form: 'offset', offset: 0, limit: 100, fields: undefined } as const;
  const names = async () =>
    (await listFolderItems(service, late, { folderId: '0', page })).entries.map(({ name }) => name ?? '');
  expect((await names()).toSorted()).toEqual(['plan', 'plan (2)', 'plan (3)', 'plan (4)']);
  await deleteMembership(service, admin, id);
  expect(await names()).toEqual(['plan']);
});
