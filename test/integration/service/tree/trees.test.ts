import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishPurges } from '../../../../service/domain/tree/trash/finish-purges.ts';
import { collectReleasedBlobs } from '../../../../service/domain/upkeep/collect-blobs.ts';
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

const newFolder = async (parentId = '0', name = `folder ${++made}`) =>
  (await ann.post('/folders', { name, parent: { id: parentId } })).json.id;
const newFile = async (parentId: string, name: string, content = name) =>
  String((await ann.upload({ name, parent: { id: parentId } }, content)).json.entries[0]?.id);
const copy = (id: string, parentId: string, name?: string, headers = {}) =>
  ann.post(`/folders/${id}/copy`, { parent: { id: parentId }, ...(name === undefined ? {} : { name }) }, headers);
const used = async () => ((await ann.get('/users/me')).json as unknown as { space_used: number }).space_used;

/** Names of all below a folder, as paths, with the digests of files. */
async function treeOf(folderId: string, path = ''): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { id, type, name, sha1 } of (await ann.get(`/folders/${folderId}/items?limit=1000`)).json.entries) {
    lines.push(`${path}${name} ${type} ${sha1 ?? ''}`);
    if (type === 'folder') lines.push(...(await treeOf(id, `${path}${name}/`)));
  }
  return lines.sort();
}

describe('[4.1] copy of a folder', () => {
  test('is deep: folders, files, web links, tags and sizes; the copies are new items, the bytes are shared', async () => {
    const [source, target] = [await newFolder(), await newFolder()];
    const inner = await newFolder(source, 'inner');
    const file = await newFile(inner, 'letter', 'dear reader');
    await ann.upload({}, 'dear readers', `/files/${file}/content`);
    await ann.post('/web_links', { url: 'https://example.com', name: 'link', parent: { id: inner } });
    await ann.put(`/files/${file}`, { tags: ['red'], description: 'first' });
    await ann.put(`/files/${file}`, { lock: { access: 'lock' } });
    await ann.put(`/folders/${inner}`, { sync_state: 'not_synced' });
    const before = await used();

    const answer = await copy(source, target, 'copy');
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ type: 'folder', name: 'copy', etag: '0', sequence_id: '0', size: 12 });
    expect(answer.json).toMatchObject({ parent: { id: target }, item_status: 'active', shared_link: null });
    expect(await treeOf(answer.json.id)).toEqual(await treeOf(source));
    expect((await ann.get(`/folders/${target}`)).json.size).toBe(12);
    expect(await used()).toBe(before + 12);

    const [copiedInner] = (await ann.get(`/folders/${answer.json.id}/items?fields=sync_state`)).json.entries;
    expect(copiedInner).toMatchObject({ sync_state: 'not_synced' });
    const [copied] = (await ann.get(`/folders/${copiedInner?.id}/items?fields=tags,lock,version_number,description`))
      .json.entries;
    expect(copied).toMatchObject({ tags: ['red'], lock: null, version_number: '1', description: 'first', etag: '0' });
    expect(copied?.id).not.toBe(file);
    expect((await ann.download(String(copied?.id))).bytes.toString()).toBe('dear readers');
    expect((await ann.get(`/files/${copied?.id}/versions`)).json.total_count).toBe(0);
    await ann.put(`/files/${file}`, { lock: null });
    await ann.delete(`/folders/${source}?recursive=true`);
    await ann.delete(`/folders/${source}/trash`);
    await collectReleasedBlobs(service.service, 0);
    expect((await ann.download(String(copied?.id))).bytes.toString()).toBe('dear readers');
  });

  test('into itself and into a folder below it: the copy holds the earlier contents', async () => {
    const source = await newFolder();
    const inner = await newFolder(source, 'inner');
    await newFile(inner, 'file');
    const before = await treeOf(source);
    const inside = await copy(source, inner, 'copy');
    expect(inside.status).toBe(201);
    expect(await treeOf(inside.json.id)).toEqual(before);
    expect((await ann.get(`/folders/${source}`)).json.size).toBe(8);
    // Sizes too are those of before, though both folders grow by the copy.
    expect((await ann.get(`/folders/${inside.json.id}`)).json.size).toBe(4);
    const itself = await copy(source, source, 'copy of all');
    expect((await ann.get(`/folders/${itself.json.id}`)).json.size).toBe(8);
  });

  test('of more items than one copy may have is refused with what to do, and nothing is copied', async () => {
    await using small = await startTestService({ settings: { treeItems: 3 } });
    const owner = callerOf(small, small.person.token);
    const make = async (name: string, parent: string) =>
      (await owner.post('/folders', { name, parent: { id: parent } })).json.id;
    const source = await make('full', '0');
    for (const name of ['one', 'two']) await make(name, source);
    const copyIt = (name: string) => owner.post(`/folders/${source}/copy`, { name, parent: { id: '0' } });
    expect((await copyIt('three items')).status).toBe(201);
    await make('three', source);

    const refused = await copyIt('four items');

    expect([refused.status, refused.json.code]).toEqual([403, 'operation_limit_exceeded']);
    expect((await owner.get('/folders/0/items')).json.total_count).toBe(2);
  });

  test('items trashed out of it are not copied', async () => {
    const [source, target] = [await newFolder(), await newFolder()];
    await ann.delete(`/files/${await newFile(source, 'gone')}`);
    await newFile(source, 'here');
    const { json } = await copy(source, target);
    expect((await treeOf(json.id)).map((line) => line.split(' ')[0])).toEqual(['here']);
  });

  test('the root folder 0 cannot be copied', async () => {
    const answer = await copy('0', await newFolder());
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
  });

  test('a name that is taken: 409 with the item that has it', async () => {
    const [source, target] = [await newFolder(), await newFolder()];
    const taken = await newFolder(target, 'Taken');
    const answer = await copy(source, target, 'taken');
    expect([answer.status, answer.json.code]).toEqual([409, 'item_name_in_use']);
    expect(answer.json.context_info.conflicts).toMatchObject([{ type: 'folder', id: taken }]);
  });

  test('If-None-Match with the etag of the original: 304, and nothing is copied', async () => {
    const [source, target] = [await newFolder(), await newFolder()];
    expect((await copy(source, target, undefined, { 'if-none-match': '0' })).status).toBe(304);
    expect(await treeOf(target)).toEqual([]);
    expect((await copy(source, target, undefined, { 'if-none-match': '7' })).status).toBe(201);
  });

  test("a copy that exceeds the owner's space is refused as a whole", async () => {
    await using small = await startTestService();
    const person = await small.addPerson('small@example.com');
    await small.service.store.transaction((tx) => tx.users.update(person.id, { spaceAmountBytes: 15 }));
    const caller = callerOf(small, person.token);
    const source = (await caller.post('/folders', { name: 'source', parent: { id: '0' } })).json.id;
    await caller.upload({ name: 'file', parent: { id: source } }, '0123456789');
    const answer = await caller.post(`/folders/${source}/copy`, { parent: { id: '0' }, name: 'copy' });
    expect([answer.status, answer.json.code]).toEqual([403, 'storage_limit_exceeded']);
    expect((await caller.get('/folders/0/items')).json.total_count).toBe(1);
  });

  describe('limits: folder copy name: 1-255', () => {
    test.each([
      ['', 400, 'item_name_invalid'],
      ['x'.repeat(256), 400, 'item_name_too_long'],
      ['tab\t', 400, 'item_name_invalid'],
      ['a/b', 400, 'item_name_invalid'],
      ['a\\b', 400, 'item_name_invalid'],
      ['space ', 400, 'item_name_invalid'],
      ['.', 400, 'item_name_invalid'],
      ['..', 400, 'item_name_invalid'],
      ['x'.repeat(255), 201, undefined],
      [' y', 201, undefined],
    ])('%j: %i %s', async (name, status, code) => {
      const answer = await copy(await newFolder(), await newFolder(), name);
      expect([answer.status, answer.json.code]).toEqual([status, code]);
    });
  });

  test('the events: one, of the top of the copy', async () => {
    const source = await newFolder();
    await newFile(source, 'inside');
    const from = (await ann.get('/events?stream_position=now')).json.next_stream_position;
    const { json } = await copy(source, '0', `copy ${++made}`);
    const { entries } = (await ann.get(`/events?stream_position=${from}`)).json;
    expect(entries.map(({ event_type, source: { id } }) => [event_type, id])).toEqual([['ITEM_COPY', json.id]]);
  });
});

describe('a deep tree', () => {
  /** A folder with 33 folders of 32 items each below: 1,089 items below. */
  async function bigFolder(): Promise<{ readonly id: string; readonly inside: string }> {
    const [id, seed] = [await newFolder(), await newFolder()];
    await newFile(seed, 'file', 'x'.repeat(100));
    for (let index = 0; index < 31; index++) await newFolder(seed, `inner ${index}`);
    for (let index = 0; index < 33; index++) await copy(seed, id, `copy ${index}`);
    const [inside] = (await ann.get(`/folders/${id}/items`)).json.entries;
    await ann.delete(`/folders/${seed}?recursive=true`);
    await ann.delete(`/folders/${seed}/trash`);
    return { id, inside: String(inside?.id) };
  }

  test('permanently deleted: gone at once for everyone, and its content follows step by step', async () => {
    const before = await used();
    const { id, inside } = await bigFolder();
    const [file] = (await ann.get(`/folders/${inside}/items?sort=size&direction=DESC&limit=1000`)).json.entries.filter(
      ({ type }) => type === 'file',
    );
    const survivor = await newFolder(inside, 'trashed on its own');
    await ann.delete(`/folders/${survivor}`);
    await ann.delete(`/folders/${id}?recursive=true`);
    expect(await used()).toBe(before + 3300);
    expect((await ann.delete(`/folders/${id}/trash`)).status).toBe(204);

    const looks = [
      `/folders/${id}`,
      `/folders/${inside}`,
      `/folders/${inside}/items`,
      `/files/${file?.id}`,
      `/files/${file?.id}/trash`,
    ];
    for (const path of looks) expect([path, (await ann.get(path)).json.code]).toEqual([path, 'not_found']);
    const trash = (await ann.get('/folders/trash/items?limit=1000')).json.entries.map((entry) => entry.id);
    expect(trash).toContain(survivor);
    expect(trash).not.toContain(id);

    // The service's own job may have begun the purge: the rest is at most all of it.
    expect(await finishPurges(service.service)).toBeLessThanOrEqual(1089);
    expect(await used()).toBe(before);
    expect(await finishPurges(service.service)).toBe(0);
    expect((await ann.post(`/folders/${survivor}`)).json).toMatchObject({ parent: { id: '0' }, item_status: 'active' });
  });

  test('a purge that broke off between two steps resumes where it was', async () => {
    const before = await used();
    const { id } = await bigFolder();
    await ann.delete(`/folders/${id}?recursive=true`);
    await ann.delete(`/folders/${id}/trash`);
    let steps = 0;
    const { store } = service.service;
    const breaking = {
      ...service.service,
      store: {
        ...store,
        transaction: async <T>(work: Parameters<typeof store.transaction<T>>[0]) => {
          if (++steps >= 5) throw new Error('the power failed');
          return store.transaction(work);
        },
      },
    };
    await expect(finishPurges(breaking)).rejects.toThrow('the power failed');
    expect(await used()).toBeGreaterThan(before);
    await finishPurges(service.service);
    expect(await used()).toBe(before);
  });
});
