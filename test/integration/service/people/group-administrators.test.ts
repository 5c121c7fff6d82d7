import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../../../service/domain/people/users/create-user.ts';
import { setUser } from '../../../../service/domain/people/users/set-user.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/* Only the enterprise decides what an administrator of a group may do with the accounts of its members. */

let service: TestService;
let admin: ServiceCaller;
let names = 0;
beforeAll(async () => {
  service = await startTestService();
  admin = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function newPerson(name: string): Promise<ServiceCaller & { readonly id: string }> {
  const { id, token } = await service.addPerson(`${name}-${++names}@example.com`, name);
  return { ...callerOf(service, token), id };
}
const newGroup = async () => (await admin.post('/groups', { name: `group ${++names}` })).json.id;
const join = async (by: ServiceCaller, groupId: string, userId: string, more: object = {}) => {
  const { status, json } = await by.post('/group_memberships', {
    user: { id: userId },
    group: { id: groupId },
    ...more,
  });
  expect(status).toBe(201);
  return json.id;
};
const statusOfEdit = async (by: ServiceCaller, userId: string) =>
  (await by.put(`/users/${userId}`, { job_title: 'Clerk' })).status;

describe('the permissions of an administrator of a group', () => {
  /** A group that Bob and Dora administer, Dora without permissions, and Eve belongs to. */
  async function openGroup(bobsRole: string) {
    const [group, bob, dora, eve] = [
      await newGroup(),
      await newPerson('Bob'),
      await newPerson('Dora'),
      await newPerson('Eve'),
    ];
    const permissions = { role: bobsRole, configurable_permissions: { can_edit_accounts: true } };
    const membership = `/group_memberships/${await join(admin, group, bob.id, permissions)}`;
    await join(admin, group, dora.id, { role: 'admin' });
    await join(admin, group, eve.id);
    return { membership, bob, dora, eve };
  }

  test('are not given back by another one after the enterprise took the role away', async () => {
    const { membership, bob, dora, eve } = await openGroup('admin');
    expect(await statusOfEdit(bob, eve.id)).toBe(200);
    await admin.put(membership, { role: 'member' });
    expect((await dora.put(membership, { role: 'admin' })).json.role).toBe('admin');
    expect(await statusOfEdit(bob, eve.id)).toBe(404);
    await admin.put(membership, { configurable_permissions: { can_edit_accounts: true } });
    expect(await statusOfEdit(bob, eve.id)).toBe(200);
  });

  test('are not put in force by another one when the enterprise only noted them', async () => {
    const { membership, bob, dora, eve } = await openGroup('member');
    expect((await dora.put(membership, { role: 'admin' })).json.role).toBe('admin');
    expect(await statusOfEdit(bob, eve.id)).toBe(404);
  });

  test('stay while the role does', async () => {
    const { membership, bob, dora, eve } = await openGroup('admin');
    await dora.put(membership, { role: 'admin' });
    expect(await statusOfEdit(bob, eve.id)).toBe(200);
  });
});

test('an administrator of a group gains no rights over the accounts that one of them adds', async () => {
  const [group, dora, bob] = [await newGroup(), await newPerson('Dora'), await newPerson('Bob')];
  const [eve, fred, grace] = [await newPerson('Eve'), await newPerson('Fred'), await newPerson('Grace')];
  await join(admin, group, dora.id, { role: 'admin', configurable_permissions: { can_edit_accounts: true } });
  await join(admin, group, bob.id, { role: 'admin' });
  await join(dora, group, eve.id);
  const freds = await join(bob, group, fred.id);
  await join(admin, group, grace.id);
  const edits = () => Promise.all([eve, fred, grace].map(({ id }) => statusOfEdit(dora, id)));
  expect(await edits()).toEqual([404, 404, 200]);
  expect((await dora.get(`/users/${eve.id}`)).status).toBe(404);
  expect((await dora.get(`/users/${eve.id}/memberships`)).json.total_count, 'of her own group').toBe(1);
  // The enterprise can add the person itself.
  expect((await admin.delete(`/group_memberships/${freds}`)).status).toBe(204);
  await join(admin, group, fred.id);
  expect(await edits()).toEqual([404, 200, 200]);
});

describe('a new account', () => {
  const create = async (by: ServiceCaller, more: object = {}) =>
    by.post('/users?fields=can_see_managed_users,role,job_title', {
      login: `new-${++names}@example.com`,
      name: 'New',
      ...more,
    });

  test('by an administrator of a group has the personal fields, and none that only the enterprise gives', async () => {
    const [group, dora] = [await newGroup(), await newPerson('Dora')];
    await join(admin, group, dora.id, { role: 'admin', configurable_permissions: { can_create_accounts: true } });
    const personal = { job_title: 'Clerk', phone: '1', address: 'Here', language: 'de', timezone: 'UTC', role: 'user' };
    const made = await create(dora, personal);
    expect([made.status, made.json]).toMatchObject([201, { job_title: 'Clerk', can_see_managed_users: false }]);
    for (const more of [
      { can_see_managed_users: true },
      { is_external_collab_restricted: true },
      { space_amount: -1 },
      { max_upload_size: 9 },
      { status: 'inactive' },
      { external_app_user_id: 'mine' },
      { is_platform_access_only: true },
      { is_exempt_from_login_verification: true },
      { role: 'coadmin' },
    ]) {
      const { status, json } = await create(dora, more);
      expect([more, status, json.code]).toEqual([more, 403, 'access_denied_insufficient_permissions']);
    }
    expect((await create(admin, { can_see_managed_users: true })).json).toMatchObject({ can_see_managed_users: true });
  });

  test('is that of an administrator only in a service that never had one', async () => {
    await using own = await startTestService();
    const [coadmin, user] = [await own.addPerson('carla@example.com'), await own.addPerson('bob@example.com')];
    await setUser(own.service, coadmin.login, { role: 'coadmin' });
    await setUser(own.service, own.person.login, { role: 'user' });
    const made = await create(callerOf(own, coadmin.token));
    expect([made.status, made.json.role]).toEqual([201, 'user']);
    expect(await createUser(own.service, { login: 'dan@example.com', name: 'Dan' })).toMatchObject({ role: 'user' });
    expect(await own.service.store.read(({ users }) => users.get(user.id))).toMatchObject({ role: 'user' });
  });
});
