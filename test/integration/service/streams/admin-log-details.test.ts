import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminLogEntries, type LoggedChange } from '../../../support/service/callers/admin-log.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: TestPerson;
let asBob: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  bob = await service.addPerson('bob@example.com', 'Bob');
  asBob = callerOf(service, bob.token);
});
afterAll(() => service.stop());

const entriesOf = (act: LoggedChange) => adminLogEntries(service, ann, act);
const fresh = (what: string) => `${what} ${++made}`;
const parent = { id: '0' };

const newFile = async () => String((await ann.upload({ name: fresh('file'), parent }, 'text')).json.entries[0]?.id);
const newFolder = async (name: string) => (await ann.post('/folders', { name, parent })).json.id;
const newUser = async () => (await ann.post('/users', { login: `user${++made}@example.com`, name: 'User' })).json.id;
const invite = (folder: string) =>
  ann.post('/collaborations', {
    item: { type: 'folder', id: folder },
    accessible_by: { type: 'user', login: bob.login },
    role: 'editor',
  });

test('the log names the email alias that an account got', async () => {
  const [user, email] = [await newUser(), `alias${++made}@example.com`];
  const [entry] = await entriesOf(() => ann.post(`/users/${user}/email_aliases`, { email }));
  expect(entry).toMatchObject({ source: { type: 'user', id: Number(user) }, additional_details: { email } });
});

test('an invitation that waits is in the log once it is made, and again in the name of who accepts it', async () => {
  const name = fresh('plans');
  await asBob.post('/folders', { name, parent });
  const folder = await newFolder(name);
  const made = await entriesOf(() => invite(folder));
  expect(made.map(({ event_type }) => event_type)).toEqual(['COLLABORATION_INVITE']);
  const own = (await asBob.get('/folders/0/items?limit=1000')).json.entries.find((item) => item.name === name);
  await asBob.put(`/folders/${own?.id}`, { name: fresh('other') });
  const accepted = await entriesOf(() => asBob.put(`/collaborations/${made[0]?.source.id}`, { status: 'accepted' }));
  expect(accepted.map(({ event_type, created_by }) => [event_type, created_by.id])).toEqual([
    ['COLLABORATION_ACCEPT', bob.id],
  ]);
});

test('the log tells a permanent deletion from one into the trash', async () => {
  const id = await newFile();
  const permanently = { additional_details: { is_permanent: true, is_automatic: false } };
  const [trashed] = await entriesOf(() => ann.delete(`/files/${id}`));
  expect(trashed).not.toMatchObject(permanently);
  expect(await entriesOf(() => ann.delete(`/files/${id}/trash`))).toMatchObject([permanently]);
});

/** Changes that rename a file along with something else, and their types in the log. */
const renames: readonly (readonly [
  change: string,
  rename: (id: string, name: string) => Promise<LoggedChange>,
  type: string,
])[] = [
  ['a new version', async (id, name) => () => ann.upload({ name }, 'more', `/files/${id}/content`), 'UPLOAD'],
  [
    'a promoted version',
    async (id, name) => {
      const past = (await ann.get(`/files/${id}`)).json.file_version.id;
      await ann.upload({}, 'more', `/files/${id}/content`);
      return () => ann.post(`/files/${id}/versions/current`, { id: past, name });
    },
    'FILE_VERSION_RESTORE',
  ],
  [
    'a restored file',
    async (id, name) => {
      await ann.delete(`/files/${id}`);
      return () => ann.post(`/files/${id}`, { name });
    },
    'UNDELETE',
  ],
];

test.each(renames)('the log has both names of %s that is renamed with it', async (_change, rename, type) => {
  const [id, new_name] = [await newFile(), fresh('renamed')];
  const old_name = (await ann.get(`/files/${id}`)).json.name;
  expect(await entriesOf(await rename(id, new_name))).toMatchObject([
    { event_type: type, source: { item_name: new_name }, additional_details: { old_name, new_name } },
  ]);
});

test('the log has a lock without the rename beside it', async () => {
  const id = await newFile();
  const entries = await entriesOf(() => ann.put(`/files/${id}`, { name: fresh('renamed'), lock: { type: 'lock' } }));
  expect(entries.map(({ event_type }) => event_type)).toEqual(['RENAME', 'LOCK']);
  expect(Reflect.get(entries[1] ?? {}, 'additional_details')).not.toHaveProperty('old_name');
});

test('the log names the group of a collaboration', async () => {
  const name = fresh('group');
  const group = (await ann.post('/groups', { name })).json.id;
  const item = { type: 'folder', id: await newFolder(fresh('shared')) };
  const accessible_by = { type: 'group', id: group };
  const entries = await entriesOf(() => ann.post('/collaborations', { item, accessible_by, role: 'editor' }));
  expect(entries.map(({ event_type, source }) => [event_type, source.accessible_by.name])).toEqual([
    ['COLLABORATION_INVITE', name],
    ['GROUP_ADD_ITEM', name],
    ['COLLABORATION_ACCEPT', name],
  ]);
});

test('the log has the permissions of a group administrator as the membership has them', async () => {
  const group = (await ann.post('/groups', { name: fresh('group') })).json;
  const membership = { user: { id: bob.id }, group: { id: group.id }, role: 'admin' };
  const entries = await entriesOf(() => ann.post('/group_memberships', membership));
  expect(entries.find(({ event_type }) => event_type === 'GROUP_ADMIN_CREATED')).toMatchObject({
    additional_details: { user_id: bob.id, configurable_permissions: null },
  });
});
