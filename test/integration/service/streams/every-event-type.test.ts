import { expect, test } from 'vitest';
import { builtInClient, deviceFields } from '../../../../contract/oauth.ts';
import { adminEventTypes } from '../../../../contract/resources/streams/admin-event.ts';
import { eventTypes } from '../../../../contract/resources/streams/event.ts';
import { expireCollaborations } from '../../../../service/domain/collaborations/expire-collaborations.ts';
import { expireSharedLinks } from '../../../../service/domain/tree/shared-links/expire-shared-links.ts';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { postOAuth, refresh, signedInBrowser, signInNatively } from '../../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const hour = 3_600_000;
const parent = { id: '0' };

/** A service with an administrator, a user and a clock that can be moved on. */
async function openWorld() {
  let late = 0;
  const service = await startTestService({ clock: { now: () => Date.now() + late } });
  const ann = callerOf(service, service.person.token);
  const bob = await service.addPerson('bob@example.com', 'Bob');
  let made = 0;
  const fresh = (what: string) => `${what} ${++made}`;
  const idOf = async (path: string, body: object) => (await ann.post(path, body)).json.id;
  const newFile = async () => String((await ann.upload({ name: fresh('f'), parent }, 'text')).json.entries[0]?.id);
  return {
    service,
    ann,
    bob,
    asBob: callerOf(service, bob.token),
    fresh,
    idOf,
    newFile,
    newFolder: () => idOf('/folders', { name: fresh('folder'), parent }),
    inAnHour: () => new Date(Date.now() + late + hour).toISOString(),
    passAnHour: () => {
      late += hour + 1;
    },
    [Symbol.asyncDispose]: () => service.stop(),
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

async function useItems({ ann, service, newFile, newFolder, fresh }: World): Promise<void> {
  const [id, folder] = [await newFile(), await newFolder()];
  const path = `/files/${id}`;
  const past = (await ann.get(path)).json.file_version.id;
  await ann.upload({}, 'more', `${path}/content`);
  await ann.post(`${path}/versions/current`, { type: 'file_version', id: past });
  await ann.put(path, { name: fresh('renamed') });
  await ann.put(path, { description: 'described', tags: ['tag'] });
  await ann.put(path, { parent: { id: folder } });
  await ann.post(`${path}/copy`, { name: fresh('copy'), parent });
  await ann.put(path, { lock: { type: 'lock' } });
  await ann.put(path, { lock: null });
  const collections = (await ann.get('/collections')).json.entries.map((one) => ({ id: one.id }));
  await ann.put(path, { collections });
  await ann.put(path, { collections: [] });
  await ann.delete(path);
  await ann.post(path, {});
  await ann.download(id);
  await ann.put(`/folders/${folder}`, { can_non_owners_invite: false });
  const shown = String((await ann.upload({ name: 'shown.txt', parent }, 'text')).json.entries[0]?.id);
  const { expiring_embed_link } = (await ann.get(`/files/${shown}?fields=expiring_embed_link`)).json;
  await ann.send('GET', expiring_embed_link.url);
  await service.service.uses.settled();
}

async function share({ ann, asBob, bob, service, newFile, newFolder, idOf, ...world }: World): Promise<void> {
  const file = `/files/${await newFile()}`;
  await ann.put(file, { shared_link: { access: 'open' } });
  await ann.put(file, { shared_link: { access: 'company' } });
  await ann.put(file, { shared_link: null });
  await ann.put(file, { shared_link: { access: 'open' } });
  await ann.put(file, { shared_link: { unshared_at: world.inAnHour() } });
  const invite = async (by: object, more: object = {}) => {
    const item = { type: 'folder', id: await newFolder() };
    return idOf('/collaborations', { item, accessible_by: by, role: 'editor', ...more });
  };
  const toBob = { type: 'user', login: bob.login };
  const collaboration = await invite(toBob);
  await ann.put(`/collaborations/${collaboration}`, { role: 'viewer' });
  await ann.put(`/collaborations/${collaboration}`, { expires_at: world.inAnHour() });
  await ann.delete(`/collaborations/${await invite(toBob)}`);
  await invite({ type: 'user', login: 'unknown@elsewhere.example' });
  const group = await idOf('/groups', { name: 'with items' });
  await ann.delete(`/collaborations/${await invite({ type: 'group', id: group })}`);
  world.passAnHour();
  await expireSharedLinks(service.service);
  await expireCollaborations(service.service);
  const request = await idOf('/file_requests', { folder: { id: await newFolder() }, title: 'send me' });
  await ann.put(`/file_requests/${request}`, { title: 'send me all' });
  await ann.delete(`/file_requests/${request}`);
}

async function takeNotes({ ann, service, newFile, idOf, fresh }: World): Promise<void> {
  const file = { type: 'file', id: await newFile() };
  const comment = await idOf('/comments', { message: 'hello', item: file });
  await ann.put(`/comments/${comment}`, { message: 'new' });
  await ann.delete(`/comments/${comment}`);
  const task = await idOf('/tasks', { item: file });
  await ann.put(`/tasks/${task}`, { message: 'new' });
  const assignment = await idOf('/task_assignments', { task: { id: task }, assign_to: { id: service.person.id } });
  await ann.put(`/task_assignments/${assignment}`, { message: 'soon' });
  await ann.delete(`/task_assignments/${assignment}`);
  const patch = (path: string, steps: unknown) =>
    ann.put(path, steps, { 'content-type': 'application/json-patch+json' });
  const schema = '/metadata_templates/enterprise/contract/schema';
  await ann.post('/metadata_templates/schema', {
    scope: 'enterprise',
    templateKey: 'contract',
    displayName: 'Contract',
    copyInstanceOnItemCopy: true,
    fields: [{ type: 'string', key: 'client', displayName: 'Client' }],
  });
  await patch(schema, [{ op: 'editTemplate', data: { displayName: 'Other' } }]);
  const metadata = `/files/${file.id}/metadata/enterprise/contract`;
  await ann.post(metadata, {});
  await patch(metadata, [{ op: 'add', path: '/client', value: 'Acme' }]);
  await ann.post(`/files/${file.id}/copy`, { name: fresh('copy'), parent });
  await ann.delete(metadata);
  await ann.delete(schema);
}

async function changePeople({ ann, bob, idOf }: World): Promise<void> {
  const user = await idOf('/users', { login: 'carol@example.com', name: 'Carol' });
  await ann.put(`/users/${user}`, { role: 'coadmin' });
  const alias = await idOf(`/users/${user}/email_aliases`, { email: 'alias@example.com' });
  await ann.delete(`/users/${user}/email_aliases/${alias}`);
  await ann.delete(`/users/${user}`);
  const group = await idOf('/groups', { name: 'group' });
  await ann.put(`/groups/${group}`, { description: 'text' });
  const member = await idOf('/group_memberships', { user: { id: bob.id }, group: { id: group }, role: 'admin' });
  await ann.put(`/group_memberships/${member}`, { configurable_permissions: { can_run_reports: false } });
  await ann.put(`/group_memberships/${member}`, { role: 'member' });
  await ann.delete(`/group_memberships/${member}`);
  await ann.delete(`/groups/${group}`);
}

async function signIn({ service, ann, bob }: World): Promise<void> {
  const device = { [deviceFields.id]: '0f3c9a77-laptop', [deviceFields.name]: 'Laptop' };
  const browser = await signedInBrowser(service);
  await signedInBrowser(service, bob.login);
  const other = browserOf(service.publicUrl);
  await other.submit(await other.get('/sign-in'), { login: bob.login, password: 'not the password' });
  const one = await signInNatively(service, browser, device);
  await postOAuth(service, 'revoke', { client_id: builtInClient.id, token: one.json['access_token'] ?? '' });
  const two = await signInNatively(service, browser);
  const renewed = await refresh(service, two.json['refresh_token'] ?? '');
  await refresh(service, renewed.json['refresh_token'] ?? '');
  await refresh(service, two.json['refresh_token'] ?? '');
  const [pin] = (await ann.get(`/enterprises/${service.service.settings.enterprise.id}/device_pinners`)).json.entries;
  await ann.delete(`/device_pinners/${pin?.id}`);
}

async function govern({ ann, bob, idOf, newFolder }: World): Promise<void> {
  const hold = await idOf('/legal_hold_policies', { policy_name: 'hold', is_ongoing: true });
  await ann.put(`/legal_hold_policies/${hold}`, { description: 'text' });
  const assign_to = { type: 'user', id: bob.id };
  const assignment = await idOf('/legal_hold_policy_assignments', { policy_id: hold, assign_to });
  await ann.delete(`/legal_hold_policy_assignments/${assignment}`);
  await ann.delete(`/legal_hold_policies/${hold}`);
  const policy = await idOf('/retention_policies', {
    policy_name: 'retention',
    policy_type: 'finite',
    retention_length: 1,
    disposition_action: 'remove_retention',
  });
  const folder = { type: 'folder', id: await newFolder() };
  await ann.post('/retention_policy_assignments', { policy_id: policy, assign_to: folder });
  await ann.delete(`/retention_policies/${policy}`);
}

async function typesIn({ service }: TestService, caller: ServiceCaller, stream: string): Promise<string[]> {
  await service.uses.settled();
  const { entries } = (await caller.get(`/events?stream_type=${stream}&stream_position=0&limit=500`)).json;
  expect(entries.length).toBeLessThan(500);
  return entries.map(({ event_type }) => event_type);
}

test('every event type of the contract occurs, and no other', async () => {
  await using world = await openWorld();
  for (const act of [useItems, share, takeNotes, changePeople, govern, signIn]) await act(world);
  const { service, ann, asBob } = world;

  const ofUsers = [...(await typesIn(service, ann, 'all')), ...(await typesIn(service, asBob, 'all'))];
  expect([...new Set(ofUsers)].toSorted()).toEqual([...eventTypes].toSorted());
  expect([...new Set(await typesIn(service, ann, 'admin_logs'))].toSorted()).toEqual([...adminEventTypes].toSorted());
});

test('a new tag is in the stream of all events, with its item, and in no stream of changes', async () => {
  await using world = await openWorld();
  const { service, ann, newFile } = world;
  const id = await newFile();
  const set = (tags: readonly string[]) => ann.put(`/files/${id}`, { tags });
  const tagged = async (stream: string) =>
    (await typesIn(service, ann, stream)).filter((type) => type === 'TAG_ITEM_CREATE').length;

  await set(['one', 'two']);
  expect([await tagged('all'), await tagged('changes')]).toEqual([1, 0]);
  await set(['two']);
  expect(await tagged('all')).toBe(1);
  await set(['two', 'three']);
  const { entries } = (await ann.get('/events?stream_position=0&event_type=TAG_ITEM_CREATE')).json;
  const { etag } = (await ann.get(`/files/${id}`)).json;
  expect(entries.map(({ source }) => source.id)).toEqual([id, id]);
  expect(entries.at(-1)?.source).toMatchObject({ type: 'file', etag });
});
