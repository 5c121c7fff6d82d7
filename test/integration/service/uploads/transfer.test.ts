import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let admin: ServiceCaller;
const people: Record<string, TestPerson> = {};
const as = (name: string) => callerOf(service, people[name]?.token ?? null);

beforeAll(async () => {
  service = await startTestService();
  admin = callerOf(service, service.person.token);
  for (const name of ['old', 'new', 'guest']) people[name] = await service.addPerson(`${name}@example.com`, name);
});
afterAll(() => service.stop());

const transfer = (from: string, to: string, by = admin) =>
  by.put(`/users/${people[from]?.id}/folders/0`, { owned_by: { id: people[to]?.id } });
const used = async (name: string) =>
  ((await as(name).get('/users/me?fields=space_used')).json as unknown as { space_used: number }).space_used;
const invite = (item: string, login: string) =>
  as('old').post('/collaborations', {
    item: { type: 'folder', id: item },
    role: 'viewer',
    accessible_by: { type: 'user', login: `${login}@example.com` },
  });

describe('transfer of all content', () => {
  test('everything, the trash too, belongs to the other person, in a folder called after the old owner', async () => {
    const old = as('old');
    const folder = (await old.post('/folders', { name: 'Work', parent: { id: '0' } })).json.id;
    const file = String((await old.upload({ name: 'letter', parent: { id: folder } }, 'dear')).json.entries[0]?.id);
    const loose = String((await old.upload({ name: 'loose', parent: { id: '0' } }, 'leaf')).json.entries[0]?.id);
    const trashed = String((await old.upload({ name: 'waste', parent: { id: '0' } }, 'gone')).json.entries[0]?.id);
    await old.delete(`/files/${trashed}`);
    await invite(folder, 'guest');
    await invite(folder, 'new');
    const from = (await old.get('/events?stream_position=now')).json.next_stream_position;
    const toFrom = (await as('new').get('/events?stream_position=now')).json.next_stream_position;

    const answer = await transfer('old', 'new');
    expect([answer.status, answer.json.name, answer.json.size]).toEqual([200, "old's Files and Folders", 8]);
    expect(answer.json.owned_by.login).toBe('new@example.com');

    const listed = (await as('new').get(`/folders/${answer.json.id}/items`)).json.entries.map(({ id }) => id);
    expect(listed).toEqual([folder, loose]);
    expect((await as('new').get('/folders/0/items')).json.entries.map(({ id }) => id)).toEqual([answer.json.id]);
    expect((await as('new').get(`/files/${file}`)).json).toMatchObject({ owned_by: { login: 'new@example.com' } });
    expect((await as('new').get('/folders/trash/items')).json.entries.map(({ id }) => id)).toEqual([trashed]);
    expect([await used('old'), await used('new')]).toEqual([0, 12]);

    for (const path of [`/folders/${folder}`, `/files/${file}`])
      expect((await old.get(path)).json.code).toBe('not_found');
    expect((await old.get('/folders/0/items')).json.entries).toEqual([]);
    const lost = (await old.get(`/events?stream_position=${from}`)).json.entries;
    expect(lost.map(({ event_type, source }) => [event_type, source.id, source.item_status])).toEqual([
      ['ITEM_UNSYNC', folder, 'trashed'],
      ['ITEM_UNSYNC', loose, 'trashed'],
    ]);
    const gained = (await as('new').get(`/events?stream_position=${toFrom}`)).json.entries;
    expect(gained.map(({ event_type, source }) => [event_type, source.id])).toEqual([['ITEM_MOVE', answer.json.id]]);
    expect((await as('guest').get(`/files/${file}`)).json).toMatchObject({ owned_by: { login: 'new@example.com' } });
    expect((await as('new').post(`/files/${trashed}`)).json).toMatchObject({ parent: { id: answer.json.id } });
  });

  test('a second one takes another name', async () => {
    await as('old').post('/folders', { name: 'More', parent: { id: '0' } });
    expect((await transfer('old', 'new')).json.name).toBe("old's Files and Folders (2)");
  });

  test("a co-administrator transfers the items of others, but none of an administrator's", async () => {
    const name = 'co';
    people[name] = await service.addPerson(`${name}@example.com`, name);
    expect((await admin.put(`/users/${people[name].id}`, { role: 'coadmin' })).status).toBe(200);
    const owned_by = { id: people[name].id };
    const refused = await as(name).put(`/users/${service.person.id}/folders/0`, { owned_by });
    expect([refused.status, refused.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
    expect((await transfer('guest', 'new', as(name))).status).toBe(200);
  });

  test('only administrators may transfer; never to the same person; both must exist', async () => {
    const refused = await transfer('old', 'new', as('new'));
    expect(refused.status).toBe(403);
    expect((await transfer('old', 'old')).json.code).toBe('bad_request');
    const self = service.person.id;
    const padded = await admin.put(`/users/${self}/folders/0`, { owned_by: { id: `0${self}` } });
    expect([padded.status, padded.json.code]).toEqual([400, 'bad_request']);
    expect((await admin.put(`/users/0${self}/folders/0`, { owned_by: { id: self } })).status).toBe(405);
    expect((await admin.put('/users/999999/folders/0', { owned_by: { id: people['new']?.id } })).status).toBe(404);
  });
});
