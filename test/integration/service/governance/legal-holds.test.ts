import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishReleases } from '../../../../service/domain/governance/legal-holds/finish-releases.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let admin: ServiceCaller;
let bob: ServiceCaller;
let bobPerson: TestPerson;
let names = 0;

beforeAll(async () => {
  service = await startTestService();
  admin = callerOf(service, service.person.token);
  bobPerson = await service.addPerson('bob@example.com', 'Bob');
  bob = callerOf(service, bobPerson.token);
});
afterAll(() => service.stop());

const fresh = (what: string) => `${what} ${++names}`;

async function newPolicy(more: object = { is_ongoing: true }): Promise<Seen> {
  const { status, json } = await admin.post('/legal_hold_policies', { policy_name: fresh('Case'), ...more });
  expect(status).toBe(201);
  return json;
}

async function assign(type: string, id: string, policy?: Seen): Promise<Seen> {
  const policy_id = (policy ?? (await newPolicy())).id;
  const { status, json } = await admin.post('/legal_hold_policy_assignments', { policy_id, assign_to: { type, id } });
  expect(status).toBe(201);
  return json;
}

async function newFile(parent = '0', content = 'text'): Promise<Seen> {
  const { json } = await bob.upload({ name: fresh('file'), parent: { id: parent } }, content);
  const [file] = json.entries;
  if (!file) throw new Error('The upload answered without an entry.');
  return file;
}

const newFolder = async (parent = '0') =>
  (await bob.post('/folders', { name: fresh('folder'), parent: { id: parent } })).json;

async function purge(file: Seen): Promise<{ readonly status: number; readonly code: string }> {
  await bob.delete(`/files/${file.id}`);
  const { status, json } = await bob.delete(`/files/${file.id}/trash`);
  return { status, code: json.code };
}

const held = { status: 403, code: 'forbidden_by_policy' };

describe('legal hold policies', () => {
  test('need is_ongoing, or both ends of a time, and no time with is_ongoing', async () => {
    const time = '2026-01-01T00:00:00Z';
    for (const body of [
      {},
      { filter_started_at: time },
      { filter_ended_at: time },
      { is_ongoing: true, filter_started_at: time },
      { filter_started_at: '2026-02-01T00:00:00Z', filter_ended_at: time },
    ]) {
      const { status, json } = await admin.post('/legal_hold_policies', { policy_name: fresh('Case'), ...body });
      expect([status, json.code]).toEqual([400, 'bad_request']);
    }
  });

  test('have names that are unique without regard to case', async () => {
    await admin.post('/legal_hold_policies', { policy_name: 'Acme', is_ongoing: true });
    const { status, json } = await admin.post('/legal_hold_policies', { policy_name: 'ACME', is_ongoing: true });
    expect([status, json.code]).toEqual([409, 'conflict']);
  });

  test('limits: name 254, description 500', async () => {
    const make = (more: object) =>
      admin.post('/legal_hold_policies', { policy_name: fresh('x'), is_ongoing: true, ...more });
    expect((await make({ policy_name: 'n'.repeat(254) })).status).toBe(201);
    expect((await make({ policy_name: 'n'.repeat(255) })).status).toBe(400);
    expect((await make({ policy_name: '' })).status).toBe(400);
    expect((await make({ description: 'd'.repeat(501) })).status).toBe(400);
  });

  test('are listed by the beginning of their names without regard to case, page by page', async () => {
    const made = [];
    for (const number of [1, 2, 3]) {
      made.push((await newPolicy({ policy_name: `Listed_% ${number}`, is_ongoing: true })).id);
    }
    const first = (await admin.get('/legal_hold_policies?policy_name=lISTED_%25&limit=2')).json;
    const marker = encodeURIComponent(first.next_marker ?? '');
    const second = (await admin.get(`/legal_hold_policies?policy_name=lISTED_%25&limit=2&marker=${marker}`)).json;
    expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(made);
    expect(second.next_marker).toBeNull();
    expect((await admin.get('/legal_hold_policies?policy_name=isted')).json.entries).toEqual([]);
  });

  test('cannot be renamed once they are released, but keep their notes', async () => {
    const { id } = await newPolicy();
    expect((await admin.delete(`/legal_hold_policies/${id}`)).status).toBe(202);
    expect((await admin.put(`/legal_hold_policies/${id}`, { policy_name: fresh('Case') })).status).toBe(409);
    expect((await admin.put(`/legal_hold_policies/${id}`, { release_notes: 'settled' })).status).toBe(200);
    await finishReleases(service.service);
    expect((await admin.get(`/legal_hold_policies/${id}`)).json.status).toBe('released');
  });

  test('are for administrators with a token that reaches the content of the enterprise', async () => {
    expect((await bob.get('/legal_hold_policies')).status).toBe(403);
  });
});

describe('legal hold assignments', () => {
  test('legal hold assignment: deleted_at null -> release in progress: the release request is recorded, a second one refused', async () => {
    const file = await newFile();
    const assignment = await assign('file', file.id);
    const path = `/legal_hold_policy_assignments/${assignment.id}`;
    expect((await admin.get(path)).json).toMatchObject({
      deleted_at: null,
      assigned_to: { type: 'file', id: file.id },
    });
    expect((await admin.delete(path)).status).toBe(202);
    expect((await admin.get(path)).json).toMatchObject({ deleted_at: expect.any(String) });
    expect((await admin.delete(path)).status).toBe(409);
    expect(await purge(file)).toEqual(held);
    await finishReleases(service.service);
    expect((await admin.get(path)).status).toBe(404);
    expect((await bob.delete(`/files/${file.id}/trash`)).status).toBe(204);
  });

  test('a file, a folder, a version or a person holds its existing versions, and an ongoing one new ones too', async () => {
    const folder = await newFolder();
    const below = await newFolder(folder.id);
    const before = await newFile(below.id);
    const alone = await newFile();
    const policy = await newPolicy();
    await assign('folder', folder.id, policy);
    await assign('file', alone.id, policy);
    const after = await newFile(below.id);
    const moved = await newFile();
    await bob.put(`/files/${moved.id}`, { parent: { id: below.id } });
    await bob.put(`/files/${before.id}`, { parent: { id: '0' } });
    for (const file of [before, after, moved, alone]) expect(await purge(file)).toEqual(held);
    expect(await purge(await newFile())).toMatchObject({ status: 204 });
    expect((await admin.get(`/legal_hold_policies/${policy.id}`)).json).toMatchObject({
      assignment_counts: { folder: 1, file: 1, user: 0, file_version: 0, ownership: 0, interactions: 0 },
    });
  });

  test('a folder that holds something on hold can be trashed and restored, but not purged', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id);
    await assign('file', file.id);
    expect((await bob.delete(`/folders/${folder.id}?recursive=true`)).status).toBe(204);
    expect((await bob.delete(`/folders/${folder.id}/trash`)).json.code).toBe('forbidden_by_policy');
    expect((await bob.post(`/folders/${folder.id}`, {})).status).toBe(201);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(200);
  });

  test('of a person with a time holds the versions made in it, and no others', async () => {
    const carol = await service.addPerson('carol@example.com');
    const asCarol = callerOf(service, carol.token);
    const [early] = (await asCarol.upload({ name: 'early', parent: { id: '0' } }, 'a')).json.entries;
    const policy = await newPolicy({
      filter_started_at: '2001-01-01T00:00:00Z',
      filter_ended_at: '2002-01-01T00:00:00Z',
    });
    const assignment = await assign('user', carol.id, policy);
    const files = `/legal_hold_policy_assignments/${assignment.id}/files_on_hold`;
    expect((await admin.get(files)).json.entries).toEqual([]);
    const now = await newPolicy({
      filter_started_at: '2001-01-01T00:00:00Z',
      filter_ended_at: '2101-01-01T00:00:00Z',
    });
    const wide = await assign('user', carol.id, now);
    const [late] = (await asCarol.upload({ name: 'late', parent: { id: '0' } }, 'b')).json.entries;
    const listed = await admin.get(`/legal_hold_policy_assignments/${wide.id}/files_on_hold`);
    expect(listed.json.entries.map(({ id }) => id)).toEqual([early?.id, late?.id]);
    expect((await admin.delete(`/users/${carol.id}?force=true`)).json.code).toBe('forbidden_by_policy');
    expect((await asCarol.get(`/files/${late?.id}`)).json.id).toBe(late?.id);
  });

  test('of a person hold the whole second in which their time ends, which the format states without a fraction', async () => {
    const end = '2026-12-31T23:59:59Z';
    let now = Date.parse(end) + 500;
    await using own = await startTestService({ clock: { now: () => now } });
    const root = callerOf(own, own.person.token);
    const [last] = (await root.upload({ name: 'last', parent: { id: '0' } }, 'a')).json.entries;
    now = Date.parse(end) + 1_000;
    await root.upload({ name: 'late', parent: { id: '0' } }, 'b');
    const period = { filter_started_at: '2026-01-01T00:00:00Z', filter_ended_at: end };
    const { json: policy, bytes } = await root.post('/legal_hold_policies', { policy_name: 'Case', ...period });
    expect(bytes.toString()).toContain('"filter_ended_at":"2026-12-31T23:59:59.000Z"');
    const assign_to = { type: 'user', id: own.person.id };
    const assigned = await root.post('/legal_hold_policy_assignments', { policy_id: policy.id, assign_to });
    const held = await root.get(`/legal_hold_policy_assignments/${assigned.json.id}/files_on_hold`);
    expect(held.json.entries.map(({ id }) => id)).toEqual([last?.id]);
  });

  test('list the files whose current version they hold, and the past versions, page by page', async () => {
    const file = await newFile();
    const assignment = await assign('file', file.id);
    await bob.upload({ name: file.name }, 'second', `/files/${file.id}/content`);
    const path = `/legal_hold_policy_assignments/${assignment.id}`;
    const files = (await admin.get(`${path}/files_on_hold?fields=size&limit=1`)).json;
    expect(files).toMatchObject({ limit: 1, next_marker: null, entries: [{ id: file.id, size: 6 }] });
    const versions = (await admin.get(`${path}/file_versions_on_hold`)).json.entries;
    expect(versions.map(({ id }) => id)).toEqual([file.file_version.id]);
  });

  test('are refused for interactions, for a missing target, twice on one target and under a released policy', async () => {
    const policy = await newPolicy();
    const file = await newFile();
    const post = async (type: string, id: string, policy_id = policy.id) =>
      (await admin.post('/legal_hold_policy_assignments', { policy_id, assign_to: { type, id } })).status;
    expect(await post('interactions', bobPerson.id)).toBe(400);
    for (const type of ['file', 'folder', 'file_version', 'user', 'ownership'])
      expect(await post(type, '99')).toBe(404);
    expect(await post('file', file.id, '99')).toBe(404);
    expect(await post('file', file.id)).toBe(201);
    expect(await post('file', file.id)).toBe(409);
    await admin.delete(`/legal_hold_policies/${policy.id}`);
    expect(await post('file', file.id)).toBe(409);
  });

  test('are listed for one policy, by target', async () => {
    const policy = await newPolicy();
    const [one, two] = [await newFile(), await newFile()];
    const first = await assign('file', one.id, policy);
    await assign('file_version', two.file_version.id, policy);
    const list = async (query: string) =>
      (await admin.get(`/legal_hold_policy_assignments?policy_id=${policy.id}${query}`)).json.entries;
    expect(await list('')).toHaveLength(2);
    expect((await list('&assign_to_type=file')).map(({ id }) => id)).toEqual([first.id]);
    expect(await list(`&assign_to_type=file&assign_to_id=${two.id}`)).toEqual([]);
    expect((await admin.get('/legal_hold_policy_assignments')).json.code).toBe('missing_parameter');
  });

  test('tell the administrators of each beginning and each end', async () => {
    const types = async () =>
      (
        await admin.get(
          '/events?stream_type=admin_logs&limit=500&event_type=LEGAL_HOLD_POLICY_CREATE,LEGAL_HOLD_ASSIGNMENT_CREATE,LEGAL_HOLD_ASSIGNMENT_DELETE,LEGAL_HOLD_POLICY_DELETE',
        )
      ).json.entries.map(({ event_type }) => event_type);
    const before = (await types()).length;
    const policy = await newPolicy();
    await assign('file', (await newFile()).id, policy);
    await admin.delete(`/legal_hold_policies/${policy.id}`);
    expect((await types()).slice(before)).toEqual([
      'LEGAL_HOLD_POLICY_CREATE',
      'LEGAL_HOLD_ASSIGNMENT_CREATE',
      'LEGAL_HOLD_ASSIGNMENT_DELETE',
      'LEGAL_HOLD_POLICY_DELETE',
    ]);
  });
});
