import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTokenType, grantTypes } from '../../../../contract/oauth.ts';
import { linkedItems, linkHeader } from '../../../support/people/shared-by-link.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { postOAuth } from '../../../support/service/oauth.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';
import { processCount } from '../../../support/service/service-pair.ts';

let service: TestService;
let bob: TestPerson;
let ann: ServiceCaller;
let asBob: ServiceCaller;
let passedMs = 0;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => Date.now() + passedMs } });
  bob = await service.addPerson('bob@example.com', 'Bob');
  ann = callerOf(service, service.person.token);
  asBob = callerOf(service, bob.token);
});
afterAll(() => service.stop());

const { newFolder, newFile, newWebLink, share } = linkedItems(() => ann);

const inDays = (days: number) => new Date(Date.now() + passedMs + days * 24 * 3600 * 1000).toISOString();

describe('making, changing and removing a shared link', () => {
  test('an empty object makes one with the usual settings, and leaves it as it is the second time', async () => {
    const file = await newFile();
    const first = await share(file, {});
    expect(first.status).toBe(200);
    expect(first.json.shared_link).toMatchObject({
      access: 'open',
      effective_access: 'open',
      effective_permission: 'can_download',
      is_password_enabled: false,
      unshared_at: null,
      download_count: 0,
      preview_count: 0,
      vanity_name: null,
      permissions: { can_download: true, can_preview: true, can_edit: false },
    });
    const { url, download_url } = first.json.shared_link;
    expect(url).toMatch(new RegExp(`^${service.publicUrl}/s/[0-9a-f]{32}$`));
    expect(download_url).toBe(`${service.publicUrl}/shared/static/${url.slice(-32)}.txt`);
    expect(Number(first.json.etag)).toBe(Number(file.etag) + 1);
    const second = await share(file, {});
    expect([second.json.shared_link.url, second.json.etag]).toEqual([url, first.json.etag]);
  });

  test('access null makes one with the usual access, and leaves that of an existing one', async () => {
    const file = await newFile();
    expect((await share(file, { access: null })).json.shared_link).toMatchObject({ access: 'open' });
    await share(file, { access: 'company' });
    expect((await share(file, { access: null })).json.shared_link).toMatchObject({ access: 'company' });
  });

  test('folders and web links have them too, without a download address', async () => {
    const folder = await ann.put(`/folders/${(await newFolder()).id}`, { shared_link: {} });
    const link = await ann.put(`/web_links/${(await newWebLink()).id}`, { shared_link: { access: 'company' } });
    expect(folder.json.shared_link).toMatchObject({ access: 'open', download_url: null });
    expect(link.json.shared_link).toMatchObject({ access: 'company', download_url: null });
  });

  test('fields that are missing in an update keep their values; null takes a setting, or the whole link, away', async () => {
    const file = await newFile();
    const unshared_at = inDays(2);
    const vanity_name = 'Our-annual-report';
    await share(file, { password: 'Secret-1', unshared_at, vanity_name });
    const kept = (await share(file, { permissions: { can_download: false } })).json.shared_link;
    expect(kept).toMatchObject({ is_password_enabled: true, unshared_at, vanity_name, download_url: null });
    expect(kept).toMatchObject({ vanity_url: `${service.publicUrl}/v/${vanity_name}` });
    expect(kept).toMatchObject({ effective_permission: 'can_preview' });
    const cleared = (await share(file, { password: null, unshared_at: null, vanity_name: null })).json.shared_link;
    expect(cleared).toMatchObject({ is_password_enabled: false, unshared_at: null, vanity_name: null });
    expect((await share(file, null)).json.shared_link).toBeNull();
    expect((await asBob.get('/shared_items', linkHeader(kept.url))).status).toBe(404);
    const anew = (await share(file, {})).json.shared_link;
    expect(anew.url).not.toBe(kept.url);
  });

  test('to allow editing allows the download with it', async () => {
    const file = await newFile();
    await share(file, { permissions: { can_download: false } });
    const { shared_link } = (await share(file, { permissions: { can_edit: true } })).json;
    expect(shared_link).toMatchObject({ effective_permission: 'can_edit', permissions: { can_download: true } });
  });

  test.each([
    [{ access: 'company', password: 'Secret-1' }, 'shared_link.password'],
    [{ password: 'short-1' }, 'shared_link.password'],
    [{ password: 'onlyletters' }, 'shared_link.password'],
    [{ vanity_name: 'too-short' }, 'shared_link.vanity_name'],
    [{ vanity_name: 'with/slashes/in/it' }, 'shared_link.vanity_name'],
    [{ unshared_at: '2020-01-01T00:00:00Z' }, 'shared_link.unshared_at'],
    [{ access: 'collaborators', permissions: { can_download: true } }, 'shared_link.permissions.can_download'],
    [{ access: 'collaborators', permissions: { can_edit: true } }, 'shared_link.permissions.can_edit'],
    [{ permissions: { can_edit: true, can_download: false } }, 'shared_link.permissions.can_edit'],
    [{ permissions: { can_preview: false } }, 'shared_link.permissions.can_preview'],
    [{ access: 'everyone' }, 'shared_link.access'],
  ])('settings that do not go together are refused with 400, the field and a remedy: %j', async (settings, field) => {
    const file = await newFile();
    const refused = await share(file, settings);
    expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, field]);
    expect((await ann.get(`/files/${file.id}`)).json.shared_link).toBeNull();
  });

  test('a folder cannot be edited through a link; a link that becomes one for the company loses its password', async () => {
    const folder = await newFolder();
    const edit = await ann.put(`/folders/${folder.id}`, { shared_link: { permissions: { can_edit: true } } });
    expect([edit.status, edit.json.code]).toEqual([400, 'bad_request']);
    await ann.put(`/folders/${folder.id}`, { shared_link: { password: 'Secret-1' } });
    const company = await ann.put(`/folders/${folder.id}`, { shared_link: { access: 'company' } });
    expect(company.json.shared_link).toMatchObject({ access: 'company', is_password_enabled: false });
  });

  test('the root cannot be shared, and a vanity name belongs to one link', async () => {
    expect((await ann.put('/folders/0', { shared_link: {} })).status).toBe(403);
    const vanity_name = 'only-one-of-these';
    expect((await share(await newFile(), { vanity_name })).status).toBe(200);
    const second = await share(await newFile(), { vanity_name: vanity_name.toUpperCase() });
    expect([second.status, second.json.code]).toEqual([409, 'conflict']);
  });

  test('If-Match holds for a shared link as for every change', async () => {
    const file = await newFile();
    const stale = await ann.put(`/files/${file.id}`, { shared_link: {} }, { 'if-match': '7' });
    expect(stale.status).toBe(412);
  });
});

describe('who may share', () => {
  async function invite(folder: Seen, role: string) {
    const item = { type: 'folder', id: folder.id };
    await ann.post('/collaborations', { item, accessible_by: { type: 'user', login: bob.login }, role });
  }

  test('a viewer makes and removes the usual link, and sets nothing else', async () => {
    const folder = await newFolder();
    await invite(folder, 'viewer');
    const file = await newFile(folder.id);
    const fields = '?fields=shared_link_permission_options,permissions';
    const seen = (await asBob.get(`/files/${file.id}${fields}`)).json;
    expect(seen).toMatchObject({ shared_link_permission_options: ['can_download'], permissions: { can_share: true } });
    expect((await share(file, { password: 'Secret-1' }, asBob)).status).toBe(403);
    expect((await share(file, {}, asBob)).status).toBe(200);
    expect((await share(file, { access: 'company' }, asBob)).status).toBe(403);
    expect((await share(file, null, asBob)).status).toBe(200);
    await share(file, {});
    expect((await share(file, null, asBob)).status).toBe(403);
  });

  test('a previewer makes none; an editor sets everything', async () => {
    const [one, two] = [await newFolder(), await newFolder()];
    await invite(one, 'previewer');
    await invite(two, 'editor');
    expect((await share(await newFile(one.id), {}, asBob)).status).toBe(403);
    const levels = await asBob.get(`/folders/${two.id}?fields=allowed_shared_link_access_levels`);
    expect(levels.json).toMatchObject({ allowed_shared_link_access_levels: ['open', 'company', 'collaborators'] });
    expect((await share(await newFile(two.id), { password: 'Secret-1' }, asBob)).status).toBe(200);
  });
});

describe('[4.4] reading through a shared link', () => {
  test('GET /shared_items gives the file, folder or web link behind a link to a person without other access', async () => {
    const [file, folder, web] = [await newFile(), await newFolder(), await newWebLink()];
    const links = [
      (await share(file, {})).json.shared_link,
      (await ann.put(`/folders/${folder.id}`, { shared_link: {} })).json.shared_link,
      (await ann.put(`/web_links/${web.id}`, { shared_link: {} })).json.shared_link,
    ];
    const found = await Promise.all(links.map(({ url }) => asBob.get('/shared_items', linkHeader(url))));
    expect(found.map(({ json }) => [json.type, json.id])).toEqual([
      ['file', file.id],
      ['folder', folder.id],
      ['web_link', web.id],
    ]);
    expect(found.map(({ json }) => json.shared_link.url)).toEqual(links.map(({ url }) => url));
    expect(found[1]?.json.item_collection).toMatchObject({ total_count: 0, entries: [] });
    expect(found[2]?.json.url).toBe('https://example.com/');
    expect((await asBob.get(`/files/${file.id}`)).status).toBe(404);
  });

  test('the public spelling of the header, a vanity address and an escaped address are understood', async () => {
    const file = await newFile();
    const vanity_name = 'A-name-of-its-own';
    const { url, vanity_url } = (await share(file, { vanity_name })).json.shared_link;
    const public_spelling = { boxapi: `shared_link=${url}` };
    for (const headers of [public_spelling, linkHeader(vanity_url), linkHeader(encodeURIComponent(url))]) {
      expect((await asBob.get('/shared_items', headers)).json.id).toBe(file.id);
    }
    const only = await asBob.get('/shared_items?fields=size', linkHeader(url));
    expect(Object.keys(only.json)).not.toContain('description');
  });

  test('a shared-item read with If-None-Match and the item unchanged: 304', async () => {
    const file = await newFile();
    const { shared_link, etag } = (await share(file, {})).json;
    const same = await asBob.get('/shared_items', { ...linkHeader(shared_link.url), 'if-none-match': etag });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    await ann.put(`/files/${file.id}`, { description: 'new' });
    const changed = await asBob.get('/shared_items', { ...linkHeader(shared_link.url), 'if-none-match': etag });
    expect([changed.status, changed.json.id]).toEqual([200, file.id]);
  });

  test('a link that is unknown is 404, a header that says nothing 400, and no header 400', async () => {
    const unknown = await asBob.get('/shared_items', linkHeader(`${service.publicUrl}/s/${'0'.repeat(32)}`));
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
    expect((await asBob.get('/shared_items', { svcapi: 'nothing' })).status).toBe(400);
    expect((await asBob.get('/shared_items')).status).toBe(400);
  });

  test('a password that is missing or wrong is 403 incorrect_shared_item_password; the right one opens', async () => {
    const file = await newFile();
    const { url } = (await share(file, { password: 'a&b=c+d%20!' })).json.shared_link;
    const missing = await asBob.get('/shared_items', linkHeader(url));
    const wrong = await asBob.get('/shared_items', linkHeader(url, 'something else'));
    expect([missing.status, missing.json.code]).toEqual([403, 'incorrect_shared_item_password']);
    expect([wrong.status, wrong.json.code]).toEqual([403, 'incorrect_shared_item_password']);
    expect((await asBob.get('/shared_items', linkHeader(url, 'a&b=c+d%20!'))).json.id).toBe(file.id);
    expect((await asBob.get('/shared_items', linkHeader(url, encodeURIComponent('a&b=c+d%20!')))).json.id).toBe(
      file.id,
    );
  });

  test('the right password opens a link each time, also one that clients send URL-escaped', async () => {
    const file = await newFile();
    const { url } = (await share(file, { password: 'a b#c-d-1' })).json.shared_link;
    for (let each = 0; each < 15 * processCount(); each++) {
      expect((await asBob.get('/shared_items', linkHeader(url, encodeURIComponent('a b#c-d-1')))).status).toBe(200);
    }
  });

  test('guessing a password is slowed down, while people who know it keep access', async () => {
    const file = await newFile();
    const { url } = (await share(file, { password: 'Right-one-1' })).json.shared_link;
    for (let each = 0; each < processCount(); each++) {
      expect((await asBob.get('/shared_items', linkHeader(url, 'Right-one-1'))).status).toBe(200);
    }
    const statuses = new Set<number>();
    for (let guess = 0; guess < 200 && !statuses.has(429); guess++) {
      statuses.add((await asBob.get('/shared_items', linkHeader(url, `Wrong-one-${guess}`))).status);
    }
    expect(statuses).toEqual(new Set([403, 429]));
    expect((await asBob.get('/shared_items', linkHeader(url, 'Right-one-1'))).status).toBe(200);
    passedMs += 3600 * 1000;
  });

  test('a link for the company opens for its people, one for collaborators for collaborators only', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id);
    const { url } = (await share(file, { access: 'company' })).json.shared_link;
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(200);
    await share(file, { access: 'collaborators' });
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(404);
    const accessible_by = { type: 'user', login: bob.login };
    await ann.post('/collaborations', { item: { type: 'folder', id: folder.id }, accessible_by, role: 'previewer' });
    const opened = await asBob.get('/shared_items?fields=permissions', linkHeader(url));
    expect(opened.json).toMatchObject({ id: file.id, permissions: { can_preview: true, can_download: false } });
  });

  test('the header opens a folder and all below it for reading, lists it, and opens nothing beside it', async () => {
    const folder = await newFolder();
    const below = await newFolder(folder.id);
    const file = await newFile(below.id, 'deep down');
    const beside = await newFile();
    const { url } = (await ann.put(`/folders/${folder.id}`, { shared_link: {} })).json.shared_link;
    const through = linkHeader(url);
    expect((await asBob.get(`/folders/${below.id}`, through)).json.id).toBe(below.id);
    expect((await asBob.get(`/folders/${below.id}/items`, through)).json.entries.map(({ id }) => id)).toEqual([
      file.id,
    ]);
    const seen = await asBob.get(`/files/${file.id}?fields=path_collection,is_accessible_via_shared_link`, through);
    expect(seen.json.path_collection.entries.map(({ id }) => id)).toEqual(['0', folder.id, below.id]);
    expect(seen.json).toMatchObject({ is_accessible_via_shared_link: true });
    expect((await asBob.get(`/files/${beside.id}`, through)).status).toBe(404);
    expect((await asBob.put(`/files/${file.id}`, { name: 'mine now' }, through)).status).toBe(404);
    const copied = await asBob.post(`/files/${file.id}/copy`, { parent: { id: '0' } }, through);
    expect(copied.json.owned_by.id).toBe(bob.id);
  });

  test('a download through a link is counted once, with an event for the owner; a preview link gives no bytes', async () => {
    const file = await newFile('0', 'the bytes');
    const { url } = (await share(file, {})).json.shared_link;
    const redirect = await asBob.get(`/files/${file.id}/content`, linkHeader(url));
    const bytes = await asBob.send('GET', String(redirect.headers['location']));
    await asBob.send('GET', String(redirect.headers['location']), undefined, { range: 'bytes=4-' });
    expect([redirect.status, bytes.bytes.toString()]).toEqual([302, 'the bytes']);
    expect((await ann.get(`/files/${file.id}`)).json.shared_link).toMatchObject({ download_count: 1 });
    const events = (await ann.get('/events?stream_position=0&limit=500')).json.entries;
    expect(
      events.filter(({ event_type, source }) => event_type === 'ITEM_DOWNLOAD' && source.id === file.id),
    ).toHaveLength(1);
    await share(file, { permissions: { can_download: false } });
    expect((await asBob.get(`/files/${file.id}/content`, linkHeader(url))).status).toBe(403);
    const later = await asBob.send('GET', String(redirect.headers['location']));
    expect(later.status).toBe(403);
  });

  test('a link that allows editing takes a new version, others do not', async () => {
    const file = await newFile();
    const { url } = (await share(file, {})).json.shared_link;
    const attributes = { name: file.name };
    const path = `/files/${file.id}/content`;
    expect((await asBob.upload(attributes, 'new', path, linkHeader(url))).status).toBe(403);
    await share(file, { permissions: { can_edit: true } });
    const taken = await asBob.upload(attributes, 'new', path, linkHeader(url));
    expect([taken.status, taken.json.entries[0]?.id]).toEqual([201, file.id]);
  });

  test('a person who may not share an item sees no link that grants more than their role', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id);
    const { url } = (await share(file, {})).json.shared_link;
    const item = { type: 'folder', id: folder.id };
    const { id } = (
      await ann.post('/collaborations', { item, role: 'uploader', accessible_by: { type: 'user', login: bob.login } })
    ).json;
    const seen = async () => {
      const [entry] = (await asBob.get(`/folders/${folder.id}/items?fields=shared_link`)).json.entries;
      return [entry?.shared_link?.url, (await asBob.get(`/files/${file.id}`)).json.shared_link?.url];
    };
    expect(await seen()).toEqual([undefined, undefined]);
    await ann.put(`/collaborations/${id}`, { role: 'previewer' });
    expect(await seen()).toEqual([undefined, undefined]);
    await share(file, { permissions: { can_download: false } });
    expect(await seen()).toEqual([url, url]);
    await share(file, { permissions: { can_download: true } });
    await ann.put(`/collaborations/${id}`, { role: 'viewer' });
    expect(await seen()).toEqual([url, url]);
  });

  test('neither a link that allows editing nor a token narrowed to it gives more: no other change, no version, no comment', async () => {
    const file = await newFile();
    const { url } = (await share(file, { permissions: { can_edit: true } })).json.shared_link;
    const renamed = await asBob.upload({ name: 'mine.txt' }, 'x', `/files/${file.id}/content`, linkHeader(url));
    expect([renamed.status, renamed.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
    const narrowed = await postOAuth(service, 'token', {
      grant_type: grantTypes.exchange,
      subject_token: bob.token,
      subject_token_type: accessTokenType,
      scope: 'root_readwrite',
      box_shared_link: url,
    });
    const narrow = callerOf(service, narrowed.json['access_token'] ?? '');
    expect((await narrow.get(`/files/${file.id}`)).status).toBe(200);
    expect((await narrow.delete(`/files/${file.id}`)).status).toBe(404);
    expect((await narrow.put(`/files/${file.id}`, { name: 'mine.txt' })).status).toBe(404);
    expect((await share(file, { unshared_at: inDays(1) }, narrow)).status).toBe(404);
    expect((await share(file, null, narrow)).status).toBe(404);
    expect((await narrow.upload({ name: file.name }, 'new', `/files/${file.id}/content`)).status).toBe(201);
    expect((await narrow.get(`/files/${file.id}/versions`)).status).toBe(404);
    const earlier = { type: 'file_version', id: file.file_version.id };
    expect((await narrow.post(`/files/${file.id}/versions/current`, earlier)).status).toBe(404);
    const comment = { item: { type: 'file', id: file.id }, message: 'hello' };
    expect((await narrow.post('/comments', comment)).status).toBe(404);
    expect((await narrow.get(`/files/${file.id}/metadata`)).status).toBe(404);
  });

  test('what the status of an account withholds, a link that allows editing does not give', async () => {
    const file = await newFile();
    const { url } = (await share(file, { permissions: { can_edit: true } })).json.shared_link;
    const held = await service.addPerson('held@example.com', 'Held');
    await ann.put(`/users/${held.id}`, { status: 'cannot_delete_edit' });
    const refused = await callerOf(service, held.token).upload(
      { name: file.name },
      'x',
      `/files/${file.id}/content`,
      linkHeader(url),
    );
    expect([refused.status, refused.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
  });
});

test('a program asks for the size of a shared file first, and that is no download', async () => {
  const file = await newFile('0', 'twelve bytes');
  const { download_url } = (await share(file, {})).json.shared_link;
  const head = await callerOf(service, null).send('HEAD', download_url);
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '12', 0]);
  expect((await ann.get(`/files/${file.id}`)).json.shared_link).toMatchObject({ download_count: 0 });
});
