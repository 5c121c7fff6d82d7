import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropExpiredLocks } from '../../../../service/domain/tree/locks/drop-expired-locks.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
const hour = 3_600_000;
let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let shared: string;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ clock });
  ann = callerOf(service, service.person.token);
  bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
  shared = await newFolder();
  const item = { type: 'folder', id: shared };
  const body = { item, role: 'editor', accessible_by: { type: 'user', login: 'bob@example.com' } };
  expect((await ann.post('/collaborations', body)).status).toBe(201);
});
afterAll(() => service.stop());

async function newFolder(parentId = '0'): Promise<string> {
  return (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: parentId } })).json.id;
}

async function newFile(): Promise<string> {
  const uploaded = await ann.upload({ name: `file ${++made}`, parent: { id: shared } }, 'content');
  return String(uploaded.json.entries[0]?.id);
}

const lockOf = async (id: string) => (await ann.get(`/files/${id}?fields=lock`)).json;
const eventTypes = async (person: ServiceCaller, from: number) =>
  (await person.get(`/events?stream_position=${from}`)).json.entries.map(({ event_type }) => event_type);
/** Locks of other tests are over after a day. */
async function dropAll(): Promise<void> {
  clock.ahead += 24 * hour;
  await dropExpiredLocks(service.service);
}
const now = async (person: ServiceCaller) =>
  (await person.get('/events?stream_position=now')).json.next_stream_position;

describe('locks on files', () => {
  test('a lock is shown with its creator, its dates and its download restriction', async () => {
    const id = await newFile();
    const expires_at = new Date(clock.now() + hour).toISOString();
    const lock = { access: 'lock', expires_at, is_download_prevented: true };
    const locked = await bob.put(`/files/${id}?fields=lock`, { lock });
    expect(locked.status).toBe(200);
    expect(locked.json).toMatchObject({
      lock: { type: 'lock', created_by: { login: 'bob@example.com', type: 'user' } },
    });
    expect(locked.json).toMatchObject({ lock: { expired_at: expires_at, is_download_prevented: true } });
    expect(locked.json).toMatchObject({ lock: { id: expect.any(String), created_at: expect.any(String) }, etag: '1' });
    expect(await lockOf(id)).toEqual(locked.json);
  });

  test("others cannot change, move, overwrite or delete a locked file; its lock's creator can", async () => {
    const [id, elsewhere] = [await newFile(), await newFolder(shared)];
    await bob.put(`/files/${id}`, { lock: { access: 'lock' } });
    const refused = [
      await ann.put(`/files/${id}`, { name: 'other' }),
      await ann.put(`/files/${id}`, { parent: { id: elsewhere } }),
      await ann.put(`/files/${id}`, { lock: { access: 'lock' } }),
      await ann.put(`/files/${id}`, { content_modified_at: '2026-01-01T00:00:00Z' }),
      await ann.upload({}, 'new', `/files/${id}/content`),
      await ann.options(`/files/${id}/content`, {}),
      await ann.delete(`/files/${id}`),
    ];
    for (const { status, json } of refused) expect([status, json.code]).toEqual([403, 'access_denied_item_locked']);
    expect((await ann.download(id)).bytes.toString()).toBe('content');
    expect((await bob.upload({}, 'newer', `/files/${id}/content`)).status).toBe(201);
    expect((await bob.put(`/files/${id}`, { name: `file ${++made}` })).status).toBe(200);
  });

  test('a lock that prevents downloads prevents those of others', async () => {
    const id = await newFile();
    await bob.put(`/files/${id}`, { lock: { access: 'lock', is_download_prevented: true } });
    const refused = await ann.get(`/files/${id}/content`);
    expect([refused.status, refused.json.code]).toEqual([403, 'access_denied_item_locked']);
    expect((await bob.download(id)).status).toBe(200);
  });

  test('null removes a lock: for its creator and the owner of the file, and for no one else', async () => {
    const id = await newFile();
    await ann.put(`/files/${id}`, { lock: { access: 'lock' } });
    expect((await bob.put(`/files/${id}`, { lock: null })).json.code).toBe('access_denied_item_locked');
    await ann.put(`/files/${id}`, { lock: null });
    await bob.put(`/files/${id}`, { lock: { access: 'lock' } });
    expect((await ann.put(`/files/${id}?fields=lock`, { lock: null, name: `file ${++made}` })).json).toMatchObject({
      lock: null,
    });
    expect(await lockOf(id)).toMatchObject({ lock: null });
  });

  test('an expired lock blocks no one, and is removed with an event', async () => {
    const id = await newFile();
    await dropAll();
    await bob.put(`/files/${id}`, { lock: { access: 'lock', expires_at: new Date(clock.now() + hour).toISOString() } });
    const from = await now(ann);
    expect(await dropExpiredLocks(service.service)).toBe(0);
    clock.ahead += 2 * hour;
    expect(await lockOf(id)).toMatchObject({ lock: null });
    const listed = (await ann.get(`/folders/${shared}/items?fields=lock&limit=1000`)).json.entries;
    expect(listed.find((entry) => entry.id === id)).toMatchObject({ lock: null });
    expect((await ann.put(`/files/${id}`, { name: `file ${++made}` })).status).toBe(200);
    expect(await dropExpiredLocks(service.service)).toBe(1);
    expect(await lockOf(id)).toMatchObject({ lock: null });
    expect(await eventTypes(ann, from)).toEqual(['ITEM_RENAME', 'LOCK_DESTROY']);
  });

  test('a lock that would be over already is refused', async () => {
    const past = new Date(clock.now() - hour).toISOString();
    const answer = await ann.put(`/files/${await newFile()}`, { lock: { access: 'lock', expires_at: past } });
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_parameter']);
  });

  test('its events: LOCK_CREATE and LOCK_DESTROY, in the streams of everyone who sees the file', async () => {
    const id = await newFile();
    const from = await now(bob);
    await ann.put(`/files/${id}`, { lock: { access: 'lock' } });
    await ann.put(`/files/${id}`, { lock: null, description: 'read' });
    expect(await eventTypes(bob, from)).toEqual(['LOCK_CREATE', 'ITEM_MODIFY', 'LOCK_DESTROY']);
  });
});

describe('locks on folders', () => {
  const lock = (id: string, person = ann) => person.post('/folder_locks', { folder: { type: 'folder', id } });

  test('a locked folder can be neither moved nor deleted, not even by its owner; folders above it cannot be deleted', async () => {
    const above = await newFolder();
    const id = await newFolder(above);
    const created = await lock(id);
    expect(created.status).toBe(200);
    expect(created.json).toMatchObject({ type: 'folder_lock', lock_type: 'freeze', folder: { id, type: 'folder' } });
    expect(created.json).toMatchObject({
      locked_operations: { move: true, delete: true },
      created_by: { name: 'Ann' },
    });
    const refused = [
      await ann.put(`/folders/${id}`, { parent: { id: '0' } }),
      await ann.delete(`/folders/${id}?recursive=true`),
      await ann.delete(`/folders/${above}?recursive=true`),
    ];
    for (const { status, json } of refused) expect([status, json.code]).toEqual([403, 'access_denied_item_locked']);
    expect((await ann.put(`/folders/${id}`, { name: `folder ${++made}` })).status).toBe(200);

    expect((await ann.get(`/folder_locks?folder_id=${id}`)).json).toMatchObject({
      entries: [{ id: created.json.id }],
      limit: '1000',
    });
    expect((await lock(id)).json.code).toBe('conflict');
    expect((await ann.delete(`/folder_locks/${created.json.id}`)).status).toBe(204);
    expect((await ann.get(`/folder_locks?folder_id=${id}`)).json.entries).toEqual([]);
    expect((await ann.delete(`/folders/${above}?recursive=true`)).status).toBe(204);
  });

  test('only a person who may configure a folder locks it; a root is not locked', async () => {
    const refused = await lock(await newFolder(shared), bob);
    expect([refused.status, refused.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
    expect((await lock('0')).json.code).toBe('forbidden');
    expect((await ann.get('/folder_locks')).json.code).toBe('missing_parameter');
  });
});
