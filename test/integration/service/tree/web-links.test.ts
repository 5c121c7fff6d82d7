import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

const url = 'https://example.com/page?q=1';
const newFolder = async () => (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json.id;
const newLink = async (parentId = '0', name = `link ${++made}`) =>
  (await ann.post('/web_links', { url, name, parent: { id: parentId } })).json.id;

describe('web links', () => {
  test('a new one answers with its address, its folder and its people', async () => {
    const folder = await newFolder();
    const body = { url, name: 'Example', description: 'a page', parent: { id: folder } };
    const created = await ann.post('/web_links', body);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ type: 'web_link', etag: '0', sequence_id: '0', name: 'Example', url });
    expect(created.json).toMatchObject({ description: 'a page', item_status: 'active', shared_link: null });
    expect(created.json).toMatchObject({ trashed_at: null, purged_at: null, parent: { id: folder } });
    expect(created.json.path_collection.entries.map(({ id }) => id)).toEqual(['0', folder]);
    expect(created.json.owned_by.login).toBe(service.person.login);
    expect((await ann.get(`/web_links/${created.json.id}`)).json).toEqual(created.json);
  });

  test.each([
    ['http://../', 'link'],
    ['http://./', 'link'],
    ['http://.tandemignore/', '_tandemignore'],
    [`http://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(100)}/`, 255],
  ])('one without a name gets a name by the rules: %s', async (address, expected) => {
    const created = await ann.post('/web_links', { url: address, parent: { id: await newFolder() } });
    const { name } = created.json;
    expect([created.status, typeof expected === 'number' ? name.length : name]).toEqual([201, expected]);
    // A name that the service would not take from a client could not be synced.
    expect((await ann.put(`/web_links/${created.json.id}`, { name })).status).toBe(200);
  });

  test('of several without a name on one host, the later ones get a number', async () => {
    const parent = { id: await newFolder() };
    const names: string[] = [];
    for (const page of ['a', 'b', 'c']) {
      const created = await ann.post('/web_links', { url: `https://pages.example.org/${page}`, parent });
      names.push(`${created.status} ${created.json.name}`);
    }
    expect(names).toEqual(['201 pages.example.org', '201 pages.example.org (2)', '201 pages.example.org (3)']);
  });

  test('one without a name is called after the host of its address', async () => {
    const created = await ann.post('/web_links', {
      url: 'http://pages.example.org/a/b',
      parent: { id: await newFolder() },
    });
    expect(created.json.name).toBe('pages.example.org');
    const nulls = { url, name: null, description: null, parent: { id: await newFolder() } };
    expect((await ann.post('/web_links', nulls)).json).toMatchObject({ name: 'example.com', description: '' });
  });

  test.each([
    'ftp://example.com/',
    'example.com',
    '/folder',
    'javascript:alert(1)',
    '',
    `https://e.com/${'x'.repeat(2048)}`,
  ])('an address that is not http or https is refused: %s', async (bad) => {
    const answer = await ann.post('/web_links', { url: bad, name: 'bad', parent: { id: '0' } });
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
  });

  test('fields: the mini form and the requested fields', async () => {
    const id = await newLink();
    const { json } = await ann.get(`/web_links/${id}?fields=created_by,nothing`);
    expect(Object.keys(json).sort()).toEqual(['created_by', 'etag', 'id', 'name', 'sequence_id', 'type', 'url']);
  });

  test('If-None-Match that is still right: 304; If-Match that is not: 412', async () => {
    const id = await newLink();
    expect((await ann.get(`/web_links/${id}`, { 'if-none-match': '0' })).status).toBe(304);
    const renamed = await ann.put(`/web_links/${id}`, { name: `link ${++made}` }, { 'if-match': '0' });
    expect([renamed.status, renamed.json.etag]).toEqual([200, '1']);
    expect((await ann.put(`/web_links/${id}`, { name: 'late' }, { 'if-match': '0' })).status).toBe(412);
    expect((await ann.delete(`/web_links/${id}`, { 'if-match': '0' })).status).toBe(412);
  });

  test('a change of all that can be changed, and a move', async () => {
    const [id, folder] = [await newLink(), await newFolder()];
    const body = { url: 'http://example.org/', name: 'Moved', description: 'new', parent: { id: folder } };
    const { json } = await ann.put(`/web_links/${id}`, body);
    expect(json).toMatchObject({
      url: 'http://example.org/',
      name: 'Moved',
      description: 'new',
      parent: { id: folder },
    });
  });

  test('a name is free or taken over files, folders and web links alike', async () => {
    const folder = await newFolder();
    const id = await newLink(folder, 'Name');
    const asFolder = await ann.post('/folders', { name: 'name', parent: { id: folder } });
    const asFile = await ann.upload({ name: 'NAME', parent: { id: folder } }, 'content');
    const asLink = await ann.post('/web_links', { url, name: 'nAME', parent: { id: folder } });
    for (const answer of [asFolder, asFile, asLink])
      expect([answer.status, answer.json.code]).toEqual([409, 'item_name_in_use']);
    expect(asFile.json.context_info.conflicts).toMatchObject({ type: 'web_link', id });
    expect(asFolder.json.context_info.conflicts).toMatchObject([{ type: 'web_link', id }]);
  });

  test('listings show folders, then files, then web links, by offset and by marker', async () => {
    const folder = await newFolder();
    await newLink(folder, 'a link');
    await ann.upload({ name: 'b file', parent: { id: folder } }, 'content');
    await ann.post('/folders', { name: 'c folder', parent: { id: folder } });
    const kinds = ['folder', 'file', 'web_link'];
    expect((await ann.get(`/folders/${folder}/items`)).json.entries.map(({ type }) => type)).toEqual(kinds);
    const seen: string[] = [];
    for (let marker: string | null = ''; marker !== null; ) {
      const page = await ann.get(
        `/folders/${folder}/items?usemarker=true&limit=1&marker=${encodeURIComponent(marker)}`,
      );
      seen.push(...page.json.entries.map(({ type }) => type));
      marker = page.json.next_marker;
    }
    expect(seen).toEqual(kinds);
    const [, , link] = (await ann.get(`/folders/${folder}/items`)).json.entries;
    expect(link).toMatchObject({ type: 'web_link', url, name: 'a link' });
  });

  test('a copied folder holds a copy of its web links', async () => {
    const [folder, target] = [await newFolder(), await newFolder()];
    const id = await newLink(folder, 'inside');
    const copy = (await ann.post(`/folders/${folder}/copy`, { parent: { id: target } })).json;
    const [link] = (await ann.get(`/folders/${copy.id}/items`)).json.entries;
    expect(link).toMatchObject({ type: 'web_link', name: 'inside', url });
    expect(link?.id).not.toBe(id);
  });

  test('its events name it', async () => {
    const from = (await ann.get('/events?stream_position=now')).json.next_stream_position;
    const id = await newLink();
    await ann.put(`/web_links/${id}`, { name: `link ${++made}` });
    await ann.delete(`/web_links/${id}`);
    const { entries } = (await ann.get(`/events?stream_position=${from}`)).json;
    expect(entries.map(({ event_type }) => event_type)).toEqual(['ITEM_CREATE', 'ITEM_RENAME', 'ITEM_TRASH']);
    for (const { source } of entries) expect(source).toMatchObject({ type: 'web_link', id, url });
  });

  test('a file or a folder is not found as a web link, and a web link not as one of them', async () => {
    const [link, folder] = [await newLink(), await newFolder()];
    for (const path of [`/web_links/${folder}`, `/files/${link}`, `/folders/${link}`]) {
      expect((await ann.get(path)).json.code).toBe('not_found');
    }
  });
});

describe('states: web link', () => {
  const status = async (id: string) => (await ann.get(`/web_links/${id}`)).json.item_status;

  test('item_status: active, trashed, deleted', async () => {
    const id = await newLink();
    expect(await status(id)).toBe('active');
    expect((await ann.delete(`/web_links/${id}/trash`)).json.code).toBe('not_trashed');
    expect((await ann.delete(`/web_links/${id}`)).status).toBe(204);
    expect(await status(id)).toBe('trashed');
    expect((await ann.get(`/web_links/${id}/trash`)).json).toMatchObject({ id, trashed_at: expect.any(String) });
    expect((await ann.delete(`/web_links/${id}/trash`)).status).toBe(204);
    expect((await ann.get(`/web_links/${id}`)).json.code).toBe('not_found');
  });

  test.each(['PUT', 'POST'] as const)(
    'restored out of the trash by %s: trashed_at and purged_at become null, whether the body is {} or empty',
    async (method) => {
      for (const body of ['{}', '']) {
        const id = await newLink();
        await ann.delete(`/web_links/${id}`);
        const address = `${service.baseUrl}/web_links/${id}`;
        const restored = await ann.send(method, address, body, { 'content-type': 'application/json' });
        expect(restored.status).toBe(201);
        expect(restored.json).toMatchObject({ id, item_status: 'active', trashed_at: null, purged_at: null });
        expect(restored.json).toMatchObject({ shared_link: null, path_collection: { total_count: 1 } });
      }
    },
  );

  test('a stale If-Match: 412 instead of a restore, and the web link stays in the trash', async () => {
    const id = await newLink();
    await ann.delete(`/web_links/${id}`);
    const stale = await ann.put(`/web_links/${id}`, { name: `link ${++made}` }, { 'if-match': '0' });
    expect([stale.status, stale.json.code, await status(id)]).toEqual([412, 'precondition_failed', 'trashed']);
    expect((await ann.put(`/web_links/${id}`, {}, { 'if-match': '1' })).status).toBe(201);
  });

  test('restore: parent is used only if the original folder no longer exists', async () => {
    const [home, other] = [await newFolder(), await newFolder()];
    const id = await newLink(home);
    await ann.delete(`/web_links/${id}`);
    const first = await ann.put(`/web_links/${id}`, { parent: { id: other } });
    expect([first.status, first.json.parent.id]).toEqual([201, home]);
    await ann.delete(`/web_links/${id}`);
    await ann.delete(`/folders/${home}?recursive=true`);
    await ann.delete(`/folders/${home}/trash`);
    const second = await ann.post(`/web_links/${id}`, { parent: { id: other }, name: 'found again' });
    expect(second.json).toMatchObject({ name: 'found again', parent: { id: other } });
  });

  test('a restore of an item outside the trash: 404 by POST, an update by PUT', async () => {
    const id = await newLink();
    const posted = await ann.post(`/web_links/${id}`, {});
    expect([posted.status, posted.json.code]).toEqual([404, 'not_trashed']);
    expect((await ann.put(`/web_links/${id}`, {})).status).toBe(200);
  });
});
