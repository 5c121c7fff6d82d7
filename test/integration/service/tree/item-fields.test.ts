import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
});
afterAll(() => service.stop());

const newFolder = async (parentId = '0') =>
  (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: parentId } })).json.id;
const newFile = async (parentId = '0') => {
  const uploaded = await ann.upload({ name: `file ${++made}.txt`, parent: { id: parentId } }, 'content');
  return String(uploaded.json.entries[0]?.id);
};
const invite = (id: string, role: string) =>
  ann.post('/collaborations', {
    item: { type: 'folder', id },
    role,
    accessible_by: { type: 'user', login: 'bob@example.com' },
  });

describe('fields', () => {
  test('present: the mini form and the requested fields; unknown ones are ignored', async () => {
    const id = await newFile();
    const { json } = await ann.get(`/files/${id}?fields=size,parent.name,nothing,size`);
    expect(Object.keys(json).sort()).toEqual(
      ['etag', 'file_version', 'id', 'name', 'sequence_id', 'sha1', 'size', 'type'].sort(),
    );
    expect((await ann.get(`/files/${id}?fields=,`)).json).toEqual((await ann.get(`/files/${id}`)).json);
    expect(Object.keys((await ann.get(`/folders/${await newFolder()}?fields=nothing`)).json).sort()).toEqual(
      ['etag', 'id', 'name', 'sequence_id', 'type'].sort(),
    );
  });

  test.each(['files', 'folders'] as const)(
    'absent: %s have the values that their standard fields select',
    async (kind) => {
      const parentId = await newFolder();
      const id = kind === 'files' ? await newFile(parentId) : await newFolder(parentId);
      await invite(parentId, 'editor');
      await ann.put(`/${kind}/${id}?fields=shared_link`, { shared_link: { access: 'open' } });
      for (const caller of [ann, bob]) {
        const standard = (await caller.get(`/${kind}/${id}`)).json;
        expect((await caller.get(`/${kind}/${id}?fields=${Object.keys(standard).join()}`)).json).toEqual(standard);
        expect(standard).toMatchObject({ shared_link: { access: 'open' }, path_collection: {}, owned_by: {} });
      }
    },
  );

  test('of uploads that share a transaction are those that each asked for', async () => {
    const parentId = await newFolder();
    await ann.put(`/folders/${parentId}?fields=shared_link`, { shared_link: { access: 'open' } });
    const uploads = Array.from({ length: 8 }, async (_, index) => {
      const fields = index % 2 === 0 ? '' : '?fields=is_accessible_via_shared_link,size';
      const attributes = { name: `together ${index}`, parent: { id: parentId } };
      const uploaded = await ann.upload(attributes, 'content', `/files/content${fields}`);
      return uploaded.json.entries[0];
    });
    for (const [index, entry] of (await Promise.all(uploads)).entries()) {
      if (index % 2 === 1) expect(entry).toMatchObject({ is_accessible_via_shared_link: true, size: 7 });
      else expect(entry).not.toHaveProperty('is_accessible_via_shared_link');
    }
  });

  const everyFolderField =
    'tags,sync_state,has_collaborations,permissions,can_non_owners_invite,is_externally_owned,' +
    'is_collaboration_restricted_to_enterprise,allowed_shared_link_access_levels,allowed_invitee_roles,watermark_info,' +
    'is_accessible_via_shared_link,can_non_owners_view_collaborators,is_associated_with_app_item,folder_upload_email';

  test('every further field of a folder has a value', async () => {
    const { json } = await ann.get(`/folders/${await newFolder()}?fields=${everyFolderField}`);
    expect(json).toMatchObject({
      tags: [],
      sync_state: 'synced',
      has_collaborations: false,
      can_non_owners_invite: true,
      can_non_owners_view_collaborators: true,
      is_externally_owned: false,
      is_collaboration_restricted_to_enterprise: false,
      watermark_info: { is_watermarked: false },
      is_accessible_via_shared_link: false,
      is_associated_with_app_item: false,
      folder_upload_email: null,
    });
    for (const field of everyFolderField.split(',')) expect(json).toHaveProperty(field);
  });

  const everyFileField =
    'version_number,comment_count,permissions,tags,lock,extension,is_package,watermark_info,has_collaborations,' +
    'is_accessible_via_shared_link,allowed_invitee_roles,is_externally_owned,representations,uploader_display_name,' +
    'shared_link_permission_options,is_associated_with_app_item,expiring_embed_link,expires_at';

  test('every further field of a file has a value', async () => {
    const { json } = await ann.get(`/files/${await newFile()}?fields=${everyFileField}`);
    expect(json).toMatchObject({
      version_number: '1',
      expires_at: null,
      tags: [],
      lock: null,
      extension: 'txt',
      is_package: false,
      watermark_info: { is_watermarked: false },
      has_collaborations: false,
      representations: { entries: [] },
      uploader_display_name: 'Ann',
    });
    for (const field of everyFileField.split(',')) expect(json).toHaveProperty(field);
  });

  test('uploader_display_name names the uploader of the content, also after a rename by another person', async () => {
    const folder = await newFolder();
    await invite(folder, 'editor');
    const id = await newFile(folder);
    await bob.put(`/files/${id}`, { name: `file ${++made}` });
    expect((await ann.get(`/files/${id}?fields=uploader_display_name`)).json).toMatchObject({
      uploader_display_name: 'Ann',
    });
    await bob.upload({}, 'newer', `/files/${id}/content`);
    expect((await ann.get(`/files/${id}?fields=uploader_display_name`)).json).toMatchObject({
      uploader_display_name: 'Bob',
    });
  });
});

describe('limits', () => {
  const put = async (tags: unknown) => ann.put(`/files/${await newFile()}?fields=tags`, { tags });
  const words = (count: number, prefix = 'tag') => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

  test('limits: tags per item: 100; array length 1-100', async () => {
    expect((await put(words(100))).json.tags).toHaveLength(100);
    for (const tags of [words(101), []]) {
      const answer = await put(tags);
      expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
      expect(answer.json.message).toContain('tags');
    }
  });

  test.each([[['']], [[' space']], [['x'.repeat(256)]], [['half \ud800']], ['text'], [[1]]])(
    'a tag that is none is refused',
    async (tags) => {
      expect((await put(tags)).status).toBe(400);
    },
  );

  test('tags are set, replaced, said twice and taken away', async () => {
    const id = await newFolder();
    const set = async (tags: unknown) => (await ann.put(`/folders/${id}?fields=tags`, { tags })).json.tags;
    expect(await set(['red', 'Blue', 'red'])).toEqual(['red', 'Blue']);
    expect(await set(['green'])).toEqual(['green']);
    expect(await set(null)).toEqual([]);
    expect((await ann.get(`/folders/${id}?fields=tags`)).json.tags).toEqual([]);
  });

  test('my_tags are only those that the caller has set', async () => {
    const folder = await newFolder();
    await invite(folder, 'editor');
    await bob.put(`/folders/${folder}`, { tags: ['by bob', 'also'] });
    await ann.put(`/folders/${folder}`, { tags: ['by bob', 'also', 'by ann'] });
    expect((await bob.get('/users/me?fields=my_tags')).json).toMatchObject({ my_tags: ['also', 'by bob'] });
    await ann.put(`/folders/${folder}`, { tags: null });
    expect((await bob.get('/users/me?fields=my_tags')).json).toMatchObject({ my_tags: [] });
  });

  test('limits: unique tags per enterprise: 10,000', async () => {
    const folder = await newFolder();
    const ids = await Promise.all(Array.from({ length: 100 }, () => newFile(folder)));
    // The 100 of the item in the test above are in use as well: together they are all that there may be.
    const answers = await Promise.all(
      ids.slice(0, 99).map((id, index) => ann.put(`/files/${id}`, { tags: words(100, `t${index}`) })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const last = String(ids.at(-1));
    const refused = await ann.put(`/files/${last}`, { tags: ['one too many'] });
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_parameter']);
    expect(refused.json.message).toContain('10,000');
    // Tags that the service knows are not new, and unused ones make room.
    expect((await ann.put(`/files/${last}`, { tags: words(100, 't0') })).status).toBe(200);
    await ann.put(`/files/${ids[1]}`, { tags: null });
    expect((await ann.put(`/files/${last}`, { tags: words(100, 'one more') })).status).toBe(200);
  });

  test('limits: folder description: max 256', async () => {
    const id = await newFolder();
    const put = (description: string) => ann.put(`/folders/${id}`, { description });
    expect((await put('x'.repeat(256))).status).toBe(200);
    const refused = await put('x'.repeat(257));
    expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
    expect(refused.json.message).toMatch(/description.*256/);
  });

  test('limits: `limit` query parameter on list operations: at most 1000 per page', async () => {
    const [collection] = (await ann.get('/collections')).json.entries;
    const lists = ['/folders/0/items', '/folders/trash/items', '/collections', `/collections/${collection?.id}/items`];
    for (const list of lists) {
      expect((await ann.get(`${list}?limit=5000`)).json.limit).toBe(1000);
      for (const limit of ['0', '-1', 'many', '1.5']) {
        const refused = await ann.get(`${list}?limit=${limit}`);
        expect([refused.status, refused.json.code]).toEqual([400, 'invalid_limit']);
      }
      expect((await ann.get(`${list}?offset=10001`)).status).toBe(400);
    }
  });
});

describe('settings of a folder', () => {
  test('its owner decides whether others invite and see the collaborators; an editor does not', async () => {
    const id = await newFolder();
    await invite(id, 'editor');
    const settings = { can_non_owners_invite: false, can_non_owners_view_collaborators: false };
    expect((await bob.put(`/folders/${id}`, settings)).json.code).toBe('access_denied_insufficient_permissions');
    const set = await ann.put(
      `/folders/${id}?fields=can_non_owners_invite,can_non_owners_view_collaborators`,
      settings,
    );
    expect(set.json).toMatchObject(settings);
    expect((await bob.get(`/folders/${id}?fields=permissions`)).json.permissions['can_invite_collaborator']).toBe(
      false,
    );
    expect((await ann.get(`/folders/${id}?fields=permissions`)).json.permissions['can_invite_collaborator']).toBe(true);
  });

  test('collaborators that are not seen and yet invite are refused', async () => {
    const answer = await ann.put(`/folders/${await newFolder()}`, { can_non_owners_view_collaborators: false });
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_parameter']);
  });

  test('uploads by email are refused clearly, and null is no fault', async () => {
    const id = await newFolder();
    const refused = await ann.put(`/folders/${id}`, { folder_upload_email: { access: 'open' } });
    expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
    expect(refused.json.message).toContain('folder_upload_email');
    expect((await ann.put(`/folders/${id}`, { folder_upload_email: null, description: 'd' })).status).toBe(200);
  });

  test('[8] a description has at most 256 characters, and half a surrogate pair, which cannot be stored, is refused', async () => {
    const id = await newFolder();
    for (const description of ['x'.repeat(257), 'half a pair \ud83d']) {
      const refused = await ann.put(`/folders/${id}`, { description });
      expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, 'description']);
    }
    const description = '😀'.repeat(256);
    await ann.put(`/folders/${id}`, { description });
    expect((await ann.get(`/folders/${id}`)).json).toMatchObject({ description });
  });

  test.each([
    ['owned_by', { owned_by: { id: '1' } }],
    ['parent.user_id', { parent: { id: '0', user_id: '1' } }],
  ])('%s, which would have no effect, is refused', async (name, body) => {
    const id = await newFolder();
    const refused = await ann.put(`/folders/${id}`, { ...body, description: 'd' });
    expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, name]);
    expect((await ann.get(`/folders/${id}`)).json).toMatchObject({ description: '' });
  });

  test.each(['synced', 'not_synced', 'partially_synced'])('states: folder sync_state %s', async (sync_state) => {
    const id = await newFolder();
    await ann.put(`/folders/${id}`, { sync_state });
    expect((await ann.get(`/folders/${id}?fields=sync_state`)).json).toMatchObject({ sync_state });
    expect((await ann.put(`/folders/${id}`, { sync_state: 'else' })).status).toBe(400);
  });
});

describe('states', () => {
  test.each(['file', 'folder'])('states: %s item_status: active, trashed, deleted', async (kind) => {
    const id = await (kind === 'file' ? newFile() : newFolder());
    const path = `/${kind}s/${id}`;
    expect((await ann.get(path)).json.item_status).toBe('active');
    await ann.delete(path);
    const trashed = (await ann.get(`${path}/trash`)).json;
    expect(trashed).toMatchObject({
      item_status: 'trashed',
      trashed_at: expect.any(String),
      purged_at: expect.any(String),
    });
    expect((await ann.post(path)).json).toMatchObject({ item_status: 'active', trashed_at: null, purged_at: null });
    await ann.delete(path);
    expect((await ann.delete(`${path}/trash`)).status).toBe(204);
    for (const gone of [path, `${path}/trash`]) expect((await ann.get(gone)).json.code).toBe('not_found');
  });

  test.each(['PUT', 'POST'])(
    'states: file version: trashed, restored by the restore file version operation (%s) with trashed_at null; restored_at and restored_by describe it',
    async (method) => {
      const id = await newFile();
      const [past] = [(await ann.get(`/files/${id}`)).json.file_version.id];
      await ann.upload({}, 'newer', `/files/${id}/content`);
      const address = `${service.baseUrl}/files/${id}/versions/${past}`;
      await ann.send('DELETE', address);
      expect((await ann.get(`/files/${id}/versions/${past}`)).json).toMatchObject({
        trashed_at: expect.any(String),
        trashed_by: { login: 'ann@example.com' },
        purged_at: expect.any(String),
        restored_at: null,
      });
      const body = JSON.stringify({ trashed_at: null });
      const restored = await ann.send(method, address, body, { 'content-type': 'application/json' });
      expect(restored.status).toBe(200);
      expect(restored.json).toMatchObject({
        id: past,
        type: 'file_version',
        trashed_at: null,
        trashed_by: null,
        purged_at: null,
      });
      expect(restored.json).toMatchObject({
        restored_at: expect.any(String),
        restored_by: { login: 'ann@example.com' },
      });
      const again = await ann.send(method, address, body, { 'content-type': 'application/json' });
      expect([again.status, again.json.code]).toEqual([404, 'not_trashed']);
    },
  );
});

describe('favorites', () => {
  const favorites = async (person: ServiceCaller) => String((await person.get('/collections')).json.entries[0]?.id);
  const itemsOf = async (person: ServiceCaller) => {
    const page = await person.get(`/collections/${await favorites(person)}/items`);
    return page.json.entries.map(({ id }) => id);
  };

  test('a person has one collection, the Favorites', async () => {
    const { json } = await ann.get('/collections');
    expect(json).toMatchObject({ total_count: 1, offset: 0, limit: 100 });
    expect(json.entries).toEqual([
      { id: expect.any(String), type: 'collection', name: 'Favorites', collection_type: 'favorites' },
    ]);
    expect((await ann.get(`/collections/${json.entries[0]?.id}`)).json).toEqual(json.entries[0]);
    expect((await ann.get(`/collections/${await favorites(bob)}`)).json.code).toBe('not_found');
  });

  test('an item is added and removed, without a change of the item; trashed items are not shown', async () => {
    const [file, folder] = [await newFile(), await newFolder()];
    const link = (await ann.post('/web_links', { url: 'https://example.com', parent: { id: folder } })).json.id;
    const collections = [{ id: await favorites(ann) }];
    for (const path of [`/files/${file}`, `/folders/${folder}`, `/web_links/${link}`]) {
      const put = await ann.put(path, { collections });
      expect([put.status, put.json.etag]).toEqual([200, '0']);
    }
    expect(await itemsOf(ann)).toEqual([link, folder, file]);
    await ann.put(`/files/${file}`, { collections: [] });
    await ann.delete(`/folders/${folder}?recursive=true`);
    expect(await itemsOf(ann)).toEqual([]);
    await ann.post(`/folders/${folder}`);
    expect(await itemsOf(ann)).toEqual([link, folder]);
  });

  test('entries show the shared link, of the item or of a folder above it, when `fields` name it', async () => {
    const folder = await newFolder();
    const inside = (await ann.post('/web_links', { url: 'https://example.com', parent: { id: folder } })).json.id;
    const collections = [{ id: await favorites(ann) }];
    const put = await ann.put(`/folders/${folder}?fields=shared_link`, { collections, shared_link: {} });
    await ann.put(`/web_links/${inside}`, { collections });
    const path = `/collections/${await favorites(ann)}/items?fields=shared_link,is_accessible_via_shared_link`;
    const { entries } = (await ann.get(path)).json;
    expect(entries.slice(0, 2)).toMatchObject([
      { id: inside, shared_link: null, is_accessible_via_shared_link: true },
      { id: folder, shared_link: put.json.shared_link, is_accessible_via_shared_link: true },
    ]);
    expect(put.json.shared_link.url).toContain('/s/');
  });

  test('they belong to each person: a viewer keeps shared items, and loses sight of them with the share', async () => {
    const folder = await newFolder();
    const { id } = (await invite(folder, 'viewer')).json;
    const put = await bob.put(`/folders/${folder}`, { collections: [{ id: await favorites(bob) }] });
    expect(put.status).toBe(200);
    expect(await itemsOf(bob)).toEqual([folder]);
    expect(await itemsOf(ann)).not.toContain(folder);
    const foreign = await bob.put(`/folders/${folder}`, { collections: [{ id: await favorites(ann) }] });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
    await ann.delete(`/collaborations/${id}`);
    expect(await itemsOf(bob)).toEqual([]);
  });
});
