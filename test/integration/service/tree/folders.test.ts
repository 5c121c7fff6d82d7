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

/** A new empty folder in the root, so that tests do not meet each other. */
async function newFolder(parentId = '0', name = `folder ${++made}`): Promise<string> {
  const created = await ann.post('/folders', { name, parent: { id: parentId } });
  expect(created.status).toBe(201);
  return created.json.id;
}

async function namesIn(folderId: string, query = 'limit=1000'): Promise<string[]> {
  const page = await ann.get(`/folders/${folderId}/items?${query}`);
  expect(page.status).toBe(200);
  return page.json.entries.map((entry) => entry.name);
}

describe('create and get', () => {
  test('the root has the id 0, the name All Files, and neither parent nor etag nor dates', async () => {
    const root = await ann.get('/folders/0');
    expect(root.status).toBe(200);
    expect(root.json).toMatchObject({ id: '0', type: 'folder', name: 'All Files', etag: null, sequence_id: null });
    expect(root.json).toMatchObject({ parent: null, created_at: null, modified_at: null });
  });

  test('a new folder answers 201 in full, at etag 0 and sequence id 0', async () => {
    const created = await ann.post('/folders', { name: 'Reports', parent: { id: '0' } });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ type: 'folder', name: 'Reports', etag: '0', sequence_id: '0', size: 0 });
    expect(created.json.path_collection).toEqual({ total_count: 1, entries: [expect.objectContaining({ id: '0' })] });
    expect(created.json.item_status).toBe('active');
    expect(created.json.owned_by).toEqual({
      id: service.person.id,
      type: 'user',
      name: 'Ann',
      login: 'ann@example.com',
    });
    const fetched = await ann.get(`/folders/${created.json.id}`);
    expect(fetched.json.item_collection).toMatchObject({ total_count: 0, entries: [], offset: 0, limit: 100 });
  });

  test('ids in bodies may be JSON numbers', async () => {
    const created = await ann.post('/folders', { name: 'numbered', parent: { id: 0 } });
    expect(created.status).toBe(201);
    expect(created.json.id).toMatch(/^\d+$/);
  });

  test('a name in use answers 409 with the folder in an array of conflicts', async () => {
    const id = await newFolder('0', 'Taken');
    const again = await ann.post('/folders', { name: 'tAKEN', parent: { id: '0' } });
    expect(again.status).toBe(409);
    expect(again.json).toMatchObject({ type: 'error', status: 409, code: 'item_name_in_use' });
    expect(again.json.context_info.conflicts).toEqual([
      { type: 'folder', id, sequence_id: '0', etag: '0', name: 'Taken' },
    ]);
  });

  test('a name in use is found after NFC normalisation', async () => {
    await newFolder('0', 'caf\u00e9');
    expect((await ann.post('/folders', { name: 'CAFE\u0301', parent: { id: '0' } })).status).toBe(409);
  });

  test.each([
    ['a/b', 'item_name_invalid'],
    ['..', 'item_name_invalid'],
    ['end ', 'item_name_invalid'],
    ['a\u0007', 'item_name_invalid'],
    ['x'.repeat(256), 'item_name_too_long'],
  ])('[8] the name %j is refused with 400 %s, naming the field', async (name, code) => {
    const refused = await ann.post('/folders', { name, parent: { id: '0' } });
    expect(refused.status).toBe(400);
    expect(refused.json.code).toBe(code);
    expect(refused.json.context_info.errors[0]).toMatchObject({ name: 'name', reason: 'invalid_parameter' });
  });

  test('in a missing folder: 404', async () => {
    const refused = await ann.post('/folders', { name: 'x', parent: { id: '99999' } });
    expect([refused.status, refused.json.code]).toEqual([404, 'not_found']);
  });

  test('If-None-Match with the etag it has answers 304 without a body', async () => {
    const id = await newFolder();
    const same = await ann.get(`/folders/${id}`, { 'if-none-match': '0' });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    expect((await ann.get(`/folders/${id}`, { 'if-none-match': '"7"' })).status).toBe(200);
  });

  test('fields shows the mini form and the named fields, and saves the page of items', async () => {
    const id = await newFolder();
    const shown = await ann.get(`/folders/${id}?fields=size,permissions`);
    expect(Object.keys(shown.json).sort()).toEqual(
      ['etag', 'id', 'name', 'permissions', 'sequence_id', 'size', 'type'].sort(),
    );
    expect(Object.keys(shown.json.permissions)).toHaveLength(7);
  });

  test('an invalid id answers 405', async () => {
    const refused = await ann.get('/folders/abc');
    expect([refused.status, refused.json.code]).toEqual([405, 'method_not_allowed']);
  });
});

describe('items', () => {
  test('lists folders before files, in mini form, with the order it used', async () => {
    const id = await newFolder();
    await ann.upload({ name: 'a.txt', parent: { id } }, 'a');
    await newFolder(id, 'z');
    const page = await ann.get(`/folders/${id}/items`);
    expect(page.json.entries.map((entry) => [entry.type, entry.name])).toEqual([
      ['folder', 'z'],
      ['file', 'a.txt'],
    ]);
    expect(page.json).toMatchObject({ total_count: 2, limit: 100, offset: 0, order: expect.any(Array) });
    expect(Object.keys(page.json.entries[0] ?? {}).sort()).toEqual(['etag', 'id', 'name', 'sequence_id', 'type']);
    expect(Object.keys(page.json.entries[1] ?? {})).toContain('sha1');
  });

  test('sorts by name, size and date in both directions', async () => {
    const id = await newFolder();
    for (const [name, content] of [
      ['b', '333'],
      ['a', '1'],
      ['c', '22'],
    ] as const) {
      await ann.upload({ name, parent: { id } }, content);
    }
    expect(await namesIn(id, 'sort=name')).toEqual(['a', 'b', 'c']);
    expect(await namesIn(id, 'sort=name&direction=DESC')).toEqual(['c', 'b', 'a']);
    expect(await namesIn(id, 'sort=size&direction=desc')).toEqual(['b', 'c', 'a']);
    expect(await namesIn(id, 'sort=id')).toEqual(['b', 'a', 'c']);
  });

  test('pages by offset, clamps a limit that is too high, refuses an invalid one', async () => {
    const id = await newFolder();
    for (const name of ['1', '2', '3']) await newFolder(id, name);
    expect(await namesIn(id, 'limit=2&offset=2')).toEqual(['3']);
    expect((await ann.get(`/folders/${id}/items?limit=5000`)).json.limit).toBe(1000);
    for (const limit of ['0', '-1', 'x']) {
      const refused = await ann.get(`/folders/${id}/items?limit=${limit}`);
      expect([refused.status, refused.json.code]).toEqual([400, 'invalid_limit']);
    }
    const far = await ann.get(`/folders/${id}/items?offset=10001`);
    expect([far.status, far.json.code]).toEqual([400, 'invalid_offset']);
  });

  test('pages by marker stay right while items come and go', async () => {
    const id = await newFolder();
    const ids: string[] = [];
    for (let number = 0; number < 7; number++) ids.push(await newFolder(id, `item ${number}`));
    const first = await ann.get(`/folders/${id}/items?usemarker=true&limit=3`);
    expect(first.json).not.toHaveProperty('total_count');
    expect(first.json.entries.map((entry) => entry.id)).toEqual(ids.slice(0, 3));
    await ann.delete(`/folders/${ids[0]}`);
    await ann.delete(`/folders/${ids[2]}`);
    await newFolder(id, 'item a');
    const seen: string[] = [];
    for (let marker: string | null = first.json.next_marker; marker !== null; ) {
      const page = await ann.get(`/folders/${id}/items?usemarker=true&limit=2&marker=${encodeURIComponent(marker)}`);
      expect(page.status).toBe(200);
      seen.push(...page.json.entries.map((entry) => entry.id));
      marker = page.json.next_marker;
    }
    expect(seen.slice(0, 4)).toEqual(ids.slice(3));
    expect(seen).toHaveLength(5);
  });

  test.each(['sort=id', 'sort=name', 'sort=date', 'sort=size', 'sort=name&direction=DESC', 'sort=date&direction=DESC'])(
    'pages by marker hold the entries of one page by offset: %s',
    async (order) => {
      const bob = callerOf(service, (await service.addPerson(`${order}@example.com`)).token);
      const entriesOf = async (id: string) => {
        const pages: unknown[] = [];
        for (let marker: string | null = '0'; marker !== null; ) {
          const { json } = await bob.get(`/folders/${id}/items?${order}&usemarker=true&limit=2&marker=${marker}`);
          pages.push(...json.entries);
          marker = json.next_marker;
        }
        return pages;
      };
      const inside = (await bob.post('/folders', { name: 'inside', parent: { id: '0' } })).json.id;
      for (const parent of ['0', inside]) {
        for (const name of ['b "1"', 'a &2', 'c']) {
          await bob.post('/folders', { name, parent: { id: parent } });
          await bob.upload({ name: `${name}.txt`, parent: { id: parent } }, name.repeat(3));
        }
        await bob.post('/web_links', { name: 'link', url: 'https://example.com/?a="b"', parent: { id: parent } });
      }
      const expectSame = async (id: string, count: number) => {
        const { entries } = (await bob.get(`/folders/${id}/items?${order}`)).json;
        expect(entries).toHaveLength(count);
        expect(await entriesOf(id)).toEqual(entries);
      };
      await expectSame(inside, 7);
      await expectSame('0', 8);
      // A root also shows shared items.
      const shared = await newFolder();
      const accessible_by = { type: 'user', login: `${order}@example.com` };
      await ann.post('/collaborations', { item: { type: 'folder', id: shared }, accessible_by, role: 'viewer' });
      await expectSame('0', 9);
    },
  );

  test('a marker that was changed, or of another folder, is refused', async () => {
    const [id, other] = [await newFolder(), await newFolder()];
    for (const name of ['1', '2']) await newFolder(id, name);
    const { json } = await ann.get(`/folders/${id}/items?usemarker=true&limit=1`);
    for (const path of [`/folders/${other}/items?marker=${json.next_marker}`, `/folders/${id}/items?marker=x.y`]) {
      const refused = await ann.get(`${path}&usemarker=true`);
      expect([refused.status, refused.json.code]).toEqual([400, 'invalid_parameter']);
    }
  });

  test('mixing both forms of paging is refused', async () => {
    const id = await newFolder();
    for (const query of ['usemarker=true&offset=0', 'marker=abc']) {
      const refused = await ann.get(`/folders/${id}/items?${query}`);
      expect([refused.status, refused.json.code]).toEqual([400, 'invalid_parameter']);
    }
  });
});

describe('update', () => {
  test('a rename raises etag and sequence id by one each; If-Match guards it', async () => {
    const id = await newFolder();
    const renamed = await ann.put(`/folders/${id}`, { name: `renamed ${id}` }, { 'if-match': '0' });
    expect(renamed.status).toBe(200);
    expect(renamed.json).toMatchObject({ name: `renamed ${id}`, etag: '1', sequence_id: '1' });
    const late = await ann.put(`/folders/${id}`, { name: 'too late' }, { 'if-match': '0' });
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed']);
  });

  test('a request that only moves ignores If-Match, and takes everything below along', async () => {
    const [from, to] = [await newFolder(), await newFolder()];
    const inner = await newFolder(from, 'inner');
    const moved = await ann.put(`/folders/${from}`, { parent: { id: to } }, { 'if-match': 'other' });
    expect(moved.status).toBe(200);
    expect(moved.json.parent.id).toBe(to);
    const path = (await ann.get(`/folders/${inner}`)).json.path_collection.entries.map((entry) => entry.id);
    expect(path).toEqual(['0', to, from]);
  });

  test.each([
    { name: 'as it was' },
    { description: 'new' },
    { tags: ['new'] },
    { shared_link: { access: 'open' } },
    { shared_link: null },
    { collections: [] },
  ])('If-Match guards a move that carries %o, which would undo what others did meanwhile', async (more) => {
    const [id, from, to] = [await newFolder(), await newFolder(), await newFolder()];
    await ann.put(`/folders/${id}`, { name: `FINAL ${id}`, parent: { id: to } });
    const late = await ann.put(`/folders/${id}`, { ...more, parent: { id: from } }, { 'if-match': '0' });
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed']);
    expect((await ann.get(`/folders/${id}`)).json).toMatchObject({ name: `FINAL ${id}`, parent: { id: to } });
    const known = await ann.put(`/folders/${id}`, { ...more, parent: { id: from } }, { 'if-match': '1' });
    expect([known.status, known.json.parent.id]).toEqual([200, from]);
  });

  test('If-Match guards a request that only changes the collections of a folder', async () => {
    const id = await newFolder();
    const put = (etag: string) => ann.put(`/folders/${id}`, { collections: [] }, { 'if-match': etag });
    expect([(await put('7')).status, (await put('0')).status]).toEqual([412, 200]);
  });

  test('a folder cannot go into itself or below itself', async () => {
    const outer = await newFolder();
    const inner = await newFolder(outer, 'inner');
    for (const id of [outer, inner]) {
      const refused = await ann.put(`/folders/${outer}`, { parent: { id } });
      expect([refused.status, refused.json.code]).toEqual([400, 'cyclical_folder_structure']);
    }
  });

  test('a move onto a name that is taken answers 409 and changes nothing', async () => {
    const [one, two] = [await newFolder(), await newFolder()];
    const moving = await newFolder(one, 'same');
    await newFolder(two, 'Same');
    const refused = await ann.put(`/folders/${moving}`, { parent: { id: two } });
    expect([refused.status, refused.json.code]).toEqual([409, 'item_name_in_use']);
    expect((await ann.get(`/folders/${moving}`)).json).toMatchObject({ etag: '0', parent: { id: one } });
  });

  test('changing only the case of a name is a rename, not a conflict', async () => {
    const id = await newFolder('0', 'case');
    expect((await ann.put(`/folders/${id}`, { name: 'CASE' })).json.name).toBe('CASE');
  });

  test('[8] a description may have 256 characters; one more is refused, naming field and limit', async () => {
    const id = await newFolder();
    expect((await ann.put(`/folders/${id}`, { description: 'd'.repeat(256) })).status).toBe(200);
    const refused = await ann.put(`/folders/${id}`, { description: 'd'.repeat(257) });
    expect(refused.status).toBe(400);
    expect(refused.json.message).toMatch(/description.*256/);
  });

  test('[8] tags: 100 are kept, 101 refused', async () => {
    const id = await newFolder();
    const tags = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
    expect((await ann.put(`/folders/${id}`, { tags })).status).toBe(400);
    await ann.put(`/folders/${id}`, { tags: tags.slice(0, 100) });
    expect((await ann.get(`/folders/${id}?fields=tags`)).json.tags).toHaveLength(100);
  });

  test('the root can be neither renamed nor moved nor deleted', async () => {
    const other = await newFolder();
    expect((await ann.put('/folders/0', { name: 'x' })).status).toBe(403);
    expect((await ann.put('/folders/0', { parent: { id: other } })).status).toBe(403);
    expect((await ann.delete('/folders/0?recursive=true')).status).toBe(403);
  });
});

describe('[4.1] copy', () => {
  test('copies a folder with all below it, 201, under another name', async () => {
    const [from, to] = [await newFolder(), await newFolder()];
    const inner = await newFolder(from, 'inner');
    await ann.upload({ name: 'deep.txt', parent: { id: inner } }, 'deep content');
    const copied = await ann.post(`/folders/${from}/copy`, { parent: { id: to }, name: 'copy' });
    expect(copied.status).toBe(201);
    expect(copied.json).toMatchObject({ name: 'copy', etag: '0', parent: { id: to }, size: 12 });
    const [innerCopy] = (await ann.get(`/folders/${copied.json.id}/items`)).json.entries;
    const [deep] = (await ann.get(`/folders/${innerCopy?.id}/items`)).json.entries;
    expect((await ann.download(String(deep?.id))).bytes.toString()).toBe('deep content');
    expect(innerCopy?.id).not.toBe(inner);
  });

  test('the root cannot be copied: 400', async () => {
    const to = await newFolder();
    expect((await ann.post('/folders/0/copy', { parent: { id: to } })).status).toBe(400);
  });

  test('a copy into the folder itself holds the earlier contents, once', async () => {
    const id = await newFolder();
    await newFolder(id, 'inner');
    const copied = await ann.post(`/folders/${id}/copy`, { parent: { id }, name: 'copy' });
    expect(copied.status).toBe(201);
    expect(await namesIn(id)).toEqual(['copy', 'inner']);
    expect(await namesIn(copied.json.id)).toEqual(['inner']);
  });

  test('onto its own name in the same place: 409 with conflicts; with If-None-Match of its etag: 304', async () => {
    const id = await newFolder();
    const refused = await ann.post(`/folders/${id}/copy`, { parent: { id: '0' } });
    expect([refused.status, refused.json.code]).toEqual([409, 'item_name_in_use']);
    const body = { parent: { id: '0' }, name: 'never' };
    expect((await ann.post(`/folders/${id}/copy`, body, { 'if-none-match': '0' })).status).toBe(304);
  });
});

describe('delete', () => {
  test('a folder that is not empty needs recursive=true', async () => {
    const id = await newFolder();
    await newFolder(id, 'inner');
    const refused = await ann.delete(`/folders/${id}`);
    expect([refused.status, refused.json.code]).toEqual([400, 'folder_not_empty']);
    expect((await ann.delete(`/folders/${id}?recursive=false`)).status).toBe(400);
    const done = await ann.delete(`/folders/${id}?recursive=true`);
    expect([done.status, done.bytes.length]).toEqual([204, 0]);
  });

  test('recursive may be written as in Python', async () => {
    const id = await newFolder();
    await newFolder(id, 'inner');
    expect((await ann.delete(`/folders/${id}?recursive=False`)).json.code).toBe('folder_not_empty');
    expect((await ann.delete(`/folders/${id}?recursive=True`)).status).toBe(204);
    expect((await ann.delete(`/folders/${id}?recursive=yes`)).json.code).toBe('invalid_parameter');
  });

  test('an item in the trash answers 404 trashed, also when deleted again', async () => {
    const id = await newFolder();
    await ann.delete(`/folders/${id}`);
    for (const answer of [await ann.get(`/folders/${id}`), await ann.delete(`/folders/${id}`)]) {
      expect([answer.status, answer.json.code]).toEqual([404, 'trashed']);
    }
  });

  test('If-Match guards a deletion', async () => {
    const id = await newFolder();
    expect((await ann.delete(`/folders/${id}`, { 'if-match': '5' })).status).toBe(412);
    expect((await ann.delete(`/folders/${id}`, { 'if-match': '0' })).status).toBe(204);
  });
});
