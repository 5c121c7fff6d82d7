import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  closeLapsedRequests,
  expireFileRequests,
} from '../../../../service/domain/surfaces/file-requests/expire-file-requests.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let bob: TestPerson;
let ann: ServiceCaller;
let asBob: ServiceCaller;
let visitor: ServiceCaller;
let passedMs = 0;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => Date.now() + passedMs } });
  bob = await service.addPerson('bob@example.com', 'Bob');
  ann = callerOf(service, service.person.token);
  asBob = callerOf(service, bob.token);
  visitor = callerOf(service, null);
});
afterAll(() => service.stop());

const newFolder = async (): Promise<Seen> =>
  (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json;

async function newRequest(more: object = {}): Promise<Seen> {
  const answer = await ann.post('/file_requests', { folder: { id: (await newFolder()).id, type: 'folder' }, ...more });
  expect(answer.status).toBe(201);
  return answer.json;
}

const inDays = (days: number) => new Date(Date.now() + passedMs + days * 24 * 3600 * 1000).toISOString();

/** The status of the form's page. */
const formStatus = async ({ url }: Seen) => (await visitor.send('GET', service.publicUrl + url)).status;

describe('a file request', () => {
  test('is created active, called after its folder, with an address that cannot be guessed', async () => {
    const folder = await newFolder();
    const { json, status } = await ann.post('/file_requests', { folder: { id: folder.id } });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      type: 'file_request',
      status: 'active',
      title: folder.name,
      description: null,
      is_email_required: false,
      is_description_required: false,
      expires_at: null,
      etag: '0',
      folder: { id: folder.id, type: 'folder', name: folder.name, etag: '0', sequence_id: '0' },
      created_by: { login: service.person.login },
      updated_by: { login: service.person.login },
    });
    expect(json.url).toMatch(/^\/f\/[0-9a-f]{32}$/);
    expect((await ann.get(`/file_requests/${json.id}`)).json).toEqual(json);
  });

  test('an update keeps the fields it does not name, raises the etag, and respects If-Match', async () => {
    const { id, etag } = await newRequest({ title: 'Photos', description: 'of the party', is_email_required: true });
    const updated = await ann.put(`/file_requests/${id}`, { title: 'Pictures' }, { 'if-match': etag });
    expect(updated.json).toMatchObject({ title: 'Pictures', description: 'of the party', is_email_required: true });
    expect(updated.json.etag).toBe('1');
    const stale = await ann.put(`/file_requests/${id}`, { title: 'Stale' }, { 'if-match': etag });
    expect([stale.status, stale.json.code]).toEqual([412, 'precondition_failed']);
    expect((await ann.put(`/file_requests/${id}`, { description: null })).json).toMatchObject({ description: null });
  });

  test('copied, the same copy default rule: title, description, status and questions are those of the original', async () => {
    const { id, url } = await newRequest({
      title: 'T',
      description: 'D',
      status: 'inactive',
      is_description_required: true,
    });
    const folder = await newFolder();
    const copied = await ann.post(`/file_requests/${id}/copy`, { folder: { id: folder.id, type: 'folder' } });
    expect(copied.status).toBe(200);
    expect(copied.json).toMatchObject({
      title: 'T',
      description: 'D',
      status: 'inactive',
      is_description_required: true,
    });
    expect(copied.json).toMatchObject({ folder: { id: folder.id }, etag: '0', expires_at: null });
    expect([copied.json.url === url, copied.json.id === id]).toEqual([false, false]);
    const other = { folder: { id: folder.id }, title: 'Other', status: 'active', description: null };
    const changed = await ann.post(`/file_requests/${id}/copy`, other);
    expect(changed.json).toMatchObject({ title: 'Other', status: 'active', description: null });
  });

  test('is deleted once, and is not found after that', async () => {
    const { id } = await newRequest();
    expect((await ann.delete(`/file_requests/${id}`)).status).toBe(204);
    expect((await ann.delete(`/file_requests/${id}`)).status).toBe(404);
    expect((await ann.get(`/file_requests/${id}`)).status).toBe(404);
    expect((await ann.get('/file_requests/not-an-id')).status).toBe(405);
  });

  test('people without access to its folder do not find it; viewers read it and change nothing', async () => {
    const { id, folder } = (await newRequest()) as Seen & { folder: Seen };
    expect((await asBob.get(`/file_requests/${id}`)).status).toBe(404);
    const accessible_by = { type: 'user', login: bob.login };
    await ann.post('/collaborations', { item: { type: 'folder', id: folder.id }, accessible_by, role: 'viewer' });
    expect((await asBob.get(`/file_requests/${id}`)).status).toBe(200);
    expect((await asBob.put(`/file_requests/${id}`, { title: 'mine' })).status).toBe(403);
    expect((await asBob.post('/file_requests', { folder: { id: folder.id } })).status).toBe(403);
  });

  test('are listed, newest first and page by page, for their creator and for the owner of the folder', async () => {
    const folder = await newFolder();
    const accessible_by = { type: 'user', login: bob.login };
    await ann.post('/collaborations', { item: { type: 'folder', id: folder.id }, accessible_by, role: 'editor' });
    const ofBob = (await asBob.post('/file_requests', { folder: { id: folder.id }, title: 'Of Bob' })).json;
    const ofAnn = (await ann.post('/file_requests', { folder: { id: folder.id }, title: 'Of Ann' })).json;
    const idsFor = async (who: ServiceCaller, query: string): Promise<string[]> =>
      (await who.get(`/file_requests?${query}`)).json.entries.map(({ id }: Seen) => id);
    expect((await idsFor(ann, 'limit=1000')).slice(0, 2)).toEqual([ofAnn.id, ofBob.id]);
    // Bob made one of them, and may look into the folder by its name.
    expect(await idsFor(asBob, 'limit=1000')).toEqual([ofBob.id]);
    expect(await idsFor(asBob, `folder_id=${folder.id}`)).toEqual([ofAnn.id, ofBob.id]);
    const first = (await ann.get(`/file_requests?folder_id=${folder.id}&limit=1`)).json;
    const rest = await idsFor(ann, `folder_id=${folder.id}&marker=${encodeURIComponent(first.next_marker ?? '')}`);
    expect([first.entries[0]?.id, ...rest]).toEqual([ofAnn.id, ofBob.id]);
  });

  test('are not listed once their folder is out of reach or in the trash', async () => {
    const { id, folder } = (await newRequest()) as Seen & { folder: Seen };
    const listed = async (): Promise<boolean> =>
      (await ann.get('/file_requests?limit=1000')).json.entries.some((one: Seen) => one.id === id);
    expect(await listed()).toBe(true);
    expect((await asBob.get(`/file_requests?folder_id=${folder.id}`)).status).toBe(404);
    await ann.delete(`/folders/${folder.id}`);
    expect(await listed()).toBe(false);
    await ann.post(`/folders/${folder.id}`, {});
    expect(await listed()).toBe(true);
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ title: 'half a pair \ud83d' }, 'title'],
    [{ description: 'x'.repeat(1001) }, 'description'],
    [{ description: 'half a pair \ud83d' }, 'description'],
    [{ status: 'paused' }, 'status'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
  ])('what cannot be set is refused with 400 and the field: %j', async (settings, field) => {
    const { id } = await newRequest();
    const refused = await ann.put(`/file_requests/${id}`, settings);
    expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, field]);
  });

  test('the root folder has none', async () => {
    const refused = await ann.post('/file_requests', { folder: { id: '0' } });
    expect([refused.status, refused.json.context_info.errors[0]?.name]).toEqual([400, 'folder.id']);
  });

  test('administrators read of its creation, its changes and its end', async () => {
    const { id } = await newRequest({ title: 'for the log' });
    await ann.put(`/file_requests/${id}`, { title: 'still for the log' });
    await ann.delete(`/file_requests/${id}`);
    const types = 'FILE_REQUEST_CREATE,FILE_REQUEST_UPDATE,FILE_REQUEST_DELETE';
    const { entries } = (await ann.get(`/events?stream_type=admin_logs&event_type=${types}&limit=500`)).json;
    expect(entries.filter(({ source }) => source.id === id).map(({ event_type }) => event_type)).toEqual(
      types.split(','),
    );
  });
});

describe('states: file request', () => {
  test('active, time passes expires_at: automatically inactive; new submissions are refused; visitors of the URL get HTTP 404', async () => {
    const request = await newRequest({ expires_at: inDays(1) });
    expect([request.status, await formStatus(request)]).toEqual(['active', 200]);
    passedMs += 25 * 3600 * 1000;
    expect((await ann.get(`/file_requests/${request.id}`)).json.status).toBe('inactive');
    expect(await formStatus(request)).toBe(404);
    const form = new FormData();
    form.append('files', new Blob(['late']), 'late.txt');
    const late = await fetch(service.publicUrl + request.url, { method: 'POST', body: form });
    expect(late.status).toBe(404);
    expect(await expireFileRequests(service.service)).toBe(1);
    expect(await expireFileRequests(service.service)).toBe(0);
    expect((await ann.get(`/file_requests/${request.id}`)).json).toMatchObject({ status: 'inactive', etag: '1' });
    const again = await ann.put(`/file_requests/${request.id}`, { status: 'active' });
    expect([again.status, again.json.context_info.errors[0]?.name]).toEqual([400, 'status']);
    const longer = await ann.put(`/file_requests/${request.id}`, { status: 'active', expires_at: inDays(1) });
    expect([longer.json.status, await formStatus(request)]).toEqual(['active', 200]);
  });

  test('active, status set to inactive: Visit to the URL of a file request whose status is inactive: 404', async () => {
    const request = await newRequest();
    expect(await formStatus(request)).toBe(200);
    expect((await ann.put(`/file_requests/${request.id}`, { status: 'inactive' })).json.status).toBe('inactive');
    expect(await formStatus(request)).toBe(404);
    await ann.put(`/file_requests/${request.id}`, { status: 'active' });
    expect(await formStatus(request)).toBe(200);
  });

  test('a form of a collaborator is active again when its folder is restored, whatever ran in between', async () => {
    const folder = await newFolder();
    const accessible_by = { type: 'user', login: bob.login };
    await ann.post('/collaborations', { item: { type: 'folder', id: folder.id }, accessible_by, role: 'editor' });
    const request = (await asBob.post('/file_requests', { folder: { id: folder.id } })).json;
    await ann.delete(`/folders/${folder.id}`);
    await closeLapsedRequests(service.service);
    expect((await ann.get(`/file_requests/${request.id}`)).json).toMatchObject({ status: 'inactive', etag: '0' });
    await ann.post(`/folders/${folder.id}`, {});
    expect((await ann.get(`/file_requests/${request.id}`)).json).toMatchObject({ status: 'active', etag: '0' });
  });

  test('the form is gone with its folder in the trash, and with a permanently deleted folder', async () => {
    const request = (await newRequest()) as Seen & { folder: Seen };
    const status = async () => (await ann.get(`/file_requests/${request.id}`)).json.status;
    await ann.delete(`/folders/${request.folder.id}`);
    expect([await formStatus(request), await status()]).toEqual([404, 'inactive']);
    const changed = await ann.put(`/file_requests/${request.id}`, { status: 'active' });
    expect([changed.status, changed.json.code]).toEqual([404, 'trashed']);
    await ann.post(`/folders/${request.folder.id}`, {});
    expect([await formStatus(request), await status()]).toEqual([200, 'active']);
    await ann.delete(`/folders/${request.folder.id}`);
    expect((await ann.delete(`/folders/${request.folder.id}/trash`)).status).toBe(204);
    expect(await formStatus(request)).toBe(404);
    expect((await ann.get(`/file_requests/${request.id}`)).status).toBe(404);
  });
});
