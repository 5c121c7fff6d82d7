import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { createUser } from '../../../../service/domain/people/users/create-user.ts';
import { setUser } from '../../../../service/domain/people/users/set-user.ts';
import { callerOf, multipartBody, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let admin: ServiceCaller;
let coadmin: ServiceCaller;
let coadminId: string;
let bob: TestPerson;
let asBob: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  admin = callerOf(service, service.person.token);
  const login = 'coadmin@example.com';
  coadminId = (await createUser(service.service, { login, name: 'Coadmin', role: 'coadmin' })).id;
  coadmin = callerOf(service, await createToken(service.service, { login }));
  bob = await service.addPerson('bob@example.com', 'Bob');
  asBob = callerOf(service, bob.token);
});
afterAll(() => service.stop());

const newPerson = () => service.addPerson(`person${++made}@example.com`);
const change = (id: string, body: object, fields = '') => admin.put(`/users/${id}${fields}`, body);

describe('[4.13] the current user', () => {
  test('has the standard fields, and further ones only through fields', async () => {
    const standard = (await asBob.get('/users/me')).json;
    expect(standard).toMatchObject({ id: bob.id, type: 'user', login: bob.login, name: 'Bob', status: 'active' });
    expect(Object.keys(standard)).not.toContain('role');
    const fields = 'role,enterprise,tracking_codes,hostname,is_sync_enabled,can_see_managed_users,my_tags';
    const further = (await asBob.get(`/users/me?fields=${fields}`)).json;
    expect(further).toMatchObject({ role: 'user', tracking_codes: [], is_sync_enabled: true, login: bob.login });
    expect(Object.keys(further)).not.toContain('space_used');
  });
});

describe('accounts', () => {
  test('are created with all the fields of the interface', async () => {
    const body = {
      login: 'eve@example.com',
      name: 'Eve',
      role: 'coadmin',
      language: 'de',
      timezone: 'Europe/Berlin',
      job_title: 'Clerk',
      phone: '+49 30 1234',
      address: 'Long Street 1',
      space_amount: 1000,
      max_upload_size: 500,
      tracking_codes: [{ type: 'tracking_code', name: 'unit', value: '7' }],
      can_see_managed_users: true,
      is_external_collab_restricted: true,
      external_app_user_id: 'eve-1',
    };
    const user = await admin.post(`/users?fields=${Object.keys(body).join(',')}`, body);
    expect([user.status, user.json]).toMatchObject([201, body]);
    expect((await admin.get(`/users/${user.json.id}?fields=status,space_used`)).json).toMatchObject({
      status: 'active',
      space_used: 0,
    });
    expect((await admin.post('/users', { ...body, login: 'eve2@example.com' })).json.code).toBe('conflict');
  });

  test('a taken login: 409 user_login_already_used, in any case', async () => {
    const again = await admin.post('/users', { login: bob.login.toUpperCase(), name: 'Bob 2' });
    expect([again.status, again.json.code]).toEqual([409, 'user_login_already_used']);
    const other = await newPerson();
    expect((await change(other.id, { login: bob.login })).json.code).toBe('user_login_already_used');
    expect((await change(other.id, { login: 'renamed@example.com' })).json.login).toBe('renamed@example.com');
  });

  test("need a login, unless they are an application's own", async () => {
    expect((await admin.post('/users', { name: 'Nobody' })).status).toBe(400);
    const app = await admin.post('/users?fields=is_platform_access_only', {
      name: 'App',
      is_platform_access_only: true,
    });
    expect(app.json).toMatchObject({ is_platform_access_only: true });
  });

  test('space_amount -1 or the largest number is unlimited, and any other number is kept to', async () => {
    const person = await newPerson();
    const caller = callerOf(service, person.token);
    await change(person.id, { space_amount: 3 });
    expect((await caller.upload({ name: 'a', parent: { id: '0' } }, 'four')).json.code).toBe('storage_limit_exceeded');
    expect((await change(person.id, { space_amount: -1 })).json).toMatchObject({ space_amount: 999_999_999_999_999 });
    expect((await caller.upload({ name: 'a', parent: { id: '0' } }, 'four')).status).toBe(201);
    // The value of an answer can be sent back.
    await change(person.id, { space_amount: 1 });
    expect((await change(person.id, { space_amount: 999_999_999_999_999 })).json).toMatchObject({
      space_amount: 999_999_999_999_999,
    });
    expect((await caller.upload({ name: 'b', parent: { id: '0' } }, 'four')).status).toBe(201);
  });

  test.each([
    ['limits: user name: max 50', 'name', 50],
    ['limits: user job_title, phone: max 100 each: job_title', 'job_title', 100],
    ['limits: user job_title, phone: max 100 each: phone', 'phone', 100],
    ['limits: user address: max 255', 'address', 255],
  ])('%s', async (_, field, most) => {
    const person = await newPerson();
    expect((await change(person.id, { [field]: 'x'.repeat(most) })).status).toBe(200);
    const refused = await change(person.id, { [field]: 'x'.repeat(most + 1) });
    expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, field]);
    expect(refused.json.message).toContain(String(most));
  });

  test('limits: max_upload_size: per-user field, int64 bytes, enforced at every way in', async () => {
    const person = await newPerson();
    const caller = callerOf(service, person.token);
    const large = 9_000_000_000_000_000;
    expect((await change(person.id, { max_upload_size: large })).json).toMatchObject({ max_upload_size: large });
    await change(person.id, { max_upload_size: 4 });
    const file = (await caller.upload({ name: 'a', parent: { id: '0' } }, '1234')).json.entries[0]?.id;
    const over = await caller.upload({ name: 'b', parent: { id: '0' } }, '12345');
    expect([over.status, over.json.code]).toEqual([403, 'file_size_limit_exceeded']);
    const version = await caller.upload({ name: 'a' }, '12345', `/files/${file}/content`);
    expect(version.json.code).toBe('file_size_limit_exceeded');
    const preflight = await caller.options('/files/content', { name: 'c', parent: { id: '0' }, size: 5 });
    expect(preflight.json.code).toBe('file_size_limit_exceeded');
    const session = { folder_id: '0', file_name: 'd', file_size: 20_000_000 };
    const opened = await caller.send('POST', `${service.uploadUrl}/files/upload_sessions`, JSON.stringify(session), {
      'content-type': 'application/json',
    });
    expect(opened.json.code).toBe('file_size_limit_exceeded');
    expect((await caller.get('/folders/0/items')).json.total_count).toBe(1);
  });

  test.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ language: 'german' }, 'language'],
    [{ status: 'asleep' }, 'status'],
    [{ role: 'admin' }, 'role'],
    [{ job_title: 'a\u0000b' }, 'job_title'],
    [{ space_amount: -2 }, 'space_amount'],
    [{ notification_email: { email: 'nowhere' } }, 'notification_email.email'],
  ])('refuse %j by name', async (body, name) => {
    const refused = await change(bob.id, body);
    expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, name]);
  });

  test.each([
    ['enterprise', null],
    ['is_password_reset_required', true],
  ])('%s, which would have no effect, is refused', async (name, value) => {
    const { id } = await newPerson();
    const refused = await change(id, { [name]: value, job_title: 'Clerk' });
    expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, name]);
    expect((await admin.get(`/users/${id}?fields=job_title`)).json).toMatchObject({ job_title: '' });
  });

  test('people change the personal fields of their own account, and nothing else', async () => {
    const person = await newPerson();
    const caller = callerOf(service, person.token);
    const own = await caller.put(`/users/${person.id}`, {
      name: 'Me',
      notification_email: { email: 'me@home.example' },
    });
    expect(own.json).toMatchObject({
      name: 'Me',
      notification_email: { email: 'me@home.example', is_confirmed: false },
    });
    for (const body of [{ role: 'coadmin' }, { space_amount: -1 }, { status: 'inactive' }, { login: 'me@x.example' }]) {
      expect((await caller.put(`/users/${person.id}`, body)).status).toBe(403);
    }
    expect((await caller.put(`/users/${bob.id}`, { name: 'You' })).status).toBe(404);
    expect((await caller.get(`/users/${bob.id}`)).status).toBe(404);
    expect((await caller.get('/users')).status).toBe(403);
  });
});

describe('status', () => {
  test('inactive opens nothing, from the next request on, and active brings no token back', async () => {
    const person = await newPerson();
    const caller = callerOf(service, person.token);
    await change(person.id, { status: 'inactive' });
    expect((await caller.get('/users/me')).status).toBe(401);
    await change(person.id, { status: 'active' });
    expect((await caller.get('/users/me')).status).toBe(401);
  });

  test.each([
    ['an administrator', (person: TestPerson) => change(person.id, { status: 'active' })],
    ['the operator', (person: TestPerson) => setUser(service.service, person.login, { status: 'active' })],
  ])('active, set by %s, brings no token back that an earlier version left to a closed account', async (_who, open) => {
    const person = await newPerson();
    await service.service.store.transaction(({ users }) => users.update(person.id, { status: 'inactive' }));
    await open(person);
    expect((await callerOf(service, person.token).get('/users/me')).status).toBe(401);
  });

  test.each([
    ['cannot_delete_edit', 201],
    ['cannot_delete_edit_upload', 403],
  ])('%s: no change and no deletion; an upload answers %i', async (status, uploads) => {
    const person = await newPerson();
    const caller = callerOf(service, person.token);
    const file = (await caller.upload({ name: 'a', parent: { id: '0' } }, 'a')).json.entries[0]?.id ?? '';
    await change(person.id, { status });
    expect((await caller.put(`/files/${file}`, { name: 'b' })).status).toBe(403);
    expect((await caller.delete(`/files/${file}`)).status).toBe(403);
    expect((await caller.upload({ name: 'a' }, 'b', `/files/${file}/content`)).status).toBe(403);
    expect((await caller.upload({ name: 'b', parent: { id: '0' } }, 'b')).status).toBe(uploads);
    expect((await caller.post('/folders', { name: 'c', parent: { id: '0' } })).status).toBe(uploads);
    expect((await caller.download(file)).bytes.toString()).toBe('a');
    const { permissions } = (await caller.get(`/files/${file}?fields=permissions`)).json;
    expect(permissions).toMatchObject({ can_delete: false, can_rename: false, can_upload: false, can_download: true });
  });
});

describe('administration', () => {
  test('a co-administrator manages plain users, and changes neither administrators nor co-administrators', async () => {
    const person = await newPerson();
    expect((await coadmin.put(`/users/${person.id}`, { status: 'inactive' })).status).toBe(200);
    expect((await coadmin.put(`/users/${person.id}`, { role: 'coadmin' })).status).toBe(403);
    expect((await coadmin.put(`/users/${service.person.id}`, { name: 'x' })).status).toBe(403);
    expect((await coadmin.delete(`/users/${service.person.id}`)).status).toBe(403);
    expect((await coadmin.post('/users', { login: 'new-co@example.com', name: 'x', role: 'coadmin' })).status).toBe(
      403,
    );
    expect((await coadmin.put(`/users/${coadminId}`, { name: 'Co' })).status).toBe(200);
  });

  test('the last administrator can be neither removed nor demoted nor shut out', async () => {
    for (const body of [{ role: 'user' }, { role: 'coadmin' }, { status: 'inactive' }]) {
      const refused = await change(service.person.id, body);
      expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
    }
    expect((await admin.delete(`/users/${service.person.id}?force=true`)).status).toBe(403);
    const second = await createUser(service.service, { login: 'second@example.com', name: 'Second', role: 'admin' });
    expect((await change(second.id, { role: 'user' })).status).toBe(200);
  });

  test('lists people by the beginning of name or login, by offset and by marker', async () => {
    for (const name of ['Quentin', 'QUENBY', 'queue']) await service.addPerson(`${name}@list.example`, name);
    await service.addPerson('quenell@list.example', 'Other');
    const all = await admin.get('/users?filter_term=quen');
    expect(all.json.entries.map(({ name }) => name)).toEqual(['Quentin', 'QUENBY', 'Other']);
    expect((await admin.get('/users?filter_term=quen&limit=1&offset=1')).json).toMatchObject({
      total_count: 3,
      limit: 1,
      offset: 1,
      entries: [{ name: 'QUENBY' }],
    });
    const names: string[] = [];
    let marker: string | null = '';
    while (marker !== null) {
      const page = await admin.get(`/users?filter_term=quen&usemarker=true&limit=2&marker=${marker}`);
      names.push(...page.json.entries.map(({ name }) => name));
      marker = page.json.next_marker;
    }
    expect(names).toEqual(['Quentin', 'QUENBY', 'Other']);
    expect((await admin.get('/users?user_type=external')).json.total_count).toBe(0);
    expect((await admin.get('/users?external_app_user_id=eve-1')).json.entries.map(({ name }) => name)).toEqual([
      'Eve',
    ]);
    expect((await admin.get('/users?usemarker=true&offset=1')).json.code).toBe('invalid_parameter');
    expect((await admin.get('/users?marker=abc')).json.code).toBe('invalid_parameter');
  });

  test('an account that owns content is not removed, unless by force, which removes the content', async () => {
    const person = await newPerson();
    const caller = callerOf(service, person.token);
    const folder = (await caller.post('/folders', { name: 'mine', parent: { id: '0' } })).json.id;
    await caller.upload({ name: 'a', parent: { id: folder } }, 'a');
    const accessible_by = { type: 'user', login: bob.login };
    await caller.post('/collaborations', { item: { type: 'folder', id: folder }, accessible_by, role: 'viewer' });
    const refused = await admin.delete(`/users/${person.id}`);
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
    expect((await asBob.get(`/folders/${folder}`)).status).toBe(200);
    expect((await admin.delete(`/users/${person.id}?force=true&notify=false`)).status).toBe(204);
    expect((await asBob.get(`/folders/${folder}`)).status).toBe(404);
    expect((await caller.get('/users/me')).status).toBe(401);
    expect((await admin.get(`/users/${person.id}`)).status).toBe(404);
    const again = await admin.post('/users', { login: person.login, name: 'Next' });
    expect(again.status).toBe(201);
  });

  test('a removed person leaves the items of others, and is still named there', async () => {
    const person = await newPerson();
    const folder = (await asBob.post('/folders', { name: `shared ${++made}`, parent: { id: '0' } })).json.id;
    const accessible_by = { type: 'user', login: person.login };
    await asBob.post('/collaborations', { item: { type: 'folder', id: folder }, accessible_by, role: 'editor' });
    const caller = callerOf(service, person.token);
    const file = (await caller.upload({ name: 'theirs', parent: { id: folder } }, 'a')).json.entries[0]?.id;
    expect((await admin.delete(`/users/${person.id}`)).status).toBe(204);
    expect((await asBob.get(`/files/${file}`)).json.created_by).toMatchObject({ id: person.id, name: person.name });
    expect((await asBob.get(`/folders/${folder}/collaborations`)).json.entries).toEqual([]);
  });

  test('the administrators learn of accounts in their log, with the user as the source', async () => {
    const start = (await admin.get('/events?stream_type=admin_logs&stream_position=now')).json.next_stream_position;
    const { id } = (await admin.post('/users', { login: `log${++made}@example.com`, name: 'Log' })).json;
    await change(id, { role: 'coadmin' });
    await admin.delete(`/users/${id}`);
    const log = await admin.get(`/events?stream_type=admin_logs&limit=500&stream_position=${start}`);
    const told = log.json.entries.filter(({ source }) => String(source.id) === id);
    expect(told.map((event) => event.event_type)).toEqual([
      'NEW_USER',
      'EDIT_USER',
      'CHANGE_ADMIN_ROLE',
      'DELETE_USER',
    ]);
    expect(told[0]?.source).toMatchObject({ type: 'user', name: 'Log' });
  });
});

describe('pictures', () => {
  const send = (caller: ServiceCaller, id: string, content: Buffer) => {
    const boundary = 'picture-4711';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="pic"; filename="me.png"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const type = `multipart/form-data; boundary=${boundary}`;
    return caller.send('POST', `${service.baseUrl}/users/${id}/avatar`, body, { 'content-type': type });
  };
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(50)]);
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(50)]);

  test('are a PNG or a JPEG by their content, are given back as such, and can be replaced and removed', async () => {
    expect((await asBob.get(`/users/${bob.id}/avatar`)).status).toBe(404);
    const first = await send(asBob, bob.id, png);
    expect(first.status).toBe(201);
    expect((await send(asBob, bob.id, jpeg)).status).toBe(200);
    const got = await asBob.get(`/users/${bob.id}/avatar`);
    expect([got.headers['content-type'], got.bytes.equals(jpeg)]).toEqual(['image/jpeg', true]);
    expect((await asBob.delete(`/users/${bob.id}/avatar`)).status).toBe(204);
    expect((await asBob.get(`/users/${bob.id}/avatar`)).status).toBe(404);
  });

  test('of another kind, or of more than 1 MB, are refused', async () => {
    expect((await send(asBob, bob.id, Buffer.from('<svg/>'))).json.code).toBe('bad_request');
    const large = Buffer.concat([png, Buffer.alloc(1024 * 1024)]);
    expect((await send(asBob, bob.id, large)).json.code).toBe('request_entity_too_large');
    const { body, type } = multipartBody({}, png);
    const other = await asBob.send('POST', `${service.baseUrl}/users/${service.person.id}/avatar`, body, {
      'content-type': type,
    });
    expect(other.status).toBe(404);
  });
});

describe('further addresses', () => {
  test('take over earlier invitations to them, except where the person owns the item or has access already', async () => {
    const person = await newPerson();
    const caller = callerOf(service, person.token);
    const address = `sent${made}@example.com`;
    const folders = [asBob, asBob, caller].map(async (owner) => {
      const folder = (await owner.post('/folders', { name: `sent ${++made}`, parent: { id: '0' } })).json.id;
      const item = { type: 'folder', id: folder };
      const accessible_by = { type: 'user', login: address };
      await owner.post('/collaborations', { item, accessible_by, role: 'viewer' });
      return folder;
    });
    const [open = '', known = '', own = ''] = await Promise.all(folders);
    const accessible_by = { type: 'user', login: person.login };
    await asBob.post('/collaborations', { item: { type: 'folder', id: known }, accessible_by, role: 'editor' });
    await admin.post(`/users/${person.id}/email_aliases`, { email: address });
    expect((await caller.get('/collaborations?status=pending')).json.total_count).toBe(1);
    const roles = async (owner: ServiceCaller, folder: string) =>
      (await owner.get(`/folders/${folder}/collaborations`)).json.entries.map(({ role }) => role);
    expect([await roles(asBob, open), await roles(asBob, known), await roles(caller, own)]).toEqual([
      ['viewer'],
      ['editor'],
      [],
    ]);
  });

  test('find their person when something is shared, and belong to one person', async () => {
    const person = await newPerson();
    const alias = await admin.post(`/users/${person.id}/email_aliases`, { email: 'alias@example.com' });
    expect([alias.status, alias.json]).toMatchObject([201, { type: 'email_alias', email: 'alias@example.com' }]);
    const taken = await admin.post(`/users/${bob.id}/email_aliases`, { email: 'ALIAS@example.com' });
    expect(taken.json.code).toBe('user_login_already_used');
    expect((await admin.post('/users', { login: 'alias@example.com', name: 'x' })).json.code).toBe(
      'user_login_already_used',
    );
    const folder = (await asBob.post('/folders', { name: `alias ${++made}`, parent: { id: '0' } })).json.id;
    const accessible_by = { type: 'user', login: 'alias@example.com' };
    const shared = await asBob.post('/collaborations', {
      item: { type: 'folder', id: folder },
      accessible_by,
      role: 'viewer',
    });
    expect(shared.json).toMatchObject({ status: 'accepted', accessible_by: { id: person.id } });
    expect((await admin.delete(`/users/${person.id}/email_aliases/${alias.json.id}`)).status).toBe(204);
    expect((await admin.get(`/users/${person.id}/email_aliases`)).json).toEqual({ total_count: 0, entries: [] });
  });
});
