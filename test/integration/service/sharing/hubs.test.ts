import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import type { FullHubCollaboration } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import {
  type CallerAnswer,
  callerOf,
  type Headers,
  type ServiceCaller,
} from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

const version: Headers = { 'svc-version': '2025.0' };

let service: TestService;
let people: Record<'ann' | 'bob' | 'carol', TestPerson>;
let ann: ServiceCaller;
let bob: ServiceCaller;
let carol: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  const bobPerson = await service.addPerson('bob@example.com', 'Bob');
  const carolPerson = await service.addPerson('carol@example.com', 'Carol');
  people = { ann: service.person, bob: bobPerson, carol: carolPerson };
  [ann, bob, carol] = [people.ann, people.bob, people.carol].map(({ token }) => callerOf(service, token)) as [
    ServiceCaller,
    ServiceCaller,
    ServiceCaller,
  ];
});
afterAll(() => service.stop());

const hubOf = ({ bytes }: CallerAnswer): FullHub => JSON.parse(bytes.toString());
const collaborationOf = ({ bytes }: CallerAnswer): FullHubCollaboration => JSON.parse(bytes.toString());

async function newHub(title = 'Hub', owner = ann): Promise<FullHub> {
  const answer = await owner.post('/hubs', { title }, version);
  expect(answer.status).toBe(201);
  return hubOf(answer);
}

const give = (hub: FullHub, to: object, role: string, by = ann) =>
  by.post('/hub_collaborations', { hub: { type: 'hubs', id: hub.id }, accessible_by: to, role }, version);

const giveTo = async (hub: FullHub, person: TestPerson, role: string) =>
  collaborationOf(await give(hub, { type: 'user', login: person.login }, role));

async function titles(query: string, by = ann): Promise<readonly string[]> {
  const { bytes } = await by.get(`/hubs?${query}`, version);
  return (JSON.parse(bytes.toString()).entries as FullHub[]).map(({ title }) => title);
}

describe('versioning: hub operations need the header svc-version: 2025.0', () => {
  test('no, another, an empty or a doubled value is 400 invalid_api_version', async () => {
    const wrong: Headers[] = [
      {},
      ...['2024.0', '2026.0', '', '2025.0,2024.0'].map((value) => ({ 'svc-version': value })),
    ];
    for (const headers of wrong) {
      for (const answer of [await ann.get('/hubs', headers), await ann.post('/hubs', { title: 'x' }, headers)]) {
        expect([answer.status, answer.json.code]).toEqual([400, 'invalid_api_version']);
      }
    }
  });

  test('the public spelling of the header is taken as well', async () => {
    expect((await ann.get('/hubs', { 'box-version': '2025.0' })).status).toBe(200);
  });

  test('operations outside of hubs do not have that version, and need none', async () => {
    expect((await ann.get('/users/me', version)).json.code).toBe('invalid_api_version');
    expect((await ann.get('/users/me')).status).toBe(200);
  });
});

describe('hubs', () => {
  test('limits: hub title: max 50, not empty', async () => {
    const hub = await newHub('t'.repeat(50));
    expect(hub.title).toHaveLength(50);
    expect((await ann.put(`/hubs/${hub.id}`, { title: '💡'.repeat(50) }, version)).status).toBe(200);
    for (const title of ['', 't'.repeat(51)]) {
      for (const answer of [
        await ann.post('/hubs', { title }, version),
        await ann.put(`/hubs/${hub.id}`, { title }, version),
        await ann.post(`/hubs/${hub.id}/copy`, { title }, version),
      ]) {
        expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
        expect(answer.json.message).toContain('1 to 50 characters');
      }
    }
    expect((await ann.post('/hubs', {}, version)).status).toBe(400);
    expect((await ann.post('/hubs', { title: 'no\u0000thing' }, version)).status).toBe(400);
  });

  test('limits: hub description returned: first 200 characters, while all of it is kept', async () => {
    const description = `${'d'.repeat(200)} needle-at-the-end`;
    const answer = await ann.post('/hubs', { title: 'Described', description }, version);
    expect(hubOf(answer).description).toBe('d'.repeat(200));
    expect(await titles('query=needle-at-the-end')).toEqual(['Described']);
  });

  test('have all fields of the page, and their creator as the one co-owner', async () => {
    const hub = await newHub();
    expect(hub).toMatchObject({
      type: 'hubs',
      view_count: 0,
      created_by: { id: people.ann.id, login: people.ann.login },
      is_ai_enabled: false,
      can_non_owners_invite: true,
    });
    const { entries } = (await ann.get(`/hub_collaborations?hub_id=${hub.id}`, version)).json;
    expect(entries).toMatchObject([{ role: 'co-owner', status: 'accepted', hub: { id: hub.id, type: 'hubs' } }]);
  });

  test('accessible_by=me lists what gives the caller a role, directly and through groups', async () => {
    const hub = await newHub();
    await giveTo(hub, people.bob, 'viewer');
    for (const [name, person] of [
      ['Team of Bob', people.bob],
      ['Team of Carol', people.carol],
    ] as const) {
      const group = (await ann.post('/groups', { name })).json.id;
      await ann.post('/group_memberships', { user: { id: person.id }, group: { id: group } });
      await give(hub, { type: 'group', id: group }, 'editor');
    }
    const { entries } = (await bob.get(`/hub_collaborations?hub_id=${hub.id}&accessible_by=me`, version)).json;
    expect(entries.map(({ accessible_by: by, role }) => [by.type, by.name, role])).toEqual([
      ['user', 'Bob', 'viewer'],
      ['group', 'Team of Bob', 'editor'],
    ]);
  });

  test('count the looks of others, not those of their creator', async () => {
    const hub = await newHub();
    await giveTo(hub, people.bob, 'viewer');
    await ann.get(`/hubs/${hub.id}`, version);
    expect(hubOf(await bob.get(`/hubs/${hub.id}`, version)).view_count).toBe(1);
    expect(hubOf(await ann.get(`/hubs/${hub.id}`, version)).view_count).toBe(1);
  });

  test('of others look like those that do not exist', async () => {
    const hub = await newHub();
    for (const answer of [
      await bob.get(`/hubs/${hub.id}`, version),
      await bob.put(`/hubs/${hub.id}`, { title: 'x' }, version),
      await bob.delete(`/hubs/${hub.id}`, version),
      await bob.get(`/hub_items?hub_id=${hub.id}`, version),
      await bob.get('/hubs/99', version),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
    }
  });

  test('viewers look, editors change text and items, co-owners change settings and end them', async () => {
    const hub = await newHub();
    const collaboration = await giveTo(hub, people.bob, 'viewer');
    const tries = async () => [
      (await bob.get(`/hubs/${hub.id}`, version)).status,
      (await bob.put(`/hubs/${hub.id}`, { title: 'Renamed' }, version)).status,
      (await bob.post(`/hubs/${hub.id}/manage_items`, { operations: [] }, version)).status,
      (await bob.put(`/hubs/${hub.id}`, { is_ai_enabled: true }, version)).status,
    ];
    const becomes = (role: string) => ann.put(`/hub_collaborations/${collaboration.id}`, { role }, version);
    expect(await tries()).toEqual([200, 403, 403, 403]);
    expect((await becomes('editor')).status).toBe(200);
    expect(await tries()).toEqual([200, 200, 207, 403]);
    expect((await bob.delete(`/hubs/${hub.id}`, version)).status).toBe(403);
    expect((await becomes('co-owner')).status).toBe(200);
    expect(await tries()).toEqual([200, 200, 207, 200]);
    expect((await bob.delete(`/hubs/${hub.id}`, version)).status).toBe(204);
    expect((await ann.get(`/hubs/${hub.id}`, version)).status).toBe(404);
  });

  test('are copied with the items that the copier may see, unless they may not be copied', async () => {
    const hub = await newHub('Original');
    await giveTo(hub, people.bob, 'viewer');
    const folder = (await ann.post('/folders', { name: 'Hidden from Bob', parent: { id: '0' } })).json;
    const item = { type: 'folder', id: folder.id };
    await ann.post(`/hubs/${hub.id}/manage_items`, { operations: [{ action: 'add', item }] }, version);
    const mine = hubOf(await ann.post(`/hubs/${hub.id}/copy`, { include_items: true }, version));
    const bobs = hubOf(await bob.post(`/hubs/${hub.id}/copy`, { title: 'Of Bob', include_items: true }, version));
    expect((await ann.get(`/hub_items?hub_id=${mine.id}`, version)).json.entries).toMatchObject([item]);
    expect((await bob.get(`/hub_items?hub_id=${bobs.id}`, version)).json.entries).toEqual([]);
    expect((await carol.get(`/hubs/${bobs.id}`, version)).status).toBe(404);
    // An administrator governs every hub.
    expect((await ann.get(`/hubs/${bobs.id}`, version)).status).toBe(200);
    await ann.put(`/hubs/${hub.id}`, { copy_hub_access: 'none' }, version);
    expect((await bob.post(`/hubs/${hub.id}/copy`, {}, version)).status).toBe(403);
  });
});

describe('lists of hubs', () => {
  let mine: ServiceCaller;
  beforeAll(async () => {
    const dora = await service.addPerson('dora@example.com', 'Dora');
    mine = callerOf(service, dora.token);
    const [, beta] = [await newHub('Alpha launch', mine), await newHub('Beta', mine), await newHub('gamma 100%', mine)];
    const ours = await newHub('Of Ann: launch');
    await giveTo(ours, dora, 'viewer');
    await mine.put(`/hubs/${beta.id}`, { description: 'the launch of beta' }, version);
    await mine.get(`/hubs/${ours.id}`, version);
  });

  test("list the caller's hubs by scope: all, editable, view_only", async () => {
    expect(await titles('sort=name', mine)).toEqual(['Alpha launch', 'Beta', 'gamma 100%', 'Of Ann: launch']);
    expect(await titles('sort=name&scope=editable', mine)).toEqual(['Alpha launch', 'Beta', 'gamma 100%']);
    expect(await titles('scope=view_only', mine)).toEqual(['Of Ann: launch']);
    expect((await mine.get('/hubs?scope=none', version)).status).toBe(400);
  });

  test('find words in title and description, the best first, and take nothing for a placeholder', async () => {
    expect(await titles('query=LAUNCH', mine)).toEqual(['Of Ann: launch', 'Alpha launch', 'Beta']);
    expect(await titles('query=alpha', mine)).toEqual(['Alpha launch']);
    expect(await titles('query=100%25', mine)).toEqual(['gamma 100%']);
    expect(await titles('query=%25launch', mine)).toEqual([]);
  });

  test.each(['name', 'updated_at', 'last_accessed_at', 'view_count', 'relevance'])(
    'page by marker in the order of %s, both ways',
    async (sort) => {
      for (const direction of ['ASC', 'desc']) {
        const query = `sort=${sort}&direction=${direction}`;
        const whole = await titles(query, mine);
        const paged: string[] = [];
        for (let marker = ''; ; ) {
          const { json, bytes } = await mine.get(
            `/hubs?${query}&limit=1&marker=${encodeURIComponent(marker)}`,
            version,
          );
          paged.push(...(JSON.parse(bytes.toString()).entries as FullHub[]).map(({ title }) => title));
          if (json.next_marker === null) break;
          marker = json.next_marker;
        }
        expect(paged).toEqual(whole);
        expect(whole).toHaveLength(4);
      }
    },
  );

  test('of the enterprise are for administrators', async () => {
    const all = JSON.parse((await ann.get('/enterprise_hubs?query=gamma', version)).bytes.toString()).entries;
    expect(all).toMatchObject([{ title: 'gamma 100%' }]);
    expect((await bob.get('/enterprise_hubs', version)).status).toBe(403);
  });

  test('a marker of one list means nothing in another, and limit is clamped or refused', async () => {
    const { next_marker } = (await mine.get('/hubs?sort=name&limit=1', version)).json;
    const other = await mine.get(`/hubs?sort=view_count&marker=${encodeURIComponent(next_marker ?? '')}`, version);
    expect([other.status, other.json.code]).toEqual([400, 'invalid_parameter']);
    expect((await mine.get('/hubs?limit=5000', version)).json.limit).toBe(1000);
    expect((await mine.get('/hubs?limit=0', version)).json.code).toBe('invalid_limit');
  });
});

describe('hub collaborations', () => {
  test('people and groups of the service have the hub at once, with its role', async () => {
    const hub = await newHub();
    const group = (await ann.post('/groups', { name: 'Launchers' })).json;
    await ann.post('/group_memberships', { user: { id: people.carol.id }, group: { id: group.id } });
    const byGroup = collaborationOf(await give(hub, { type: 'group', id: group.id }, 'editor'));
    expect(byGroup).toMatchObject({ status: 'accepted', accessible_by: { type: 'group', name: 'Launchers' } });
    expect((await carol.put(`/hubs/${hub.id}`, { title: 'By Carol' }, version)).status).toBe(200);
    expect((await give(hub, { type: 'group', id: group.id }, 'viewer')).json.code).toBe('user_already_collaborator');
    await ann.delete(`/groups/${group.id}`);
    expect((await carol.get(`/hubs/${hub.id}`, version)).status).toBe(404);
  });

  test('pending ones show neither name nor login; the person who gets the email address answers', async () => {
    const hub = await newHub();
    const invited = collaborationOf(await give(hub, { type: 'user', login: 'Eve@example.com' }, 'viewer'));
    expect(invited).toMatchObject({ status: 'pending', accessible_by: { name: '', login: '' } });
    expect((await give(hub, { type: 'user', login: 'eve@EXAMPLE.com' }, 'viewer')).status).toBe(400);
    const eve = callerOf(service, (await service.addPerson('eve@example.com', 'Eve')).token);
    expect((await eve.get(`/hubs/${hub.id}`, version)).status).toBe(404);
    const path = `/hub_collaborations/${invited.id}`;
    expect((await ann.put(path, { status: 'accepted' }, version)).status).toBe(403);
    expect((await eve.put(path, { status: 'accepted' }, version)).json.status).toBe('accepted');
    expect((await eve.put(path, { status: 'rejected' }, version)).json.code).toBe('invalid_status');
    expect((await eve.get(`/hubs/${hub.id}`, version)).status).toBe(200);
  });

  test('a rejected invitation gives nothing, and may be repeated', async () => {
    const hub = await newHub();
    const { id } = collaborationOf(await give(hub, { type: 'user', login: 'fay@example.com' }, 'editor'));
    const fay = callerOf(service, (await service.addPerson('fay@example.com')).token);
    const rejected = await fay.put(`/hub_collaborations/${id}`, { status: 'rejected' }, version);
    expect(rejected.json.status).toBe('rejected');
    expect((await fay.get(`/hubs/${hub.id}`, version)).status).toBe(404);
    expect((await give(hub, { type: 'user', login: 'fay@example.com' }, 'viewer')).status).toBe(201);
  });

  test('can_non_owners_invite lets editors invite, with at most their own role', async () => {
    const hub = await newHub();
    await giveTo(hub, people.bob, 'editor');
    const to = { type: 'user', login: people.carol.login };
    expect((await give(hub, to, 'co-owner', bob)).status).toBe(403);
    await ann.put(`/hubs/${hub.id}`, { can_non_owners_invite: false }, version);
    expect((await give(hub, to, 'viewer', bob)).status).toBe(403);
    await ann.put(`/hubs/${hub.id}`, { can_non_owners_invite: true }, version);
    expect((await give(hub, to, 'viewer', bob)).status).toBe(201);
    expect((await give(hub, { type: 'user', login: people.ann.login }, 'viewer', carol)).status).toBe(403);
  });

  test('is_collaboration_restricted_to_enterprise keeps addresses without an account out', async () => {
    const hub = await newHub();
    await ann.put(`/hubs/${hub.id}`, { is_collaboration_restricted_to_enterprise: true }, version);
    const { status, json } = await give(hub, { type: 'user', login: 'else@example.org' }, 'viewer');
    expect([status, json.code]).toEqual([403, 'forbidden_by_policy']);
    expect((await give(hub, { type: 'user', login: people.bob.login }, 'viewer')).status).toBe(201);
  });

  test('the last co-owner can neither leave nor step down; others can leave', async () => {
    const hub = await newHub();
    const { entries } = (await ann.get(`/hub_collaborations?hub_id=${hub.id}`, version)).json;
    const own = `/hub_collaborations/${entries[0]?.id}`;
    expect((await ann.put(own, { role: 'viewer' }, version)).status).toBe(403);
    expect((await ann.delete(own, version)).status).toBe(403);
    const { id } = await giveTo(hub, people.bob, 'viewer');
    expect((await carol.delete(`/hub_collaborations/${id}`, version)).status).toBe(404);
    expect((await bob.put(`/hub_collaborations/${id}`, { role: 'co-owner' }, version)).status).toBe(403);
    expect((await bob.delete(`/hub_collaborations/${id}`, version)).status).toBe(204);
    expect((await bob.get(`/hubs/${hub.id}`, version)).status).toBe(404);
  });

  test('of the last co-owner go with its account, and administrators keep the hub; its invitations go to a person once', async () => {
    const dan = await service.addPerson('dan@example.com', 'Dan');
    const asDan = callerOf(service, dan.token);
    const hub = await newHub('Orphan', asDan);
    await give(hub, { type: 'user', login: people.bob.login }, 'viewer', asDan);
    await give(hub, { type: 'user', login: 'bobby@example.com' }, 'editor', asDan);
    await ann.post(`/users/${people.bob.id}/email_aliases`, { email: 'bobby@example.com' });
    expect((await ann.delete(`/users/${dan.id}?force=true`)).status).toBe(204);
    const { entries } = (await ann.get(`/hub_collaborations?hub_id=${hub.id}`, version)).json;
    expect(entries).toMatchObject([{ accessible_by: { id: people.bob.id }, role: 'viewer' }]);
    expect((await ann.delete(`/hubs/${hub.id}`, version)).status).toBe(204);
  });

  test('name whom they are for, and an unknown id, hub or role is refused', async () => {
    const hub = await newHub();
    expect((await give(hub, { type: 'user' }, 'viewer')).status).toBe(400);
    expect((await give(hub, { type: 'user', login: '' }, 'viewer')).status).toBe(400);
    expect((await give(hub, { type: 'user', login: people.bob.login }, 'owner')).status).toBe(400);
    expect((await give(hub, { type: 'user', id: '99' }, 'viewer')).status).toBe(404);
    expect((await give({ ...hub, id: '99' }, { type: 'user', login: people.bob.login }, 'viewer')).status).toBe(404);
    expect((await ann.get('/hub_collaborations', version)).json.code).toBe('missing_parameter');
  });
});
