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

async function newFolder(parentId = '0'): Promise<string> {
  return (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: parentId } })).json.id;
}

async function newFile(parentId: string): Promise<string> {
  return String((await ann.upload({ name: `file ${++made}`, parent: { id: parentId } }, 'x')).json.entries[0]?.id);
}

const invite = (person: ServiceCaller, item: { type: string; id: string }, login: string, role = 'viewer') =>
  person.post('/collaborations', { item, accessible_by: { type: 'user', login }, role });

/** A folder that Bob edits, with a folder in it and a file in that. */
async function sharedTree() {
  const top = await newFolder();
  const middle = await newFolder(top);
  const file = await newFile(middle);
  expect((await invite(ann, { type: 'folder', id: top }, 'bob@example.com', 'editor')).status).toBe(201);
  return { top, middle, file };
}

describe('can_invite_collaborator is true only if an invitation is not refused', () => {
  test.each(['none', 'top', 'middle'] as const)('folder with can_non_owners_invite false: %s', async (limited) => {
    const tree = await sharedTree();
    const from = (await bob.get('/events?stream_position=now')).json.next_stream_position;
    if (limited !== 'none') await ann.put(`/folders/${tree[limited]}`, { can_non_owners_invite: false });
    await ann.put(`/files/${tree.file}`, { description: 'Changed, so that there is an event.' });
    const listed = async (folder: string, id: string) =>
      (await bob.get(`/folders/${folder}/items?fields=permissions`)).json.entries.find((entry) => entry.id === id);
    const items = [
      { type: 'folder', id: tree.top, entry: await listed('0', tree.top) },
      { type: 'folder', id: tree.middle, entry: await listed(tree.top, tree.middle) },
      { type: 'file', id: tree.file, entry: await listed(tree.middle, tree.file) },
    ];
    for (const { type, id, entry } of items) {
      const { permissions } = (await bob.get(`/${type}s/${id}?fields=permissions`)).json;
      const { status } = await invite(bob, { type, id }, `guest${++made}@example.com`);
      expect([201, 403]).toContain(status);
      expect([type, id, permissions]).toMatchObject([type, id, { can_invite_collaborator: status === 201 }]);
      expect(entry).toMatchObject({ permissions });
    }
    const events = (await bob.get(`/events?stream_position=${from}`)).json.entries;
    const told = events.find(({ event_type, source }) => event_type === 'ITEM_MODIFY' && source?.id === tree.file);
    expect(told?.source).toMatchObject({ permissions: { can_invite_collaborator: limited === 'none' } });
  });

  test('the owner is exempt from the settings of the path', async () => {
    const { top, file } = await sharedTree();
    await ann.put(`/folders/${top}`, { can_non_owners_invite: false });
    const flags = { permissions: { can_invite_collaborator: true } };
    expect((await ann.get(`/files/${file}?fields=permissions`)).json).toMatchObject(flags);
    expect((await ann.get(`/folders/${top}?fields=permissions`)).json).toMatchObject(flags);
  });
});

describe('can_download is true only if a download is not refused', () => {
  const flagOf = async (person: ServiceCaller, path: string) =>
    (await person.get(`${path}?fields=permissions`)).json.permissions?.can_download;

  test('a lock that prevents downloads, for everyone but its creator', async () => {
    const { middle, file } = await sharedTree();
    const lock = { access: 'lock', is_download_prevented: true };
    expect((await bob.put(`/files/${file}`, { lock })).status).toBe(200);
    const plain = await newFile(middle);
    for (const [person, status, isAllowed] of [
      [ann, 403, false],
      [bob, 302, true],
    ] as const) {
      expect((await person.get(`/files/${file}/content`)).status).toBe(status);
      expect(await flagOf(person, `/files/${file}`)).toBe(isAllowed);
      const listed = (await person.get(`/folders/${middle}/items?fields=permissions`)).json.entries;
      expect(listed.map(({ id, permissions }) => [id, permissions?.can_download])).toEqual([
        [file, isAllowed],
        [plain, true],
      ]);
    }
    const { entries } = (await ann.get('/events?stream_position=0&limit=500')).json;
    const locked = entries.find(({ event_type, source }) => event_type === 'LOCK_CREATE' && source?.id === file);
    expect(locked?.source).toMatchObject({ permissions: { can_download: false } });
    await bob.put(`/files/${file}`, { lock: { access: 'lock', is_download_prevented: false } });
    expect(await flagOf(ann, `/files/${file}`)).toBe(true);
  });

  test('an item in the trash, until it is restored', async () => {
    const folder = await newFolder();
    const file = await newFile(folder);
    const byItself = await newFile('0');
    await ann.delete(`/files/${byItself}`);
    await ann.delete(`/folders/${folder}?recursive=true`);
    expect((await ann.get(`/files/${file}/content`)).status).toBe(404);
    expect(await flagOf(ann, `/files/${byItself}/trash`)).toBe(false);
    expect(await flagOf(ann, `/folders/${folder}/trash`)).toBe(false);
    const trash = (await ann.get('/folders/trash/items?fields=permissions&limit=1000')).json.entries;
    expect(trash.find(({ id }) => id === byItself)).toMatchObject({ permissions: { can_download: false } });
    expect((await ann.post(`/files/${byItself}`, {})).status).toBe(201);
    expect(await flagOf(ann, `/files/${byItself}`)).toBe(true);
  });
});

test('an item that is shared from elsewhere has in the list of a root the values that it has itself', async () => {
  const above = await newFolder();
  const shared = await newFolder(above);
  const file = await newFile(above);
  await ann.put(`/folders/${above}`, { shared_link: { access: 'company' } });
  await invite(ann, { type: 'folder', id: shared }, 'bob@example.com');
  await invite(ann, { type: 'file', id: file }, 'bob@example.com', 'editor');
  const fields =
    'fields=is_accessible_via_shared_link,shared_link,permissions,has_collaborations,path_collection,tags,lock';
  for (const paging of ['limit=1000', 'limit=1000&usemarker=true']) {
    const listed = (await bob.get(`/folders/0/items?${paging}&${fields}`)).json.entries;
    for (const [type, id] of [
      ['folder', shared],
      ['file', file],
    ] as const) {
      const itself = (await bob.get(`/${type}s/${id}?${fields}`)).json;
      expect(itself).toMatchObject({ is_accessible_via_shared_link: true });
      expect(listed.find((entry) => entry.id === id && entry.type === type)).toEqual(itself);
    }
  }
});
