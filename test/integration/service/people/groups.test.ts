import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let admin: ServiceCaller;
let bob: TestPerson;
let asBob: ServiceCaller;
let carol: TestPerson;
let asCarol: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  admin = callerOf(service, service.person.token);
  bob = await service.addPerson('bob@example.com', 'Bob');
  asBob = callerOf(service, bob.token);
  carol = await service.addPerson('carol@example.com', 'Carol');
  asCarol = callerOf(service, carol.token);
});
afterAll(() => service.stop());

const newGroup = async (more: object = {}) => (await admin.post('/groups', { name: `group ${++made}`, ...more })).json;
const join = async (groupId: string, userId: string, more: object = {}) =>
  admin.post('/group_memberships', { user: { id: userId }, group: { id: groupId }, ...more });
const newFolder = async () => (await admin.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json.id;
const share = async (folder: string, groupId: string, more: object = {}) =>
  admin.post('/collaborations', {
    item: { type: 'folder', id: folder },
    accessible_by: { type: 'group', id: groupId },
    role: 'editor',
    ...more,
  });
const rootOf = async (caller: ServiceCaller) =>
  (await caller.get('/folders/0/items?limit=1000')).json.entries.map(({ id, name }) => ({ id, name }));
const idsIn = async (caller: ServiceCaller) => (await rootOf(caller)).map(({ id }) => id);
const changesOf = async (caller: ServiceCaller, since: number) =>
  (await caller.get(`/events?stream_type=changes&limit=500&stream_position=${since}`)).json.entries.map((event) => [
    event.event_type,
    event.source.id,
  ]);
const now = async (caller: ServiceCaller) =>
  (await caller.get('/events?stream_position=now')).json.next_stream_position;

describe('groups', () => {
  test('answers the standard fields, and further ones when asked', async () => {
    const group = await newGroup({ description: 'all of us', provenance: 'directory', external_sync_identifier: 'x' });
    expect(Object.keys(group).sort()).toEqual(['created_at', 'group_type', 'id', 'modified_at', 'name', 'type']);
    const fields = 'description,provenance,external_sync_identifier,member_viewability_level,permissions';
    expect((await admin.get(`/groups/${group.id}?fields=${fields}`)).json).toMatchObject({
      description: 'all of us',
      provenance: 'directory',
      external_sync_identifier: 'x',
      member_viewability_level: 'admins_and_members',
      permissions: { can_invite_as_collaborator: true },
    });
  });

  test('the name of another group: 409 conflict naming group_tag_name, in any case', async () => {
    const { name } = await newGroup();
    const refused = await admin.post('/groups', { name: name.toUpperCase() });
    expect([refused.status, refused.json.code, refused.json.context_info.errors[0]?.name]).toEqual([
      409,
      'conflict',
      'group_tag_name',
    ]);
    const other = await newGroup();
    expect((await admin.put(`/groups/${other.id}`, { name })).status).toBe(409);
  });

  test('lists by the beginning of the name, in pages by offset', async () => {
    for (const name of ['Zebra one', 'zebra two', 'Zebra_three']) await newGroup({ name });
    const first = await admin.get('/groups?filter_term=zEBRA&limit=2');
    expect(first.json).toMatchObject({ total_count: 3, limit: 2, offset: 0 });
    const second = await admin.get('/groups?filter_term=zEBRA&limit=2&offset=2');
    const names = [...first.json.entries, ...second.json.entries].map(({ name }) => name);
    expect(names).toEqual(['Zebra one', 'zebra two', 'Zebra_three']);
    expect((await admin.get('/groups?filter_term=zebra_')).json.total_count).toBe(1);
  });

  test('others than administrators know the groups that they are in, or that everybody may invite', async () => {
    const own = await newGroup({ name: 'Known own' });
    await newGroup({ name: 'Known not' });
    const open = await newGroup({ name: 'Known open', invitability_level: 'all_managed_users' });
    await join(own.id, bob.id);
    const known = await asBob.get('/groups?filter_term=known&fields=permissions');
    const seen = known.json.entries.map(({ id, permissions }) => [id, permissions['can_invite_as_collaborator']]);
    expect(seen).toEqual([
      [open.id, true],
      [own.id, true],
    ]);
    expect((await asCarol.get(`/groups/${own.id}`)).status).toBe(404);
    expect((await asCarol.get(`/groups/${open.id}`)).status).toBe(200);
  });

  test('member_viewability_level says who sees the members', async () => {
    const group = await newGroup({ member_viewability_level: 'admins_only', invitability_level: 'all_managed_users' });
    await join(group.id, bob.id);
    const list = `/groups/${group.id}/memberships`;
    expect((await asBob.get(list)).status).toBe(403);
    await admin.put(`/groups/${group.id}`, { member_viewability_level: 'admins_and_members' });
    expect([(await asBob.get(list)).status, (await asCarol.get(list)).status]).toEqual([200, 403]);
    await admin.put(`/groups/${group.id}`, { member_viewability_level: 'all_managed_users' });
    expect((await asCarol.get(list)).json.total_count).toBe(1);
  });

  test('invitability_level says who may invite the group', async () => {
    const group = await newGroup({ invitability_level: 'admins_only' });
    await join(group.id, bob.id);
    const folder = (await asBob.post('/folders', { name: `own ${++made}`, parent: { id: '0' } })).json.id;
    const invite = () =>
      asBob.post('/collaborations', {
        item: { type: 'folder', id: folder },
        accessible_by: { type: 'group', id: group.id },
        role: 'viewer',
      });
    expect((await invite()).status).toBe(404);
    await admin.put(`/groups/${group.id}`, { invitability_level: 'admins_and_members' });
    expect((await invite()).status).toBe(201);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'x', description: 'x'.repeat(256) }, 'description'],
    [{ name: 'x', invitability_level: 'nobody' }, 'invitability_level'],
    [{ name: 'a\u0000b' }, 'name'],
  ])('refuses %j by name', async (body, name) => {
    const refused = await admin.post('/groups', body);
    expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, name]);
  });
});

describe('[4.5] the collaborations of a group', () => {
  test('errors: Group collaborations listed with offset above 10000: 400', async () => {
    const { id } = await newGroup();
    const refused = await admin.get(`/groups/${id}/collaborations?offset=10001`);
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_offset']);
  });

  test('limits: offset on group collaborations: above 10000 is rejected with 400, 10000 is not', async () => {
    const { id } = await newGroup();
    expect((await admin.get(`/groups/${id}/collaborations?offset=10000`)).json).toMatchObject({ offset: 10000 });
    expect((await admin.get(`/groups/${id}/collaborations?offset=10001`)).status).toBe(400);
  });

  test('is an empty collection when there is nothing; offset is 0 and limit at most 1000', async () => {
    const { id } = await newGroup();
    const empty = await admin.get(`/groups/${id}/collaborations?limit=5000`);
    expect(empty.json).toEqual({ total_count: 0, limit: 1000, offset: 0, entries: [] });
  });

  test('is a page by offset of collaborations, for administrators of the group or of the enterprise', async () => {
    const group = await newGroup();
    const folders = [await newFolder(), await newFolder(), await newFolder()];
    for (const folder of folders) await share(folder, group.id);
    await join(group.id, bob.id, { role: 'admin' });
    await join(group.id, carol.id);
    const page = await asBob.get(`/groups/${group.id}/collaborations?limit=2&offset=1`);
    expect(page.json).toMatchObject({ total_count: 3, limit: 2, offset: 1 });
    expect(page.json.entries.map(({ item }) => item?.id)).toEqual(folders.slice(1));
    expect(page.json.entries[0]).toMatchObject({
      type: 'collaboration',
      status: 'accepted',
      accessible_by: { type: 'group', id: group.id, name: group.name },
    });
    expect((await asCarol.get(`/groups/${group.id}/collaborations`)).status).toBe(403);
  });
});

describe('[4.12] group memberships', () => {
  test('a role can be changed, and decides who administers the group', async () => {
    const group = await newGroup();
    const membership = (await join(group.id, bob.id)).json;
    expect(membership).toMatchObject({ type: 'group_membership', role: 'member', user: { id: bob.id } });
    const joinCarol = () => asBob.post('/group_memberships', { user: { id: carol.id }, group: { id: group.id } });
    expect((await joinCarol()).status).toBe(403);
    const updated = await admin.put(`/group_memberships/${membership.id}`, { role: 'admin' });
    expect(updated.json).toMatchObject({ id: membership.id, role: 'admin', group: { id: group.id } });
    expect((await joinCarol()).status).toBe(201);
    expect((await joinCarol()).json.code).toBe('conflict');
    expect((await admin.put(`/group_memberships/${membership.id}`, { role: 'emperor' })).status).toBe(400);
  });

  test('configurable_permissions: null disables all, omitted permissions are enabled, set ones are as set', async () => {
    const group = await newGroup();
    const { id } = (await join(group.id, bob.id, { role: 'admin' })).json;
    await join(group.id, carol.id);
    const set = async (configurable_permissions: unknown) =>
      admin.put(`/group_memberships/${id}?fields=configurable_permissions`, { configurable_permissions });
    const edit = async () => (await asBob.put(`/users/${carol.id}`, { job_title: 'Clerk' })).status;
    expect([await edit(), (await asBob.get(`/users/${carol.id}`)).status]).toEqual([404, 404]);
    expect((await set({ can_run_reports: false })).json).toMatchObject({
      configurable_permissions: { can_run_reports: false },
    });
    expect(await edit()).toBe(200);
    await set({ can_edit_accounts: false });
    expect(await edit()).toBe(404);
    await set({ can_edit_accounts: true });
    expect(await edit()).toBe(200);
    expect((await set(null)).json).toMatchObject({ configurable_permissions: null });
    expect(await edit()).toBe(404);
  });

  test('configurable_permissions have no effect on members with role member, and are for administrators to set', async () => {
    const group = await newGroup();
    const { id } = (await join(group.id, bob.id, { configurable_permissions: {} })).json;
    const dave = await service.addPerson(`dave${++made}@example.com`);
    await join(group.id, dave.id);
    expect((await asBob.put(`/users/${dave.id}`, { job_title: 'Clerk' })).status).toBe(404);
    await admin.put(`/group_memberships/${id}`, { role: 'admin' });
    expect((await asBob.put(`/users/${dave.id}`, { job_title: 'Clerk' })).status).toBe(200);
    expect((await asBob.put(`/group_memberships/${id}`, { configurable_permissions: null })).status).toBe(403);
    expect((await asBob.put(`/users/${dave.id}`, { role: 'coadmin' })).status).toBe(403);
  });

  test('are listed by offset from either side', async () => {
    const group = await newGroup();
    const dave = await service.addPerson(`dave${++made}@example.com`);
    const first = (await join(group.id, dave.id)).json.id;
    const second = (await join(group.id, carol.id)).json.id;
    const page = await admin.get(`/groups/${group.id}/memberships?limit=1&offset=1`);
    expect(page.json).toMatchObject({ total_count: 2, limit: 1, offset: 1, entries: [{ id: second }] });
    const own = await callerOf(service, dave.token).get(`/users/${dave.id}/memberships`);
    expect(own.json).toMatchObject({ total_count: 1, entries: [{ id: first, group: { id: group.id } }] });
    expect((await asBob.get(`/users/${dave.id}/memberships`)).status).toBe(403);
  });
});

test("an administrator of a group sees none of a member's other groups", async () => {
  const dave = await service.addPerson(`dave${++made}@example.com`);
  const [led, alsoLed, hidden] = [await newGroup(), await newGroup(), await newGroup()];
  for (const { id } of [led, alsoLed, hidden]) await join(id, dave.id);
  for (const { id } of [alsoLed, led]) await join(id, bob.id, { role: 'admin' });
  await join(hidden.id, bob.id);
  const seen = (await asBob.get(`/users/${dave.id}/memberships?limit=1`)).json;
  expect(seen).toMatchObject({ total_count: 2, entries: [{ group: { id: led.id } }] });
  const next = (await asBob.get(`/users/${dave.id}/memberships?limit=2&offset=1`)).json;
  expect(next).toMatchObject({ total_count: 2, entries: [{ group: { id: alsoLed.id }, user: { id: dave.id } }] });
  expect((await admin.get(`/users/${dave.id}/memberships`)).json.total_count).toBe(3);
});

describe('access by a group', () => {
  test('members get it with the invitation, and by coming into the group; they lose it by leaving', async () => {
    const group = await newGroup();
    await join(group.id, bob.id);
    const folder = await newFolder();
    const [bobStart, carolStart] = [await now(asBob), await now(asCarol)];
    expect((await share(folder, group.id)).json).toMatchObject({ status: 'accepted' });
    expect(await idsIn(asBob)).toContain(folder);
    expect((await asBob.upload({ name: 'from bob', parent: { id: folder } }, 'hello')).status).toBe(201);
    expect((await asCarol.get(`/folders/${folder}`)).status).toBe(404);
    const membership = (await join(group.id, carol.id)).json.id;
    expect(await idsIn(asCarol)).toContain(folder);
    expect((await changesOf(asBob, bobStart)).slice(0, 1)).toEqual([['ITEM_SYNC', folder]]);
    expect(await changesOf(asCarol, carolStart)).toEqual([
      ['GROUP_ADD_USER', group.id],
      ['ITEM_SYNC', folder],
    ]);
    const before = await now(asCarol);
    await admin.delete(`/group_memberships/${membership}`);
    expect(await idsIn(asCarol)).not.toContain(folder);
    expect((await asCarol.get(`/folders/${folder}`)).status).toBe(404);
    expect(await changesOf(asCarol, before)).toEqual([
      ['GROUP_REMOVE_USER', group.id],
      ['ITEM_UNSYNC', folder],
    ]);
  });

  test('changes below reach the streams of the members', async () => {
    const group = await newGroup();
    await join(group.id, bob.id);
    const folder = await newFolder();
    await share(folder, group.id, { role: 'viewer' });
    const start = await now(asBob);
    const file = (await admin.upload({ name: 'news', parent: { id: folder } }, 'news')).json.entries[0]?.id;
    expect(await changesOf(asBob, start)).toEqual([['ITEM_UPLOAD', file]]);
    expect((await asBob.put(`/files/${file}`, { name: 'mine' })).status).toBe(403);
    expect((await asBob.download(file ?? '')).bytes.toString()).toBe('news');
  });

  test('people with other access to the item keep it, without an event', async () => {
    const group = await newGroup();
    await join(group.id, bob.id);
    const folder = await newFolder();
    await share(folder, group.id);
    await admin.post('/collaborations', {
      item: { type: 'folder', id: folder },
      accessible_by: { type: 'user', login: bob.login },
      role: 'viewer',
    });
    const start = await now(asBob);
    await admin.delete(`/groups/${group.id}`);
    expect(await idsIn(asBob)).toContain(folder);
    expect(await changesOf(asBob, start)).toEqual([['GROUP_REMOVE_USER', group.id]]);
    expect((await asBob.upload({ name: 'x', parent: { id: folder } }, 'x')).status).toBe(403);
  });

  test('ends with the group: the item vanishes and the owner learns that the collaboration is gone', async () => {
    const group = await newGroup();
    await join(group.id, bob.id);
    const folder = await newFolder();
    const { id } = (await share(folder, group.id)).json;
    const [bobStart, ownStart] = [await now(asBob), await now(admin)];
    expect((await admin.delete(`/groups/${group.id}`)).status).toBe(204);
    expect(await changesOf(asBob, bobStart)).toEqual([
      ['ITEM_UNSYNC', folder],
      ['GROUP_REMOVE_USER', group.id],
    ]);
    expect((await changesOf(admin, ownStart)).map(([type]) => type)).toEqual(['COLLAB_REMOVE_COLLABORATOR']);
    expect((await admin.get(`/collaborations/${id}`)).status).toBe(404);
  });

  test('an item whose name a root has already goes by a number there, for that person only', async () => {
    const group = await newGroup();
    await join(group.id, bob.id);
    await join(group.id, carol.id);
    const name = `plans ${++made}`;
    await asBob.post('/folders', { name, parent: { id: '0' } });
    const folder = (await admin.post('/folders', { name, parent: { id: '0' } })).json.id;
    await share(folder, group.id);
    expect(await rootOf(asBob)).toContainEqual({ id: folder, name: `${name} (2)` });
    expect(await rootOf(asCarol)).toContainEqual({ id: folder, name });
  });

  test('the administrators learn of groups in their log', async () => {
    const start = (await admin.get('/events?stream_type=admin_logs&stream_position=now')).json.next_stream_position;
    const group = await newGroup();
    const membership = (await join(group.id, bob.id)).json.id;
    await share(await newFolder(), group.id);
    await admin.put(`/group_memberships/${membership}`, { role: 'admin', configurable_permissions: {} });
    await admin.put(`/groups/${group.id}`, { description: 'new' });
    await admin.delete(`/groups/${group.id}`);
    const log = await admin.get(`/events?stream_type=admin_logs&limit=500&stream_position=${start}`);
    const types = log.json.entries.map((event) => event.event_type).filter((type) => type.startsWith('GROUP_'));
    expect(types).toEqual([
      'GROUP_CREATION',
      'GROUP_ADD_USER',
      'GROUP_ADD_ITEM',
      'GROUP_ADMIN_CREATED',
      'GROUP_EDITED',
      'GROUP_REMOVE_ITEM',
      'GROUP_REMOVE_USER',
      'GROUP_DELETION',
    ]);
  });
});
