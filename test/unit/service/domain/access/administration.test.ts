import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountRights,
  maySeeAccount,
  requireMayCreate,
  requireOtherAdmin,
} from '../../../../../service/domain/access/enterprise/administration.ts';
import {
  mayInviteGroup,
  requireGroup,
  requireGroupManager,
} from '../../../../../service/domain/access/enterprise/group-rights.ts';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import { updateUser } from '../../../../../service/domain/people/users/update-user.ts';
import { type Caller, callerFor } from '../../../../../service/domain/service.ts';
import type { GroupPermissions } from '../../../../../service/ports/metadata/people/groups.ts';
import type { UserRole } from '../../../../../service/ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../../../service/ports/metadata-store.ts';
import { type DomainWorld, openDomainWorld, refusalOf } from '../../../../support/service/domain-world.ts';

/* Administrators, a co-administrator, and a group with an administrator, a member and the co-administrator. */

let world: DomainWorld;
let admin: Caller;
let coadmin: Caller;
let leader: Caller;
let member: Caller;
let other: Caller;
let groupId: string;
beforeAll(async () => {
  world = await openDomainWorld();
  const { service } = world;
  admin = await world.join('admin');
  coadmin = await withRole(await world.join('coadmin'), 'coadmin');
  leader = await world.join('leader');
  member = await world.join('member');
  other = await world.join('other');
  const group = await createGroup(service, admin, { name: 'group', invitabilityLevel: 'admins_only' });
  groupId = group.id;
  await lead(leader, null);
  for (const { user } of [member, coadmin]) {
    await createMembership(service, admin, { groupId, userId: user.id, role: 'member', permissions: null });
  }
});
afterAll(() => world[Symbol.asyncDispose]());

let joined = 0;
const read = <T>(work: (reads: MetadataReads) => Promise<T>) => world.service.store.read(work);

async function again({ user, scopes }: Caller): Promise<Caller> {
  const now = await read(({ users }) => users.get(user.id));
  if (now === null) throw new Error('The account is gone.');
  return callerFor(now, scopes);
}

async function withRole(caller: Caller, role: UserRole): Promise<Caller> {
  await updateUser(world.service, admin, { userId: caller.user.id, changes: { role } });
  return again(caller);
}

/** Someone who sees all accounts; by default people see their own. */
async function seeing(caller: Caller): Promise<Caller> {
  await updateUser(world.service, admin, {
    userId: caller.user.id,
    changes: { profile: { canSeeManagedUsers: true } },
  });
  return again(caller);
}

async function lead(caller: Caller, permissions: GroupPermissions): Promise<void> {
  await createMembership(world.service, admin, { groupId, userId: caller.user.id, role: 'admin', permissions });
}

const rights = (caller: Caller, of: Caller) => read((reads) => accountRights(reads, caller, of.user));

describe('rights on accounts', () => {
  test('of administrators are all; of co-administrators over users; of others over themselves', async () => {
    const people = [admin, coadmin, member, other];
    const table = await Promise.all(people.map((one) => Promise.all(people.map((of) => rights(one, of)))));
    expect(table).toEqual([
      ['all', 'all', 'all', 'all'],
      ['none', 'personal', 'all', 'all'],
      ['none', 'none', 'personal', 'none'],
      ['none', 'none', 'none', 'personal'],
    ]);
  });

  test.each<[string, GroupPermissions, string, boolean]>([
    ['none that are turned off', null, 'none', false],
    ['none that are unset', 'unset', 'none', false],
    ['those that are missing from the others', {}, 'personal', true],
    ['one that is on', { can_edit_accounts: true, can_create_accounts: false }, 'personal', false],
    ['not one that is off', { can_edit_accounts: false, can_create_accounts: true }, 'none', true],
  ])('of an administrator of a group are by permission: %s', async (_what, permissions, expected, mayCreate) => {
    const one = await world.join(`leader-${++joined}`);
    await lead(one, permissions);
    expect(await rights(one, member)).toBe(expected);
    expect([await rights(one, other), await rights(one, coadmin)]).toEqual(['none', 'none']);
    const create = read((reads) => requireMayCreate(reads, one, 'user')).then(
      () => true,
      () => false,
    );
    expect(await create).toBe(mayCreate);
    // Whoever may not edit an account does not see its details either: they could add anyone.
    expect(await read((reads) => maySeeAccount(reads, one, member.user))).toBe(expected === 'personal');
    expect(await read((reads) => maySeeAccount(reads, one, other.user))).toBe(false);
    expect(await read((reads) => maySeeAccount(reads, one, coadmin.user)), 'whom they may not edit').toBe(false);
  });

  test('to see one are of administrators, the person, and who may see all', async () => {
    const see = (caller: Caller, of: Caller) => read((reads) => maySeeAccount(reads, caller, of.user));
    expect([await see(coadmin, other), await see(other, other), await see(other, member)]).toEqual([true, true, false]);
    expect(await see(await seeing(await world.join('sees-all')), other)).toBe(true);
  });

  test('to create one are by its role', async () => {
    const may = (caller: Caller, role: UserRole) =>
      read((reads) => requireMayCreate(reads, caller, role)).then(
        () => true,
        (error: { code: string }) => error.code,
      );
    const denied = 'access_denied_insufficient_permissions';
    expect([await may(admin, 'admin'), await may(admin, 'user')]).toEqual([true, true]);
    expect([await may(coadmin, 'coadmin'), await may(coadmin, 'user')]).toEqual([denied, true]);
    expect([await may(other, 'user'), await may(member, 'user')]).toEqual([denied, denied]);
  });

  test('never end those of the last administrator', async () => {
    const last = () => read((reads) => requireOtherAdmin(reads, admin.user));
    const { code, message } = await refusalOf(last());
    expect(code).toBe('forbidden');
    expect(message).toBe('"admin" is the last administrator. Make someone else an administrator first.');
    const second = await withRole(await world.join('second'), 'admin');
    await last();
    await updateUser(world.service, admin, { userId: second.user.id, changes: { status: 'inactive' } });
    expect((await refusalOf(last())).code).toBe('forbidden');
    await read((reads) => requireOtherAdmin(reads, other.user));
  });
});

describe('a group', () => {
  const find = (caller: Caller, id = groupId) => read((reads) => requireGroup(reads, caller, id));
  const manage = (caller: Caller) => read((reads) => requireGroupManager(reads, caller, groupId));

  test('is there for its members, its administrators and those of the enterprise', async () => {
    for (const caller of [admin, coadmin, leader, member]) expect((await find(caller)).group.id).toBe(groupId);
    const hiddenGroup = await refusalOf(find(other));
    expect([hiddenGroup.code, hiddenGroup.message]).toEqual([
      'not_found',
      `Group ${groupId} does not exist, or you have no access to it.`,
    ]);
    expect((await refusalOf(find(admin, '999999'))).code).toBe('not_found');
  });

  test('is there for everyone if everyone may invite it', async () => {
    const open = await createGroup(world.service, admin, { name: 'open', invitabilityLevel: 'all_managed_users' });
    expect(await find(other, open.id)).toMatchObject({ membership: null, mayManage: false });
  });

  test('is managed by its administrators and those of the enterprise', async () => {
    for (const caller of [admin, coadmin, leader]) expect((await manage(caller)).mayManage).toBe(true);
    const { code, message } = await refusalOf(manage(member));
    expect([code, message]).toEqual([
      'access_denied_insufficient_permissions',
      'Only an administrator of "group" or of the enterprise can do this.',
    ]);
  });

  test.each([
    ['admins_only', 'yyy--'],
    ['admins_and_members', 'yyyy-'],
    ['all_managed_users', 'yyyyy'],
  ] as const)('that %s may invite is invited by admin, coadmin, leader, member, other: %s', async (level, expected) => {
    const group = await read(({ groups }) => groups.get(groupId));
    if (group === null) throw new Error('There is no group.');
    const invites = [admin, coadmin, leader, member, other].map(async (caller) => {
      const may = await read((reads) => mayInviteGroup(reads, caller, { ...group, invitabilityLevel: level }));
      return may ? 'y' : '-';
    });
    expect((await Promise.all(invites)).join('')).toBe(expected);
  });
});
