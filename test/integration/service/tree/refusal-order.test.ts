import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallerAnswer, callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/*
 * Requests with two faults. Their checks are sent to the database together, and the refusal that wins is the one that a client knows.
 */

let service: TestService;
let ann: ServiceCaller;
/** Has space for 100 bytes, of which 90 are used. */
let bob: ServiceCaller;
let bobsId: string;
/** A folder of Ann in which Bob is an editor. */
let shared: string;
/** A folder of Bob in which Ann is an editor. */
let bobs: string;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ settings: { treeItems: 3 } });
  ann = callerOf(service, service.person.token);
  const person = await service.addPerson('bob@example.com', 'Bob');
  bob = callerOf(service, person.token);
  bobsId = person.id;
  shared = await newFolder('0');
  bobs = (await bob.post('/folders', { name: "Bob's", parent: { id: '0' } })).json.id;
  await share(ann, shared, 'bob@example.com');
  await share(bob, bobs, service.person.login);
  await bob.upload({ name: 'large', parent: { id: bobs } }, 'x'.repeat(90));
  await ann.put(`/users/${bobsId}`, { space_amount: 100 });
});
afterAll(() => service.stop());

async function share(owner: ServiceCaller, id: string, login: string): Promise<void> {
  const body = { item: { type: 'folder', id }, role: 'editor', accessible_by: { type: 'user', login } };
  expect((await owner.post('/collaborations', body)).status).toBe(201);
}

const newName = () => `name ${++made}`;
const newFolder = async (parentId = shared, name = newName()) =>
  (await ann.post('/folders', { name, parent: { id: parentId } })).json.id;
const newFile = async (parentId = shared, name = newName(), content = 'content of a file') =>
  String((await ann.upload({ name, parent: { id: parentId } }, content)).json.entries[0]?.id);
/** Locks a file as Bob, against downloads too. */
const lockFile = async (id: string) =>
  bob.put(`/files/${id}`, { lock: { access: 'lock', is_download_prevented: true } });
const lockFolder = async (id: string) =>
  ann.post('/folder_locks', {
    folder: { type: 'folder', id },
    locked_operations: { move: true, delete: true },
  });
const missing = '404';

/** Expects a refusal that mentions this, and that it left nothing behind. */
async function expectRefusal(request: () => Promise<CallerAnswer>, code: string, words: string): Promise<void> {
  const before = await totals();
  const { json } = await request();
  expect([json.code, json.message]).toEqual([code, expect.stringContaining(words)]);
  expect(await totals()).toEqual(before);
}

async function totals() {
  const of = async (person: ServiceCaller) => [
    (await person.get('/users/me?fields=space_used')).json,
    (await person.get('/folders/0?fields=size')).json,
    (await person.get('/events?stream_position=now')).json.next_stream_position,
  ];
  const sizes = [(await ann.get(`/folders/${shared}?fields=size`)).json, (await bob.get(`/folders/${bobs}`)).json.size];
  return [await of(ann), await of(bob), sizes];
}

describe('a move', () => {
  const move = async (kind: 'files' | 'folders', id: string, parent: string, more = {}, headers = {}) =>
    ann.put(`/${kind}/${id}`, { parent: { id: parent }, ...more }, headers);

  test('names the missing item before the missing folder', async () => {
    await expectRefusal(() => move('files', missing, '405'), 'not_found', 'file 404');
  });

  test('names the lock before the missing folder', async () => {
    const id = await newFile();
    await lockFile(id);
    await expectRefusal(() => move('files', id, missing), 'access_denied_item_locked', 'locked');
  });

  test('names the missing folder before a stale etag', async () => {
    const id = await newFile();
    await expectRefusal(() => move('files', id, missing, {}, { 'if-match': '7' }), 'not_found', 'folder 404');
  });

  test('names the missing folder before the right to move a shared item', async () => {
    const request = async () => bob.put(`/folders/${shared}`, { parent: { id: missing } });
    await expectRefusal(request, 'not_found', 'folder 404');
  });

  test('names the cycle before a folder lock', async () => {
    const id = await newFolder();
    const below = await newFolder(id);
    await lockFolder(below);
    await expectRefusal(() => move('folders', id, below), 'cyclical_folder_structure', 'below');
  });

  test('names a folder lock before a taken name', async () => {
    const [id, target] = [await newFolder(), await newFolder()];
    await newFolder(target, 'taken');
    await lockFolder(id);
    await expectRefusal(() => move('folders', id, target, { name: 'taken' }), 'access_denied_item_locked', 'locked');
  });

  test('names the owner before a taken name', async () => {
    const id = await newFile();
    const taken = await newFile(bobs, newName(), '');
    const { name } = (await ann.get(`/files/${taken}`)).json;
    const request = async () => bob.put(`/files/${id}`, { parent: { id: bobs }, name });
    await expectRefusal(request, 'access_denied_insufficient_permissions', 'Only the owner');
  });

  test('names the full space of the new owner before a taken name', async () => {
    const id = await newFile();
    const taken = await newFile(bobs, newName(), '');
    const { name } = (await ann.get(`/files/${taken}`)).json;
    await expectRefusal(() => move('files', id, bobs, { name }), 'storage_limit_exceeded', '17 bytes');
  });

  test('names a stale etag before a taken name', async () => {
    const [id, target] = [await newFile(), await newFolder()];
    await newFile(target, 'taken');
    const request = (headers: Record<string, string>) => () => move('files', id, target, { name: 'taken' }, headers);
    await expectRefusal(request({ 'if-match': '7' }), 'precondition_failed', 'etag');
    await expectRefusal(request({}), 'item_name_in_use', 'taken');
  });
});

describe('a copy', () => {
  const copy = async (kind: 'files' | 'folders', id: string, parent: string, more = {}, headers = {}) =>
    ann.post(`/${kind}/${id}/copy`, { parent: { id: parent }, ...more }, headers);

  test('names the missing item before the missing folder', async () => {
    await expectRefusal(() => copy('files', missing, '405'), 'not_found', 'file 404');
  });

  test('names the root before the missing folder', async () => {
    await expectRefusal(() => copy('folders', '0', missing), 'bad_request', 'root');
  });

  test('answers that nothing has changed before it looks for the folder', async () => {
    const id = await newFile();
    expect((await copy('files', id, missing, {}, { 'if-none-match': '0' })).status).toBe(304);
  });

  test('names the lock before the missing folder', async () => {
    const id = await newFile();
    await lockFile(id);
    await expectRefusal(() => copy('files', id, missing), 'access_denied_item_locked', 'locked');
  });

  test('names a taken name before the missing version', async () => {
    const [id, target] = [await newFile(), await newFolder()];
    await newFile(target, 'taken');
    const wanted = { name: 'taken', version: missing };
    await expectRefusal(() => copy('files', id, target, wanted), 'item_name_in_use', 'taken');
  });

  test('names a missing version, and one of another file', async () => {
    const [id, other] = [await newFile(), await newFile()];
    const version = (await ann.get(`/files/${other}`)).json.file_version.id;
    await expectRefusal(() => copy('files', id, bobs, { version: missing }), 'not_found', `${id} has no version 404`);
    await expectRefusal(() => copy('files', id, bobs, { version }), 'not_found', `${id} has no version ${version}`);
  });

  test('names a trashed version before the full space', async () => {
    const id = await newFile();
    const version = (await ann.get(`/files/${id}`)).json.file_version.id;
    await ann.upload({}, 'newer', `/files/${id}/content`);
    await ann.delete(`/files/${id}/versions/${version}`);
    await expectRefusal(() => copy('files', id, bobs, { version }), 'not_found', `no version ${version}`);
  });

  test('names a taken name before the full space', async () => {
    const id = await newFile();
    const taken = await newFile(bobs, newName(), '');
    const { name } = (await ann.get(`/files/${taken}`)).json;
    await expectRefusal(() => copy('files', id, bobs, { name }), 'item_name_in_use', name);
    await expectRefusal(() => copy('files', id, bobs), 'storage_limit_exceeded', '17 bytes');
  });

  test('of a folder names a taken name, then too many items, then a lock, then the full space', async () => {
    const id = await newFolder();
    const taken = await newFile(bobs, newName(), '');
    const { name } = (await ann.get(`/files/${taken}`)).json;
    const files = [await newFile(id), await newFile(id), await newFile(id)];
    await lockFile(files[0] ?? '');
    await expectRefusal(() => copy('folders', id, bobs, { name }), 'item_name_in_use', name);
    await expectRefusal(() => copy('folders', id, bobs), 'operation_limit_exceeded', '3 items');
    await ann.delete(`/files/${files[2]}`);
    await expectRefusal(() => copy('folders', id, bobs), 'access_denied_item_locked', 'locked');
    await bob.put(`/files/${files[0]}`, { lock: null });
    await expectRefusal(() => copy('folders', id, bobs), 'storage_limit_exceeded', '34 bytes');
  });
});

describe('a restore', () => {
  test('names the item that is not in the trash before the missing folder', async () => {
    const id = await newFile();
    await expectRefusal(() => ann.post(`/files/${id}`, { parent: { id: missing } }), 'not_trashed', id);
  });

  test('looks for the new folder only when the former one is gone, and then before it looks at the name', async () => {
    const parent = await newFolder();
    const [inner, other] = [await newFile(parent), await newFile(parent)];
    for (const id of [inner, other]) await ann.delete(`/files/${id}`);
    expect((await ann.post(`/files/${other}`, { parent: { id: missing } })).status).toBe(201);
    await ann.delete(`/folders/${parent}?recursive=true`);
    await newFile(shared, 'in the way');
    const restore = (id: string, name: string) => async () => ann.post(`/files/${inner}`, { name, parent: { id } });
    await expectRefusal(restore(missing, 'in the way'), 'not_found', 'folder 404');
    await expectRefusal(restore(bobs, 'in the way'), 'forbidden', 'same owner');
    await expectRefusal(restore(shared, 'in the way'), 'item_name_in_use', 'in the way');
  });
});

describe('a new version', () => {
  const upload = async (id: string, attributes = {}, headers = {}) =>
    ann.upload(attributes, 'newer content', `/files/${id}/content`, headers);

  test('names the lock before a stale etag, and that before a taken name', async () => {
    const id = await newFile();
    await newFile(shared, 'other');
    const stale = async () => upload(id, { name: 'other' }, { 'if-match': '7' });
    await expectRefusal(stale, 'precondition_failed', 'etag');
    await lockFile(id);
    await expectRefusal(stale, 'access_denied_item_locked', 'locked');
  });

  test('names a taken name before the full space', async () => {
    const [id, taken] = [await newFile(bobs, newName(), ''), await newFile(bobs, newName(), '')];
    const { name } = (await ann.get(`/files/${taken}`)).json;
    await expectRefusal(() => upload(id, { name }), 'item_name_in_use', name);
    await expectRefusal(() => upload(id), 'storage_limit_exceeded', '13 bytes');
  });
});
