import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishReleases } from '../../../../service/domain/governance/legal-holds/finish-releases.ts';
import { disposeOfExpired } from '../../../../service/domain/upkeep/dispose.ts';
import { purgeExpiredTrash } from '../../../../service/domain/upkeep/purge-expired.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const day = 24 * 3600 * 1000;

let service: TestService;
let admin: ServiceCaller;
let bob: ServiceCaller;
let bobId: string;
let late = 0;
let names = 0;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => Date.now() + late } });
  admin = callerOf(service, service.person.token);
  const person = await service.addPerson('bob@example.com', 'Bob');
  bob = callerOf(service, person.token);
  bobId = person.id;
});
afterAll(() => service.stop());

const fresh = (what: string) => `${what} ${++names}`;
const pass = (days: number) => {
  late += days * day;
};

const finite = (days: number, more: object = {}) => ({
  policy_type: 'finite',
  retention_length: days,
  disposition_action: 'remove_retention',
  ...more,
});

async function newPolicy(more: object = finite(10)): Promise<Seen> {
  const { status, json } = await admin.post('/retention_policies', { policy_name: fresh('Policy'), ...more });
  expect(status).toBe(201);
  return json;
}

async function retain(folderId: string, policy: Seen): Promise<Seen> {
  const assign_to = { type: 'folder', id: folderId };
  const { status, json } = await admin.post('/retention_policy_assignments', { policy_id: policy.id, assign_to });
  expect(status).toBe(201);
  return json;
}

async function newFile(parent: string, content = 'text'): Promise<Seen> {
  const { json } = await bob.upload({ name: fresh('file'), parent: { id: parent } }, content);
  const [file] = json.entries;
  if (!file) throw new Error('The upload answered without an entry.');
  return file;
}

const newFolder = async () => (await bob.post('/folders', { name: fresh('folder'), parent: { id: '0' } })).json;

async function purge(file: Seen): Promise<readonly [status: number, code: string]> {
  await bob.delete(`/files/${file.id}`);
  const { status, json } = await bob.delete(`/files/${file.id}/trash`);
  return [status, json.code];
}

const kept = [403, 'forbidden_by_policy'];

describe('retention policies', () => {
  test('report their length in days as a string, or indefinite', async () => {
    const indefinite = { policy_type: 'indefinite', disposition_action: 'remove_retention' };
    expect(await newPolicy(finite(365))).toMatchObject({ retention_length: '365', policy_type: 'finite' });
    expect(await newPolicy(finite(1, { retention_length: '7' }))).toMatchObject({ retention_length: '7' });
    expect(await newPolicy(indefinite)).toMatchObject({ retention_length: 'indefinite', policy_type: 'indefinite' });
    for (const wrong of [
      { ...indefinite, retention_length: 5 },
      finite(1, { retention_length: undefined }),
      finite(0),
      finite(1, { retention_length: '1.5' }),
      finite(365_001),
      finite(5, { max_extension_length: 5 }),
    ]) {
      expect((await admin.post('/retention_policies', { policy_name: fresh('x'), ...wrong })).status).toBe(400);
    }
  });

  test('have unique names, and limits: name 255, description 500', async () => {
    const { name } = { name: fresh('Unique') };
    const make = (more: object) =>
      admin.post('/retention_policies', { policy_name: fresh('x'), ...finite(1), ...more });
    expect((await make({ policy_name: name })).status).toBe(201);
    expect((await make({ policy_name: name })).status).toBe(409);
    expect((await make({ policy_name: 'n'.repeat(256) })).status).toBe(400);
    expect((await make({ description: 'd'.repeat(501) })).status).toBe(400);
    expect((await make({ custom_notification_recipients: [{ id: '99' }] })).status).toBe(404);
  });

  test('are listed with a case-sensitive prefix, by type and by creator, as entries, limit, next_marker', async () => {
    const made = [await newPolicy({ policy_name: 'Prefix_a', ...finite(1) })];
    made.push(await newPolicy({ policy_name: 'Prefix_b', ...finite(1) }));
    await newPolicy({ policy_name: 'prefix_c', ...finite(1) });
    const list = async (query: string) => (await admin.get(`/retention_policies?${query}`)).json;
    const first = await list('policy_name=Prefix_&limit=1');
    expect(Object.keys(first).sort()).toEqual(['entries', 'limit', 'next_marker']);
    const second = await list(`policy_name=Prefix_&limit=1&marker=${encodeURIComponent(first.next_marker ?? '')}`);
    expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(second.next_marker).toBeNull();
    expect((await list('policy_name=Prefix_&policy_type=indefinite')).entries).toEqual([]);
    expect((await list(`policy_name=Prefix_&created_by_user_id=${bobId}`)).entries).toEqual([]);
    expect((await list('policy_name=Prefix_&fields=status')).entries[0]).toEqual({
      id: made[0]?.id,
      type: 'retention_policy',
      policy_name: 'Prefix_a',
      retention_length: '1',
      disposition_action: 'remove_retention',
      status: 'active',
    });
    expect((await admin.get('/retention_policies?created_by_user_id=99')).status).toBe(404);
    expect((await admin.get('/retention_policies?policy_type=some')).status).toBe(400);
    expect((await bob.get('/retention_policies')).status).toBe(403);
  });

  test('keep every setting that an update sends as null', async () => {
    const { modified_at: _, ...policy } = await newPolicy(finite(10, { description: 'of all years' }));
    const names =
      'policy_name description disposition_action status retention_type retention_length can_owner_extend_retention ' +
      'max_extension_length are_owners_notified custom_notification_recipients';
    const nulls = Object.fromEntries(names.split(' ').map((name) => [name, null]));
    const { status, json } = await admin.put(`/retention_policies/${policy.id}`, nulls);
    expect([status, json]).toEqual([200, expect.objectContaining(policy)]);
  });

  test('non-modifiable ones only become stricter', async () => {
    const { id } = await newPolicy(finite(10, { retention_type: 'non-modifiable' }));
    const put = async (body: object) => (await admin.put(`/retention_policies/${id}`, body)).json.code;
    expect(await put({ retention_length: 9 })).toBe('forbidden_by_policy');
    expect(await put({ retention_type: 'modifiable' })).toBe('forbidden_by_policy');
    expect((await admin.delete(`/retention_policies/${id}`)).json.code).toBe('forbidden_by_policy');
    expect((await admin.put(`/retention_policies/${id}`, { retention_length: 11 })).json).toMatchObject({
      retention_length: '11',
      retention_type: 'non_modifiable',
    });
  });

  test('non-modifiable ones can get another disposition action, which decides at their end', async () => {
    const fatal = finite(1, { retention_type: 'non_modifiable', disposition_action: 'permanently_delete' });
    const [policy, folder] = [await newPolicy(fatal), await newFolder()];
    await retain(folder.id, policy);
    const file = await newFile(folder.id);
    const { json } = await admin.put(`/retention_policies/${policy.id}`, { disposition_action: 'remove_retention' });
    expect(json).toMatchObject({ disposition_action: 'remove_retention', retention_type: 'non_modifiable' });
    pass(2);
    await disposeOfExpired(service.service);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(200);
  });

  test('retire permanently, and then take in nothing new', async () => {
    const policy = await newPolicy();
    const folder = await newFolder();
    await retain(folder.id, policy);
    const before = await newFile(folder.id);
    const path = `/retention_policies/${policy.id}`;
    expect((await admin.put(path, { status: 'retired' })).json.status).toBe('retired');
    expect((await admin.put(path, { status: 'active' })).json.code).toBe('invalid_status');
    const body = { policy_id: policy.id, assign_to: { type: 'folder', id: (await newFolder()).id } };
    expect((await admin.post('/retention_policy_assignments', body)).status).toBe(409);
    expect(await purge(before)).toEqual(kept);
    expect((await purge(await newFile(folder.id)))[0]).toBe(204);
  });
});

describe('retention assignments', () => {
  test('keep existing and new files from permanent deletion until the retention period ends', async () => {
    const folder = await newFolder();
    const before = await newFile(folder.id);
    pass(4);
    const assignment = await retain(folder.id, await newPolicy(finite(10)));
    const after = await newFile(folder.id);
    expect(assignment).toMatchObject({
      assigned_to: { type: 'folder', id: folder.id },
      start_date_field: 'upload_date',
    });
    expect(await purge(before)).toEqual(kept);
    expect(await purge(after)).toEqual(kept);
    pass(6);
    expect((await purge(before))[0]).toBe(204);
    expect(await purge(after)).toEqual(kept);
    await purgeExpiredTrash(service.service);
    expect((await bob.get(`/files/${after.id}`)).json.item_status).toBe('trashed');
    pass(4);
    expect((await purge(after))[0]).toBe(204);
  });

  test('lists: the files whose current version is retained, the past versions, the assignments by type', async () => {
    const folder = await newFolder();
    const policy = await newPolicy();
    const { id } = await retain(folder.id, policy);
    const file = await newFile(folder.id);
    await bob.upload({ name: file.name }, 'second', `/files/${file.id}/content`);
    const path = `/retention_policy_assignments/${id}`;
    expect((await admin.get(`${path}/files_under_retention`)).json.entries.map((entry) => entry.id)).toEqual([file.id]);
    const versions = (await admin.get(`${path}/file_versions_under_retention`)).json.entries;
    expect(versions.map((entry) => entry.id)).toEqual([file.file_version.id]);
    const assignments = async (type: string) =>
      (await admin.get(`/retention_policies/${policy.id}/assignments?type=${type}`)).json.entries.length;
    expect([await assignments('folder'), await assignments('enterprise')]).toEqual([1, 0]);
    expect((await admin.get(`/retention_policies/${policy.id}`)).json).toMatchObject({
      assignment_counts: { folder: 1, enterprise: 0, metadata_template: 0 },
    });
  });

  test('are refused where an equal or longer policy is already, and for what cannot be', async () => {
    const folder = await newFolder();
    await retain(folder.id, await newPolicy(finite(10)));
    const post = async (policy: Seen, assign_to: object, more: object = {}) =>
      (await admin.post('/retention_policy_assignments', { policy_id: policy.id, assign_to, ...more })).status;
    const here = { type: 'folder', id: folder.id };
    expect(await post(await newPolicy(finite(10)), here)).toBe(409);
    expect(await post(await newPolicy(finite(9)), here)).toBe(409);
    const longer = await newPolicy(finite(11));
    expect(await post(longer, { type: 'folder', id: '99' })).toBe(404);
    expect(await post(longer, { type: 'folder' })).toBe(400);
    expect(await post(longer, { type: 'metadata_template', id: 'x' })).toBe(400);
    expect(await post(longer, here, { start_date_field: 'x' })).toBe(400);
    expect(await post(longer, here, { filter_fields: [{ field: 'a', value: 'b' }] })).toBe(400);
    expect(await post(longer, { type: 'enterprise', id: '99' })).toBe(404);
    expect(await post({ ...longer, id: '99' }, here)).toBe(404);
    expect(await post(longer, here)).toBe(201);
  });

  test('on the enterprise keep everything, until they are taken away', async () => {
    const { json } = await admin.post('/retention_policy_assignments', {
      policy_id: (await newPolicy(finite(1))).id,
      assign_to: { type: 'enterprise', id: null },
    });
    expect(json).toMatchObject({ assigned_to: { type: 'enterprise', id: null } });
    const file = await newFile('0');
    expect(await purge(file)).toEqual(kept);
    expect((await admin.delete(`/retention_policy_assignments/${json.id}`)).status).toBe(204);
    expect((await bob.delete(`/files/${file.id}/trash`)).status).toBe(204);
  });

  test('of non-modifiable policies cannot be taken away', async () => {
    const { id } = await retain(
      (await newFolder()).id,
      await newPolicy(finite(1, { retention_type: 'non_modifiable' })),
    );
    expect((await admin.delete(`/retention_policy_assignments/${id}`)).json.code).toBe('forbidden_by_policy');
  });
});

describe('disposition', () => {
  const deletion = (days: number, more: object = {}) =>
    finite(days, { disposition_action: 'permanently_delete', ...more });

  test('permanently_delete removes past versions and files when their days are over, for everybody to see', async () => {
    const folder = await newFolder();
    await retain(folder.id, await newPolicy(deletion(5)));
    const file = await newFile(folder.id, 'first');
    pass(3);
    await bob.upload({ name: file.name }, 'second', `/files/${file.id}/content`);
    pass(2);
    await disposeOfExpired(service.service);
    expect((await bob.get(`/files/${file.id}/versions`)).json.entries).toEqual([]);
    expect((await bob.get(`/files/${file.id}`)).json.item_status).toBe('active');
    const { next_stream_position } = (await bob.get('/events?stream_position=now')).json;
    pass(3);
    await disposeOfExpired(service.service);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(404);
    expect((await bob.get(`/folders/${folder.id}?fields=size`)).json.size).toBe(0);
    const events = (await bob.get(`/events?stream_position=${next_stream_position}`)).json.entries;
    expect(events.map(({ event_type, source }) => [event_type, source.id])).toEqual([['ITEM_TRASH', file.id]]);
  });

  test('remove_retention lifts it, and the file stays', async () => {
    const folder = await newFolder();
    const { id } = await retain(folder.id, await newPolicy(finite(2)));
    const file = await newFile(folder.id);
    pass(2);
    await disposeOfExpired(service.service);
    expect((await admin.get(`/retention_policy_assignments/${id}/files_under_retention`)).json.entries).toEqual([]);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(200);
  });

  test('waits for a legal hold, and resumes after its release', async () => {
    const folder = await newFolder();
    await retain(folder.id, await newPolicy(deletion(1)));
    const file = await newFile(folder.id);
    const hold = (await admin.post('/legal_hold_policies', { policy_name: fresh('Case'), is_ongoing: true })).json;
    const assign_to = { type: 'file', id: file.id };
    await admin.post('/legal_hold_policy_assignments', { policy_id: hold.id, assign_to });
    pass(1);
    await disposeOfExpired(service.service);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(200);
    await admin.delete(`/legal_hold_policies/${hold.id}`);
    await finishReleases(service.service);
    await disposeOfExpired(service.service);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(404);
  });

  test('of several policies the longest decides', async () => {
    const folder = await newFolder();
    await retain(folder.id, await newPolicy(deletion(1)));
    await retain(folder.id, await newPolicy(finite(3)));
    const file = await newFile(folder.id);
    pass(3);
    await disposeOfExpired(service.service);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(200);
    expect((await purge(file))[0]).toBe(204);
  });

  test('can_owner_extend_retention: the owner puts disposition_at off, never nearer, as far as the policy lets', async () => {
    const folder = await newFolder();
    const extendable = { can_owner_extend_retention: true, max_extension_length: 5 };
    await retain(folder.id, await newPolicy(deletion(2, extendable)));
    const file = await newFile(folder.id);
    const path = `/files/${file.id}?fields=disposition_at`;
    const read = async () => JSON.parse((await bob.get(path)).bytes.toString()).disposition_at as string;
    const first = Date.parse(await read());
    expect(first).toBe(Date.parse((await bob.get(`/files/${file.id}`)).json.created_at) + 2 * day);
    const put = (days: number, by = bob) =>
      by.put(path, { disposition_at: new Date(first + days * day).toISOString() });
    expect((await put(6)).json.code).toBe('forbidden_by_policy');
    expect((await put(4)).status).toBe(200);
    expect(Date.parse(await read())).toBe(first + 4 * day);
    expect((await put(3)).json.code).toBe('forbidden_by_policy');
    const accessible_by = { type: 'user', login: service.person.login };
    await bob.post('/collaborations', { item: { type: 'file', id: file.id }, accessible_by, role: 'editor' });
    expect((await put(5, admin)).json.code).toBe('access_denied_insufficient_permissions');
    pass(3);
    await disposeOfExpired(service.service);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(200);
    pass(3);
    await disposeOfExpired(service.service);
    expect((await bob.get(`/files/${file.id}`)).status).toBe(404);
  });

  test('remove_retention waits for the end of an extension: until then the file cannot be permanently deleted', async () => {
    const folder = await newFolder();
    const { id } = await retain(folder.id, await newPolicy(finite(2, { can_owner_extend_retention: true })));
    const file = await newFile(folder.id);
    const path = `/files/${file.id}?fields=disposition_at`;
    const first = Date.parse(JSON.parse((await bob.get(path)).bytes.toString()).disposition_at as string);
    const extended = await bob.put(path, { disposition_at: new Date(first + 4 * day).toISOString() });
    expect(extended.status).toBe(200);

    pass(3);
    await disposeOfExpired(service.service);
    const under = await admin.get(`/retention_policy_assignments/${id}/files_under_retention`);
    expect(under.json.entries.map((entry) => entry.id)).toEqual([file.id]);
    expect(await purge(file)).toEqual(kept);

    pass(4);
    await disposeOfExpired(service.service);
    expect((await bob.delete(`/files/${file.id}/trash`)).status).toBe(204);
  });

  test('a file that no policy retains has no disposition_at, and gets none', async () => {
    const file = await newFile('0');
    expect(JSON.parse((await bob.get(`/files/${file.id}?fields=disposition_at`)).bytes.toString())).toMatchObject({
      disposition_at: null,
    });
    const disposition_at = new Date(Date.now() + late + day).toISOString();
    expect((await bob.put(`/files/${file.id}`, { disposition_at })).json.code).toBe('forbidden_by_policy');
  });

  test('is carried out once, also when several processes do it at the same time', async () => {
    const folder = await newFolder();
    await retain(folder.id, await newPolicy(deletion(1)));
    for (const _ of [1, 2, 3]) await newFile(folder.id);
    pass(1);
    const runs = await Promise.all([1, 2, 3].map(async () => disposeOfExpired(service.service)));
    expect(runs.reduce((sum, ended) => sum + ended, 0)).toBe(3);
    expect((await bob.get(`/folders/${folder.id}/items`)).json.entries).toEqual([]);
    expect((await bob.get(`/folders/${folder.id}?fields=size`)).json.size).toBe(0);
  });

  test('the administrators see assignments and ended retentions in their log', async () => {
    const types = 'RETENTION_POLICY_ASSIGNMENT_ADD,DATA_RETENTION_REMOVE_RETENTION';
    const told = async () =>
      (await admin.get(`/events?stream_type=admin_logs&limit=500&event_type=${types}`)).json.entries.map(
        ({ event_type }) => event_type,
      );
    const before = (await told()).length;
    const folder = await newFolder();
    await retain(folder.id, await newPolicy(finite(1)));
    await newFile(folder.id);
    pass(1);
    await disposeOfExpired(service.service);
    expect((await told()).slice(before)).toEqual([
      'RETENTION_POLICY_ASSIGNMENT_ADD',
      'DATA_RETENTION_REMOVE_RETENTION',
    ]);
  });
});
