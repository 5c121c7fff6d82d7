import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../contract/rules/limits.ts';
import { expireCollaborations } from '../../../../service/domain/collaborations/expire-collaborations.ts';
import { changesOf, idsInRoot, positionOf, shareFolder } from '../../../support/people/folder-sharers.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: TestPerson;
let asBob: ServiceCaller;
let carol: TestPerson;
let asCarol: ServiceCaller;
let aheadMs = 0;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => Date.now() + aheadMs } });
  bob = await service.addPerson('bob@example.com', 'Bob');
  carol = await service.addPerson('carol@example.com', 'Carol');
  // The administrator sees more than others: the owner of these tests is a plain user.
  ann = callerOf(service, (await service.addPerson('owner@example.com', 'Owner')).token);
  asBob = callerOf(service, bob.token);
  asCarol = callerOf(service, carol.token);
});
afterAll(() => service.stop());

const newFolder = async (caller = ann, name = `folder ${++made}`, parent = '0') =>
  (await caller.post('/folders', { name, parent: { id: parent } })).json.id;
const newFile = async (caller: ServiceCaller, parent: string, name = `file ${++made}`, text = 'text') =>
  (await caller.upload({ name, parent: { id: parent } }, text)).json.entries[0]?.id ?? '';
const typesOf = async (caller: ServiceCaller, since: number) =>
  (await changesOf(caller, since)).map((event) => event.event_type);

describe('a collaboration', () => {
  test('has its requirements in full form', async () => {
    const made = (await shareFolder(ann, await newFolder(), bob.login)).json;
    expect(made).toMatchObject({
      acceptance_requirements_status: {
        terms_of_service_requirement: { is_accepted: true },
        strong_password_requirement: {
          enterprise_has_strong_password_required_for_external_users: false,
          user_has_strong_password: false,
        },
        two_factor_authentication_requirement: {
          enterprise_has_two_factor_auth_enabled: false,
          user_has_two_factor_authentication_enabled: false,
        },
      },
    });
  });

  test('ends at expires_at: the access, the item in the root, and the administrators learn of it', async () => {
    const folder = await newFolder();
    const expires_at = new Date(Date.now() + aheadMs + 3_600_000).toISOString();
    const { id } = (await shareFolder(ann, folder, bob.login, { expires_at })).json;
    expect((await ann.get(`/collaborations/${id}`)).json).toMatchObject({ expires_at });
    const start = await positionOf(asBob);
    expect(await expireCollaborations(service.service)).toBe(0);
    aheadMs += 3_600_001;
    expect(await expireCollaborations(service.service)).toBe(1);
    expect((await asBob.get(`/folders/${folder}`)).status).toBe(404);
    expect(await typesOf(asBob, start)).toEqual(['ITEM_UNSYNC']);
    const admin = callerOf(service, service.person.token);
    const log = await admin.get('/events?stream_type=admin_logs&event_type=COLLABORATION_EXPIRATION');
    expect(log.json.entries.map(({ source }) => source.id)).toContain(id);
  });

  test('gives nothing from the moment of its end on, before any job has seen it', async () => {
    const folder = await newFolder();
    const file = await ann.upload({ name: 'inside', parent: { id: folder } }, 'x');
    const fileId = String(file.json.entries[0]?.id);
    const expires_at = new Date(Date.now() + aheadMs + 3_600_000).toISOString();
    const { id } = (await shareFolder(ann, folder, bob.login, { expires_at })).json;
    const root = async () => (await asBob.get('/folders/0/items?limit=1000')).json.entries.map((entry) => entry.id);
    expect([(await asBob.get(`/files/${fileId}`)).status, (await root()).includes(folder)]).toEqual([200, true]);
    aheadMs += 3_600_001;
    expect((await asBob.get(`/folders/${folder}`)).status).toBe(404);
    expect((await asBob.get(`/files/${fileId}/content`)).status).toBe(404);
    expect((await asBob.upload({ name: 'late', parent: { id: folder } }, 'x')).status).toBe(404);
    expect(await root()).not.toContain(folder);
    const start = await positionOf(asBob);
    await ann.put(`/files/${fileId}`, { name: 'secret now' });
    expect(await typesOf(asBob, start)).toEqual([]);
    const later = new Date(Date.now() + aheadMs + 3_600_000).toISOString();
    expect((await ann.put(`/collaborations/${id}`, { expires_at: later })).status).toBe(200);
    expect((await asBob.get(`/files/${fileId}`)).status).toBe(200);
    expect((await ann.delete(`/collaborations/${id}`)).status).toBe(204);
  });

  test('has an end that its person cannot take away, though an editor may invite', async () => {
    const folder = await newFolder();
    const expires_at = new Date(Date.now() + aheadMs + 3_600_000).toISOString();
    const { id } = (await shareFolder(ann, folder, bob.login, { expires_at, role: 'editor' })).json;
    const refused = await asBob.put(`/collaborations/${id}`, { expires_at: null });
    expect([refused.status, refused.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
    expect((await asBob.put(`/collaborations/${id}`, { role: 'viewer' })).status).toBe(403);
    expect((await ann.put(`/collaborations/${id}`, { expires_at: null })).status).toBe(200);
    expect((await asBob.delete(`/collaborations/${id}`)).status).toBe(204);
  });

  test('can get an end, lose it again, and never one that has passed', async () => {
    const { id } = (await shareFolder(ann, await newFolder(), bob.login)).json;
    const expires_at = new Date(Date.now() + aheadMs + 1000).toISOString();
    expect((await ann.put(`/collaborations/${id}`, { expires_at })).json).toMatchObject({ expires_at });
    expect((await ann.put(`/collaborations/${id}`, { expires_at: null })).json).toMatchObject({ expires_at: null });
    aheadMs += 2000;
    expect(await expireCollaborations(service.service)).toBe(0);
    const past = await ann.put(`/collaborations/${id}`, { expires_at: '2020-01-01T00:00:00Z' });
    expect([past.status, past.json.context_info.errors[0]?.name]).toEqual([400, 'expires_at']);
  });

  test('is_access_only gives the item by its id, and neither a place in the root nor a name there', async () => {
    const name = `only ${++made}`;
    await newFolder(asBob, name);
    const folder = await newFolder(ann, name);
    const start = await positionOf(asBob);
    const shared = await shareFolder(ann, folder, bob.login, { is_access_only: true });
    expect(shared.json).toMatchObject({ status: 'accepted', is_access_only: true });
    expect(await idsInRoot(asBob)).not.toContain(folder);
    expect((await asBob.get(`/folders/${folder}`)).json.name).toBe(name);
    await newFile(ann, folder);
    expect(await typesOf(asBob, start)).toEqual([]);
  });

  test('can_view_path shows the folders above, for folders, and is for owners to set', async () => {
    const above = await newFolder();
    const folder = await newFolder(ann, `below ${++made}`, above);
    const { id } = (await shareFolder(ann, folder, bob.login, { can_view_path: true })).json;
    const path = async () =>
      (await asBob.get(`/folders/${folder}`)).json.path_collection.entries.map((entry) => entry.id);
    expect(await path()).toEqual(['0', above]);
    expect((await asBob.get(`/folders/${above}`)).status).toBe(404);
    await ann.put(`/collaborations/${id}`, { can_view_path: false });
    expect(await path()).toEqual(['0']);
    expect((await shareFolder(asBob, folder, carol.login, { can_view_path: true })).status).toBe(403);
    const file = await newFile(ann, above);
    const ofFile = await ann.post('/collaborations', {
      item: { type: 'file', id: file },
      accessible_by: { type: 'user', login: bob.login },
      role: 'viewer',
      can_view_path: true,
    });
    expect(ofFile.status).toBe(400);
  });

  test('on a file gives that file, in the root', async () => {
    const folder = await newFolder();
    const file = await newFile(ann, folder);
    await ann.post('/collaborations', {
      item: { type: 'file', id: file },
      accessible_by: { type: 'user', login: bob.login },
      role: 'viewer',
    });
    expect(await idsInRoot(asBob)).toContain(file);
    expect((await asBob.download(file)).bytes.toString()).toBe('text');
    expect((await asBob.get(`/folders/${folder}`)).status).toBe(404);
    const listed = await ann.get(`/files/${file}/collaborations`);
    expect(listed.json.entries.map((entry) => entry.role)).toEqual(['viewer']);
  });

  test('a role changes also while the invitation waits', async () => {
    const folder = await newFolder();
    const accessible_by = { type: 'user', login: `later${++made}@example.com` };
    const { id } = (
      await ann.post('/collaborations', { item: { type: 'folder', id: folder }, accessible_by, role: 'viewer' })
    ).json;
    const changed = await ann.put(`/collaborations/${id}`, { role: 'editor' });
    expect(changed.json).toMatchObject({ status: 'pending', role: 'editor' });
  });
});

describe('[4.6] collaborators of an item', () => {
  test('is an empty collection without collaborators', async () => {
    const folder = await newFolder();
    const file = await newFile(ann, folder);
    const none = { limit: 100, next_marker: null, entries: [] };
    expect((await ann.get(`/files/${file}/collaborations`)).json).toEqual(none);
    expect((await ann.get(`/folders/${folder}/collaborations?limit=100`)).json).toEqual(none);
    expect((await ann.get(`/folders/${folder}/collaborations`)).json).toMatchObject({ total_count: 0, entries: [] });
  });

  test('is listed by marker, with pending ones and without the owner; fields select the output', async () => {
    const folder = await newFolder();
    const ids = [
      (await shareFolder(ann, folder, bob.login)).json.id,
      (await shareFolder(ann, folder, carol.login)).json.id,
    ];
    const accessible_by = { type: 'user', login: 'unknown@elsewhere.example' };
    const item = { type: 'folder', id: folder };
    ids.push((await ann.post('/collaborations', { item, accessible_by, role: 'viewer' })).json.id);
    const seen: (readonly [string, string])[] = [];
    let marker: string | null = '';
    while (marker !== null) {
      const page = await ann.get(`/folders/${folder}/collaborations?limit=2&usemarker=true&marker=${marker}`);
      expect(page.json.total_count).toBeUndefined();
      seen.push(...page.json.entries.map(({ id, status }) => [id, status] as const));
      marker = page.json.next_marker;
    }
    expect(seen).toEqual(ids.map((id, index) => [id, index === 2 ? 'pending' : 'accepted']));
    const picked = await ann.get(`/folders/${folder}/collaborations?fields=role`);
    expect(picked.json.entries[0]).toEqual({ id: ids[0], type: 'collaboration', role: 'editor' });
    expect((await ann.get(`/folders/${folder}/collaborations?limit=0`)).json.code).toBe('invalid_limit');
    expect((await ann.get(`/folders/${folder}/collaborations?marker=made-up`)).json.code).toBe('invalid_parameter');
    expect((await ann.get(`/folders/${folder}/collaborations?usemarker=false&marker=x`)).status).toBe(400);
  });

  test('of a folder is listed whole, with total_count, without limit and marker', async () => {
    const folder = await newFolder();
    const item = { type: 'folder', id: folder };
    const invited = Array.from({ length: limits.defaultPageLimit + 1 }, (_, index) => `${index}@elsewhere.example`);
    for (const login of invited) {
      await ann.post('/collaborations', { item, accessible_by: { type: 'user', login }, role: 'viewer' });
    }
    const { json } = await ann.get(`/folders/${folder}/collaborations`);
    expect([json.total_count, json.next_marker, json.entries.length]).toEqual([invited.length, null, invited.length]);
    const page = (await ann.get(`/folders/${folder}/collaborations?usemarker=true`)).json;
    expect([page.entries.length, page.limit]).toEqual([limits.defaultPageLimit, limits.defaultPageLimit]);
    expect(page).not.toHaveProperty('total_count');
    const rest = (await ann.get(`/folders/${folder}/collaborations?marker=${page.next_marker}`)).json;
    expect([rest.entries.length, rest.next_marker]).toEqual([1, null]);
    expect(rest).not.toHaveProperty('total_count');
  });

  test('can_non_owners_view_collaborators false hides it from all but owners and co-owners', async () => {
    const folder = await newFolder();
    const { id } = (await shareFolder(ann, folder, bob.login)).json;
    await shareFolder(ann, folder, carol.login, { role: 'co-owner' });
    await ann.put(`/folders/${folder}`, { can_non_owners_invite: false, can_non_owners_view_collaborators: false });
    expect((await asBob.get(`/folders/${folder}/collaborations`)).status).toBe(403);
    expect((await asCarol.get(`/folders/${folder}/collaborations`)).status).toBe(200);
    const below = await newFolder(ann, 'below', folder);
    expect((await asBob.get(`/folders/${below}/collaborations`)).status).toBe(403);
    expect((await asBob.get(`/collaborations/${id}`)).status).toBe(200);
  });
});

describe('the right to share', () => {
  test('can_non_owners_invite false leaves it to owners and co-owners', async () => {
    const folder = await newFolder();
    await shareFolder(ann, folder, bob.login);
    await ann.put(`/folders/${folder}`, { can_non_owners_invite: false });
    const below = await newFolder(ann, 'below', folder);
    expect((await shareFolder(asBob, folder, carol.login)).status).toBe(403);
    expect((await shareFolder(asBob, below, carol.login)).status).toBe(403);
    expect((await shareFolder(ann, below, carol.login)).status).toBe(201);
  });

  test('is_collaboration_restricted_to_enterprise keeps people from outside out', async () => {
    const folder = await newFolder();
    await ann.put(`/folders/${folder}`, { is_collaboration_restricted_to_enterprise: true });
    const item = { type: 'folder', id: folder };
    const accessible_by = { type: 'user', login: 'guest@elsewhere.example' };
    const refused = await ann.post('/collaborations', { item, accessible_by, role: 'viewer' });
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden_by_policy']);
    expect((await shareFolder(ann, folder, bob.login)).status).toBe(201);
  });

  test('is_external_collab_restricted of an account keeps it from inviting people from outside', async () => {
    const inviter = await service.addPerson(`inviter${++made}@example.com`);
    const asInviter = callerOf(service, inviter.token);
    const admin = callerOf(service, service.person.token);
    await admin.put(`/users/${inviter.id}`, { is_external_collab_restricted: true });
    const folder = await newFolder(asInviter);
    const item = { type: 'folder', id: folder };
    const accessible_by = { type: 'user', login: 'guest@elsewhere.example' };
    const refused = await asInviter.post('/collaborations', { item, accessible_by, role: 'viewer' });
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden_by_policy']);
    expect((await shareFolder(asInviter, folder, bob.login)).status).toBe(201);
  });

  test('an editor neither makes co-owners nor touches them, oneself included', async () => {
    const folder = await newFolder();
    const own = (await shareFolder(ann, folder, bob.login)).json.id;
    const coOwner = (await shareFolder(ann, folder, carol.login, { role: 'co-owner' })).json.id;
    expect((await asBob.put(`/collaborations/${own}`, { role: 'co-owner' })).status).toBe(403);
    expect((await asBob.put(`/collaborations/${coOwner}`, { role: 'viewer' })).status).toBe(403);
    expect((await asBob.delete(`/collaborations/${coOwner}`)).status).toBe(403);
    expect((await asCarol.put(`/collaborations/${own}`, { role: 'viewer' })).status).toBe(200);
  });
});

describe('ownership', () => {
  test('passes on with all below and the space it takes; the old owner is a co-owner', async () => {
    const giver = await service.addPerson(`giver${++made}@example.com`);
    const heir = await service.addPerson(`heir${++made}@example.com`);
    const [asGiver, asHeir] = [callerOf(service, giver.token), callerOf(service, heir.token)];
    const above = await newFolder(asGiver, 'above');
    const folder = await newFolder(asGiver, 'gift', above);
    const file = await newFile(asGiver, folder, 'content', '12345');
    await asGiver.upload({ name: 'content' }, '123', `/files/${file}/content`);
    const { id } = (await shareFolder(asGiver, folder, heir.login)).json;
    const start = await positionOf(asGiver);
    expect((await asHeir.put(`/collaborations/${id}`, { role: 'owner' })).status).toBe(403);
    expect((await asGiver.put(`/collaborations/${id}`, { role: 'owner' })).status).toBe(204);
    const space = async (caller: ServiceCaller) => (await caller.get('/users/me?fields=space_used')).json;
    expect([await space(asGiver), await space(asHeir)]).toMatchObject([{ space_used: 0 }, { space_used: 8 }]);
    expect((await asHeir.get(`/files/${file}`)).json.owned_by.id).toBe(heir.id);
    const given = (await asHeir.get(`/folders/${folder}`)).json;
    expect([given.owned_by.id, given.parent.id, given.size]).toEqual([heir.id, '0', 3]);
    expect((await asGiver.get(`/folders/${above}`)).json).toMatchObject({
      size: 0,
      item_collection: { total_count: 0 },
    });
    expect(await idsInRoot(asGiver)).toContain(folder);
    expect((await asGiver.get(`/collaborations/${id}`)).status).toBe(404);
    const listed = (await asHeir.get(`/folders/${folder}/collaborations`)).json.entries;
    expect(listed.map((entry) => entry.role)).toEqual(['co-owner']);
    expect((await asGiver.upload({ name: 'still', parent: { id: folder } }, 'x')).status).toBe(201);
    expect((await typesOf(asGiver, start)).slice(0, 1)).toEqual(['ITEM_MOVE']);
  });

  test('is not transferred to a person who has not accepted, has no room, or has an item of that name', async () => {
    const heir = await service.addPerson(`heir${++made}@example.com`);
    const asHeir = callerOf(service, heir.token);
    const folder = await newFolder();
    await newFile(ann, folder);
    const { id } = (await shareFolder(ann, folder, heir.login, { is_access_only: true })).json;
    const give = async () => (await ann.put(`/collaborations/${id}`, { role: 'owner' })).json.code;
    const { name } = (await ann.get(`/folders/${folder}`)).json;
    const other = await newFolder(asHeir, name);
    expect(await give()).toBe('item_name_in_use');
    await asHeir.delete(`/folders/${other}`);
    await callerOf(service, service.person.token).put(`/users/${heir.id}`, { space_amount: 1 });
    expect(await give()).toBe('storage_limit_exceeded');
    expect((await ann.get(`/folders/${folder}`)).json.owned_by.name).toBe('Owner');
  });
});
