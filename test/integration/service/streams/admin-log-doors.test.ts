import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminLogEntries, type Door, having, type LoggedChange } from '../../../support/service/callers/admin-log.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: TestPerson;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  bob = await service.addPerson('bob@example.com', 'Bob');
});
afterAll(() => service.stop());

const fresh = (what: string) => `${what} ${++made}`;
const parent = { id: '0' };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const newFile = async (folder = '0') =>
  String((await ann.upload({ name: fresh('file'), parent: { id: folder } }, 'text')).json.entries[0]?.id);
const newFolder = (name = fresh('folder')) => idOf('/folders', { name, parent });
const idOf = async (path: string, body: object) => (await ann.post(path, body)).json.id;

const entriesOf = (act: LoggedChange) => adminLogEntries(service, ann, act);

const linkedFile = async () => {
  const id = await newFile();
  await ann.put(`/files/${id}`, { shared_link: { access: 'open' } });
  return id;
};
const favorites = async () => [{ id: String((await ann.get('/collections')).json.entries[0]?.id) }];

const invite = (folder: string) =>
  ann.post('/collaborations', {
    item: { type: 'folder', id: folder },
    accessible_by: { type: 'user', login: bob.login },
    role: 'editor',
  });
const newCollaboration = async () => (await invite(await newFolder())).json.id;

const newComment = async () => idOf('/comments', { message: 'hello', item: { type: 'file', id: await newFile() } });
const newTask = async () => idOf('/tasks', { item: { type: 'file', id: await newFile() } });
const assign = (task: string) =>
  ann.post('/task_assignments', { task: { id: task }, assign_to: { id: service.person.id } });
const newAssignment = async () => (await assign(await newTask())).json.id;

const schemaPath = (key: string) => `/metadata_templates/enterprise/${key}/schema`;
const metadataPath = (file: string, key: string) => `/files/${file}/metadata/enterprise/${key}`;
const patch = (path: string, steps: unknown) => ann.put(path, steps, { 'content-type': 'application/json-patch+json' });
const makeTemplate = (templateKey: string) =>
  ann.post('/metadata_templates/schema', {
    scope: 'enterprise',
    templateKey,
    displayName: templateKey,
    copyInstanceOnItemCopy: true,
    fields: [{ type: 'string', key: 'client', displayName: 'Client' }],
  });
const newTemplate = async () => {
  const key = `template_${++made}`;
  await makeTemplate(key);
  return key;
};
const newMetadata = async () => {
  const path = metadataPath(await newFile(), await newTemplate());
  await ann.post(path, {});
  return path;
};

const newUser = () => idOf('/users', { login: `user${++made}@example.com`, name: 'User' });
const makeAlias = (user: string) => ann.post(`/users/${user}/email_aliases`, { email: `alias${++made}@example.com` });
const newGroup = () => idOf('/groups', { name: fresh('group') });
const join = (group: string, more: object = {}) =>
  ann.post('/group_memberships', { user: { id: bob.id }, group: { id: group }, ...more });
const newGroupAdmin = async () => (await join(await newGroup(), { role: 'admin' })).json.id;

/** A file with two versions, and the path of the first. */
const newPastVersion = async () => {
  const id = await newFile();
  const version = (await ann.get(`/files/${id}`)).json.file_version.id;
  await ann.upload({}, 'more', `/files/${id}/content`);
  return `/files/${id}/versions/${version}`;
};

const items: readonly Door[] = [
  ['an upload', async () => () => ann.upload({ name: fresh('file'), parent }, 'text'), ['UPLOAD']],
  ['a new folder', async () => () => ann.post('/folders', { name: fresh('folder'), parent }), ['UPLOAD']],
  ['a new version', having(newFile, (id) => ann.upload({}, 'more', `/files/${id}/content`)), ['UPLOAD']],
  ['a rename', having(newFile, (id) => ann.put(`/files/${id}`, { name: fresh('renamed') })), ['RENAME']],
  ['a description', having(newFile, (id) => ann.put(`/files/${id}`, { description: 'text' })), ['EDIT']],
  [
    'a move',
    async () => {
      const [file, folder] = [await newFile(), await newFolder()];
      return () => ann.put(`/files/${file}`, { parent: { id: folder } });
    },
    ['MOVE'],
  ],
  ['a copy', having(newFile, (id) => ann.post(`/files/${id}/copy`, { name: fresh('copy'), parent })), ['COPY']],
  ['a deletion', having(newFile, (id) => ann.delete(`/files/${id}`)), ['DELETE']],
  [
    'a restored file',
    async () => {
      const id = await newFile();
      await ann.delete(`/files/${id}`);
      return () => ann.post(`/files/${id}`, {});
    },
    ['UNDELETE'],
  ],
  [
    'a promoted version',
    async () => {
      const id = await newFile();
      const version = (await ann.get(`/files/${id}`)).json.file_version.id;
      await ann.upload({}, 'more', `/files/${id}/content`);
      return () => ann.post(`/files/${id}/versions/current`, { id: version, type: 'file_version' });
    },
    ['FILE_VERSION_RESTORE'],
  ],
  ['a deleted version', having(newPastVersion, (path) => ann.delete(path)), ['DELETE']],
  [
    'a restored version',
    async () => {
      const path = await newPastVersion();
      await ann.delete(path);
      return () => ann.put(path, { trashed_at: null });
    },
    ['UNDELETE'],
  ],
  ['a lock', having(newFile, (id) => ann.put(`/files/${id}`, { lock: { type: 'lock' } })), ['LOCK']],
  [
    'an unlock',
    async () => {
      const id = await newFile();
      await ann.put(`/files/${id}`, { lock: { type: 'lock' } });
      return () => ann.put(`/files/${id}`, { lock: null });
    },
    ['UNLOCK'],
  ],
  ['a download', having(newFile, (id) => ann.download(id)), ['DOWNLOAD']],
  [
    'a preview',
    async () => {
      const id = String((await ann.upload({ name: `${fresh('note')}.txt`, parent }, 'text')).json.entries[0]?.id);
      const { json } = await ann.get(`/files/${id}?fields=expiring_embed_link`);
      const { url } = Reflect.get(json, 'expiring_embed_link') as { readonly url: string };
      return () => ann.send('GET', url);
    },
    ['PREVIEW'],
  ],
  [
    'a favorite',
    having(newFile, async (id) => ann.put(`/files/${id}`, { collections: await favorites() })),
    ['FAVORITE'],
  ],
  [
    'a removed favorite',
    async () => {
      const id = await newFile();
      await ann.put(`/files/${id}`, { collections: await favorites() });
      return () => ann.put(`/files/${id}`, { collections: [] });
    },
    ['UNFAVORITE'],
  ],
];

const sharing: readonly Door[] = [
  ['a new link', having(newFile, (id) => ann.put(`/files/${id}`, { shared_link: { access: 'open' } })), ['SHARE']],
  [
    'a link for another audience',
    having(linkedFile, (id) => ann.put(`/files/${id}`, { shared_link: { access: 'company' } })),
    ['SHARE'],
  ],
  [
    'the expiry of a link',
    having(linkedFile, (id) => ann.put(`/files/${id}`, { shared_link: { unshared_at: inAnHour() } })),
    ['SHARE', 'UPDATE_SHARE_EXPIRATION'],
  ],
  ['a removed link', having(linkedFile, (id) => ann.put(`/files/${id}`, { shared_link: null })), ['UNSHARE']],
  ['an invitation', having(newFolder, invite), ['COLLABORATION_INVITE', 'COLLABORATION_ACCEPT']],
  [
    'another role',
    having(newCollaboration, (id) => ann.put(`/collaborations/${id}`, { role: 'viewer' })),
    ['COLLABORATION_ROLE_CHANGE'],
  ],
  [
    'the expiry of a collaboration',
    having(newCollaboration, (id) => ann.put(`/collaborations/${id}`, { expires_at: inAnHour() })),
    ['UPDATE_COLLABORATION_EXPIRATION'],
  ],
  [
    'a removed collaboration',
    having(newCollaboration, (id) => ann.delete(`/collaborations/${id}`)),
    ['COLLABORATION_REMOVE'],
  ],
  [
    'a folder whose owner alone may invite',
    having(newFolder, (id) => ann.put(`/folders/${id}`, { can_non_owners_invite: false })),
    ['EDIT', 'CHANGE_FOLDER_PERMISSION'],
  ],
  [
    'a folder that is renamed and kept within the enterprise',
    having(newFolder, (id) =>
      ann.put(`/folders/${id}`, { name: fresh('folder'), is_collaboration_restricted_to_enterprise: true }),
    ),
    ['RENAME', 'CHANGE_FOLDER_PERMISSION'],
  ],
];

const notes: readonly Door[] = [
  [
    'a comment',
    having(newFile, (id) => ann.post('/comments', { message: 'hello', item: { type: 'file', id } })),
    ['COMMENT_CREATE'],
  ],
  ['an edited comment', having(newComment, (id) => ann.put(`/comments/${id}`, { message: 'new' })), ['COMMENT_EDIT']],
  ['a deleted comment', having(newComment, (id) => ann.delete(`/comments/${id}`)), ['COMMENT_DELETE']],
  ['a task', having(newFile, (id) => ann.post('/tasks', { item: { type: 'file', id } })), ['TASK_CREATE']],
  ['an edited task', having(newTask, (id) => ann.put(`/tasks/${id}`, { message: 'new' })), ['TASK_UPDATE']],
  ['an assignment', having(newTask, assign), ['TASK_ASSIGNMENT_CREATE']],
  [
    'an edited assignment',
    having(newAssignment, (id) => ann.put(`/task_assignments/${id}`, { message: 'soon' })),
    ['TASK_ASSIGNMENT_UPDATE'],
  ],
  [
    'a deleted assignment',
    having(newAssignment, (id) => ann.delete(`/task_assignments/${id}`)),
    ['TASK_ASSIGNMENT_DELETE'],
  ],
  ['a template', async () => () => makeTemplate(`template_${++made}`), ['METADATA_TEMPLATE_CREATE']],
  [
    'an edited template',
    having(newTemplate, (key) => patch(schemaPath(key), [{ op: 'editTemplate', data: { displayName: 'Other' } }])),
    ['METADATA_TEMPLATE_UPDATE'],
  ],
  ['a deleted template', having(newTemplate, (key) => ann.delete(schemaPath(key))), ['METADATA_TEMPLATE_DELETE']],
  [
    'metadata',
    async () => {
      const path = metadataPath(await newFile(), await newTemplate());
      return () => ann.post(path, {});
    },
    ['METADATA_INSTANCE_CREATE'],
  ],
  [
    'edited metadata',
    having(newMetadata, (path) => patch(path, [{ op: 'add', path: '/client', value: 'Acme' }])),
    ['METADATA_INSTANCE_UPDATE'],
  ],
  ['deleted metadata', having(newMetadata, (path) => ann.delete(path)), ['METADATA_INSTANCE_DELETE']],
  [
    'the copy of a file with metadata',
    having(newMetadata, (path) => ann.post(path.replace(/metadata.*/, 'copy'), { name: fresh('copy'), parent })),
    ['METADATA_INSTANCE_COPY', 'COPY'],
  ],
];

const people: readonly Door[] = [
  ['an account', async () => () => ann.post('/users', { login: `u${++made}@example.com`, name: 'U' }), ['NEW_USER']],
  ['an edited account', having(newUser, (id) => ann.put(`/users/${id}`, { job_title: 'Clerk' })), ['EDIT_USER']],
  [
    'another role of an account',
    having(newUser, (id) => ann.put(`/users/${id}`, { role: 'coadmin' })),
    ['EDIT_USER', 'CHANGE_ADMIN_ROLE'],
  ],
  ['an email alias', having(newUser, makeAlias), ['EMAIL_ALIAS_CONFIRM']],
  [
    'a removed email alias',
    async () => {
      const user = await newUser();
      const { id } = (await makeAlias(user)).json;
      return () => ann.delete(`/users/${user}/email_aliases/${id}`);
    },
    ['EMAIL_ALIAS_REMOVE'],
  ],
  ['a deleted account', having(newUser, (id) => ann.delete(`/users/${id}`)), ['DELETE_USER']],
  ['a group', async () => () => ann.post('/groups', { name: fresh('group') }), ['GROUP_CREATION']],
  ['an edited group', having(newGroup, (id) => ann.put(`/groups/${id}`, { description: 'text' })), ['GROUP_EDITED']],
  ['a deleted group', having(newGroup, (id) => ann.delete(`/groups/${id}`)), ['GROUP_DELETION']],
  ['a new member', having(newGroup, join), ['GROUP_ADD_USER']],
  [
    'a new group administrator',
    having(newGroup, (id) => join(id, { role: 'admin' })),
    ['GROUP_ADD_USER', 'GROUP_ADMIN_CREATED'],
  ],
  [
    'other permissions of a group administrator',
    having(newGroupAdmin, (id) => ann.put(`/group_memberships/${id}`, { configurable_permissions: { a: false } })),
    ['GROUP_ADMIN_PERMISSIONS_UPDATED'],
  ],
  [
    'the same permissions of a group administrator',
    having(newGroupAdmin, (id) => ann.put(`/group_memberships/${id}`, { role: 'admin' })),
    [],
  ],
  [
    'a group administrator who becomes a member',
    having(newGroupAdmin, (id) => ann.put(`/group_memberships/${id}`, { role: 'member' })),
    ['GROUP_ADMIN_DELETED'],
  ],
  [
    'a removed group administrator',
    having(newGroupAdmin, (id) => ann.delete(`/group_memberships/${id}`)),
    ['GROUP_REMOVE_USER', 'GROUP_ADMIN_DELETED'],
  ],
];

describe.each([
  ['items', items],
  ['sharing', sharing],
  ['notes', notes],
  ['people', people],
])('what the administrators’ log has of %s', (_noun, doors) => {
  test.each(doors)('%s', async (_change, setUp, types) => {
    const entries = await entriesOf(await setUp());
    expect(entries.map(({ event_type }) => event_type)).toEqual(types);
    for (const { created_by } of entries) expect(created_by.id).toBe(service.person.id);
  });
});
