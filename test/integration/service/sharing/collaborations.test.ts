import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let bob: TestPerson;
let ann: ServiceCaller;
let asBob: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ settings: { acceptManagedUsersAtOnce: false } });
  bob = await service.addPerson('bob@example.com', 'Bob');
  ann = callerOf(service, service.person.token);
  asBob = callerOf(service, bob.token);
});
afterAll(() => service.stop());

async function newFolder(): Promise<string> {
  return (await ann.post('/folders', { name: `shared ${++made}`, parent: { id: '0' } })).json.id;
}

async function invite(folderId: string, role = 'editor') {
  const item = { type: 'folder', id: folderId };
  return ann.post('/collaborations', { item, accessible_by: { type: 'user', login: bob.login }, role });
}

describe('invitations', () => {
  test('a pending one hides its item, is listed for the invited person, and gives no access yet', async () => {
    const folder = await newFolder();
    const invited = await invite(folder);
    expect(invited.status).toBe(201);
    expect(invited.json).toMatchObject({ type: 'collaboration', status: 'pending', role: 'editor' });
    const pending = await asBob.get('/collaborations?status=pending');
    expect(pending.json).toMatchObject({ offset: 0, limit: 100 });
    const own = pending.json.entries.find((entry) => entry.id === invited.json.id);
    expect(own).toMatchObject({ status: 'pending', item: null, created_by: { login: service.person.login } });
    expect((await asBob.get(`/folders/${folder}`)).status).toBe(404);
    expect((await ann.get(`/collaborations/${invited.json.id}`)).status).toBe(200);
  });

  test('only the invited person sees the type and the current name of a pending item, until it is in the trash', async () => {
    const folder = await newFolder();
    const { id } = (await invite(folder)).json;
    await ann.put(`/folders/${folder}`, { name: 'Launch plan' });
    const invited = { status: 'pending', item: null, invite_item: { type: 'folder', name: 'Launch plan' } };
    const listed = (await asBob.get('/collaborations?status=pending')).json.entries;
    expect(listed.find((entry) => entry.id === id)).toMatchObject(invited);
    expect((await asBob.get(`/collaborations/${id}`)).json).toMatchObject(invited);
    expect((await asBob.get(`/collaborations/${id}?fields=status`)).json).toEqual({
      id,
      type: 'collaboration',
      status: 'pending',
    });
    expect((await ann.get(`/collaborations/${id}`)).json).not.toHaveProperty('invite_item');
    await ann.delete(`/folders/${folder}`);
    expect((await asBob.get(`/collaborations/${id}`)).json).not.toHaveProperty('invite_item');
    await ann.post(`/folders/${folder}`, {});
    const accepted = await asBob.put(`/collaborations/${id}`, { status: 'accepted' });
    expect(accepted.json).toMatchObject({ status: 'accepted', item: { id: folder } });
    expect(accepted.json).not.toHaveProperty('invite_item');
  });

  test('accepted, the folder appears in the root of the person and takes files', async () => {
    const folder = await newFolder();
    const { id } = (await invite(folder)).json;
    const accepted = await asBob.put(`/collaborations/${id}`, { status: 'accepted' });
    expect(accepted.json).toMatchObject({ status: 'accepted', item: { id: folder, type: 'folder' } });
    const root = (await asBob.get('/folders/0/items?limit=1000')).json.entries.map((entry) => entry.id);
    expect(root).toContain(folder);
    expect((await asBob.upload({ name: 'from bob', parent: { id: folder } }, 'hello')).status).toBe(201);
    const seen = (await ann.get(`/folders/${folder}/items`)).json.entries.map((entry) => entry.name);
    expect(seen).toEqual(['from bob']);
  });

  test('declined, it is no longer listed, and a second answer is refused with invalid_status', async () => {
    const folder = await newFolder();
    const { id } = (await invite(folder)).json;
    expect((await asBob.put(`/collaborations/${id}`, { status: 'rejected' })).json.status).toBe('rejected');
    const again = await asBob.put(`/collaborations/${id}`, { status: 'accepted' });
    expect([again.status, again.json.code]).toEqual([400, 'invalid_status']);
    const pending = (await asBob.get('/collaborations?status=pending')).json.entries.map((entry) => entry.id);
    expect(pending).not.toContain(id);
  });

  test('only the invited person can answer; others do not even see it', async () => {
    const { id } = (await invite(await newFolder())).json;
    expect((await ann.put(`/collaborations/${id}`, { status: 'accepted' })).status).toBe(403);
    const carol = callerOf(service, (await service.addPerson('carol@example.com')).token);
    expect((await carol.get(`/collaborations/${id}`)).status).toBe(404);
    expect((await carol.put(`/collaborations/${id}`, { status: 'accepted' })).status).toBe(404);
  });

  test('an action beyond the role is refused with 403', async () => {
    const folder = await newFolder();
    const { id } = (await invite(folder, 'viewer')).json;
    await asBob.put(`/collaborations/${id}`, { status: 'accepted' });
    const refused = await asBob.upload({ name: 'x', parent: { id: folder } }, 'x');
    expect([refused.status, refused.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
    expect((await asBob.put(`/folders/${folder}`, { name: 'mine' })).status).toBe(403);
    const shown = await asBob.get(`/folders/${folder}?fields=permissions`);
    expect(shown.json.permissions).toMatchObject({ can_download: true, can_upload: false, can_delete: false });
  });

  test('deleted, the access ends', async () => {
    const folder = await newFolder();
    const { id } = (await invite(folder)).json;
    await asBob.put(`/collaborations/${id}`, { status: 'accepted' });
    expect((await ann.delete(`/collaborations/${id}`)).status).toBe(204);
    expect((await asBob.get(`/folders/${folder}`)).status).toBe(404);
    expect((await ann.get(`/collaborations/${id}`)).status).toBe(404);
  });

  test('twice the same person, or the root: refused', async () => {
    const folder = await newFolder();
    await invite(folder);
    expect((await invite(folder)).json.code).toBe('user_already_collaborator');
    expect((await invite('0')).json.code).toBe('collaborations_not_available_on_root_folder');
  });

  test('an unused email address waits for the person who gets it as a login', async () => {
    const folder = await newFolder();
    const item = { type: 'folder', id: folder };
    const accessible_by = { type: 'user', login: 'dave@example.com' };
    const invited = await ann.post('/collaborations', { item, accessible_by, role: 'viewer' });
    expect(invited.json).toMatchObject({ status: 'pending', invite_email: 'dave@example.com', app_item: null });
    const dave = callerOf(service, (await service.addPerson('dave@example.com')).token);
    expect((await dave.get('/collaborations?status=pending')).json.entries[0]?.id).toBe(invited.json.id);
  });

  test('a login need not be an email address, but one that no account has must be', async () => {
    const item = { type: 'folder', id: await newFolder() };
    const erik = await service.addPerson('erik');
    const known = await ann.post('/collaborations', {
      item,
      accessible_by: { type: 'user', login: 'erik' },
      role: 'viewer',
    });
    expect(known.json).toMatchObject({ status: 'pending', accessible_by: { id: erik.id } });
    const refused = await ann.post('/collaborations', {
      item,
      accessible_by: { type: 'user', login: 'Erik Ross' },
      role: 'viewer',
    });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
      code: 'bad_request',
      message: 'No account has the login "Erik Ross". Use the login of an account, or an email address.',
      context_info: { errors: [{ name: 'accessible_by.login' }] },
    });
  });

  test.each([
    [{ role: 'emperor' }, 'role'],
    [{ role: 'editor', accessible_by: { type: 'user' } }, 'accessible_by'],
    [{ role: 'editor', item: { type: 'planet', id: '1' } }, 'item.type'],
    [{ role: 'editor', expires_at: 'soon' }, 'expires_at'],
    [{ role: 'editor', accessible_by: { type: 'group', login: 'staff' } }, 'accessible_by'],
  ])('%j is refused by name', async (body, name) => {
    const whole = { item: { type: 'folder', id: '1' }, accessible_by: { type: 'user', login: bob.login }, ...body };
    const refused = await ann.post('/collaborations', whole);
    expect(refused.status).toBe(400);
    expect(refused.json.context_info.errors.map((error) => error.name)).toContain(name);
  });

  test('the status of the list must be pending', async () => {
    expect((await asBob.get('/collaborations')).json.code).toBe('missing_parameter');
    expect((await asBob.get('/collaborations?status=accepted')).json.code).toBe('invalid_parameter');
  });
});

describe('accessible_by=me lists what gives the caller access, whatever the number of collaborators', () => {
  test('the caller’s own collaboration and those of their groups, not those of others', async () => {
    const folder = await newFolder();
    const item = { type: 'folder', id: folder };
    const groupOf = async (name: string, personId?: string): Promise<string> => {
      const { id } = (await ann.post('/groups', { name })).json;
      if (personId !== undefined) await ann.post('/group_memberships', { user: { id: personId }, group: { id } });
      await ann.post('/collaborations', { item, accessible_by: { type: 'group', id }, role: 'editor' });
      return id;
    };
    await groupOf('others');
    const team = await groupOf('team', bob.id);
    const { id } = (await invite(folder, 'viewer')).json;
    const grantees = async () => {
      const answer = await asBob.get(`/folders/${folder}/collaborations?accessible_by=me&limit=1000`);
      expect(answer.json).toMatchObject({ next_marker: null });
      return answer.json.entries.map((entry) => `${entry.accessible_by.type} ${entry.accessible_by.id} ${entry.role}`);
    };
    expect(await grantees()).toEqual([`group ${team} editor`]);
    await asBob.put(`/collaborations/${id}`, { status: 'accepted' });
    expect(await grantees()).toEqual([`group ${team} editor`, `user ${bob.id} viewer`]);
    const own = await ann.get(`/folders/${folder}/collaborations?accessible_by=me`);
    expect(own.json.entries).toEqual([]);
  });

  test('also of a folder that hides its collaborators', async () => {
    const folder = await newFolder();
    const { id } = (await invite(folder, 'viewer')).json;
    await asBob.put(`/collaborations/${id}`, { status: 'accepted' });
    await ann.put(`/folders/${folder}`, { can_non_owners_invite: false, can_non_owners_view_collaborators: false });
    expect((await asBob.get(`/folders/${folder}/collaborations`)).status).toBe(403);
    const own = await asBob.get(`/folders/${folder}/collaborations?accessible_by=me`);
    expect(own.json.entries.map((entry) => entry.id)).toEqual([id]);
  });

  test('in pages, whose markers belong to this list', async () => {
    const mine = await asBob.upload({ name: `mine ${++made}`, parent: { id: '0' } }, 'x');
    const id = mine.json.entries[0]?.id ?? '';
    const item = { type: 'file', id };
    for (const name of ['first', 'second']) {
      const group = (await ann.post('/groups', { name: `${name} ${id}`, invitability_level: 'all_managed_users' })).json
        .id;
      await ann.post('/group_memberships', { user: { id: service.person.id }, group: { id: group } });
      await asBob.post('/collaborations', { item, accessible_by: { type: 'group', id: group }, role: 'viewer' });
    }
    const path = `/files/${id}/collaborations`;
    const first = (await ann.get(`${path}?accessible_by=me&limit=1`)).json;
    const marker = encodeURIComponent(first.next_marker ?? '');
    const second = (await ann.get(`${path}?accessible_by=me&limit=1&usemarker=true&marker=${marker}`)).json;
    expect([first.entries.length, second.entries.length, second.next_marker]).toEqual([1, 1, null]);
    expect(second.entries[0]?.id).not.toBe(first.entries[0]?.id);
    const foreign = await ann.get(`${path}?usemarker=true&marker=${marker}`);
    expect([foreign.status, foreign.json.code]).toEqual([400, 'invalid_parameter']);
    expect((await ann.get(`${path}?accessible_by=you`)).json.code).toBe('invalid_parameter');
  });
});

describe('events of invitations', () => {
  test('the invited person learns of it in the stream "all", and of the folder in "changes" once accepted', async () => {
    const folder = await newFolder();
    const start = (await asBob.get('/events?stream_position=now')).json.next_stream_position;
    const { id } = (await invite(folder)).json;
    const all = await asBob.get(`/events?stream_position=${start}`);
    expect(all.json.entries.map((event) => [event.event_type, event.source.id])).toEqual([
      ['COLLAB_INVITE_COLLABORATOR', id],
    ]);
    await asBob.put(`/collaborations/${id}`, { status: 'accepted' });
    const changes = await asBob.get(`/events?stream_type=changes&stream_position=${start}`);
    expect(changes.json.entries.map((event) => [event.event_type, event.source.id])).toEqual([['ITEM_SYNC', folder]]);
    await ann.delete(`/collaborations/${id}`);
    const after = await asBob.get(`/events?stream_type=changes&stream_position=${changes.json.next_stream_position}`);
    expect(after.json.entries.map((event) => event.event_type)).toEqual(['ITEM_UNSYNC']);
  });
});
