import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebhookTrigger, webhookTriggers } from '../../../../contract/resources/streams/webhook.ts';
import { startReceiver, type WebhookReceiver } from '../../../support/lines/webhook-receiver.ts';
import {
  type CallerAnswer,
  callerOf,
  type Seen,
  type ServiceCaller,
} from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

/*
 * Every trigger of a webhook: each is caused over HTTP and arrives at a receiver, or is accepted and cannot happen in
 * this service.
 */

let service: TestService;
let receiver: WebhookReceiver;
let ann: ServiceCaller;
let bob: ServiceCaller;
let bobPerson: TestPerson;
/** The watched folder, and one outside of it. */
let folder: Seen;
let outside: Seen;

beforeAll(async () => {
  service = await startTestService({
    config: { webhookAddresses: 'any' },
    settings: { acceptManagedUsersAtOnce: false },
  });
  receiver = await startReceiver();
  ann = callerOf(service, service.person.token);
  bobPerson = await service.addPerson('bob@example.com', 'Bob');
  bob = callerOf(service, bobPerson.token);
  folder = await newFolder('0');
  outside = await newFolder('0');
  const target = { id: folder.id, type: 'folder' };
  const made = await ann.post('/webhooks', { target, address: receiver.address, triggers: webhookTriggers });
  expect([made.status, made.json.triggers]).toEqual([201, webhookTriggers]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

let count = 0;
async function newFolder(parentId = folder.id): Promise<Seen> {
  return (await ann.post('/folders', { name: `folder ${++count}`, parent: { id: parentId } })).json;
}
async function newFile(parentId = folder.id): Promise<Seen> {
  const uploaded = await ann.upload({ name: `file ${++count}`, parent: { id: parentId } }, 'content');
  if (!uploaded.json.entries[0]) throw new Error('The file was not uploaded.');
  return uploaded.json.entries[0];
}
async function fileWithPast(parentId = folder.id): Promise<Seen> {
  const file = await newFile(parentId);
  await ann.upload({}, 'more', `/files/${file.id}/content`);
  return file;
}
async function trashedFile(): Promise<Seen> {
  const file = await newFile();
  await ann.delete(`/files/${file.id}`);
  return file;
}
async function watch(
  { id, type }: { id: string; type: string },
  address: string,
  triggers: readonly string[],
): Promise<Seen> {
  const made = await ann.post('/webhooks', { target: { id, type }, address, triggers });
  expect(made.status).toBe(201);
  return made.json;
}
async function trashedFolder(): Promise<Seen> {
  const made = await newFolder();
  await ann.delete(`/folders/${made.id}`);
  return made;
}
async function newComment(): Promise<Seen> {
  const item = { type: 'file', id: (await newFile()).id };
  return (await ann.post('/comments', { item, message: `said ${++count}` })).json;
}
async function newAssignment(): Promise<Seen> {
  const task = (await ann.post('/tasks', { item: { type: 'file', id: (await newFile()).id } })).json;
  const assignTo = { id: service.person.id };
  return (await ann.post('/task_assignments', { task: { type: 'task', id: task.id }, assign_to: assignTo })).json;
}
async function newInstance(): Promise<string> {
  const path = `/files/${(await newFile()).id}/metadata/global/properties`;
  await ann.post(path, { color: 'red' });
  return path;
}
async function newLink(): Promise<string> {
  const path = `/files/${(await newFile()).id}`;
  await ann.put(path, { shared_link: { access: 'open' } });
  return path;
}
async function newInvitation(): Promise<Seen> {
  const item = { type: 'folder', id: (await newFolder()).id };
  const invitation = { item, role: 'viewer', accessible_by: { type: 'user', login: bobPerson.login } };
  return (await ann.post('/collaborations', invitation)).json;
}
async function accepted(): Promise<Seen> {
  const invitation = await newInvitation();
  await bob.put(`/collaborations/${invitation.id}`, { status: 'accepted' });
  return invitation;
}
const lock = { lock: { access: 'lock' } };

/** The cause of each event. */
const causes: Partial<Readonly<Record<WebhookTrigger, () => Promise<unknown>>>> = {
  'FILE.UPLOADED': () => newFile(),
  'FILE.PREVIEWED': async () => {
    const uploaded = await ann.upload({ name: 'shown.txt', parent: { id: folder.id } }, 'a text to look at');
    const path = `/files/${uploaded.json.entries[0]?.id}?fields=shared_link`;
    const { json } = await ann.put(path, { shared_link: { access: 'open' } });
    expect((await callerOf(service, null).send('GET', json.shared_link.url)).status).toBe(200);
  },
  'FILE.DOWNLOADED': async () => ann.download((await newFile()).id),
  'FILE.TRASHED': trashedFile,
  'FILE.DELETED': async () => ann.delete(`/files/${(await trashedFile()).id}/trash`),
  'FILE.RESTORED': async () => ann.post(`/files/${(await trashedFile()).id}`, {}),
  'FILE.COPIED': async () => ann.post(`/files/${(await newFile()).id}/copy`, { parent: { id: outside.id } }),
  'FILE.MOVED': async () => ann.put(`/files/${(await newFile()).id}`, { parent: { id: outside.id } }),
  'FILE.LOCKED': async () => ann.put(`/files/${(await newFile()).id}`, lock),
  'FILE.UNLOCKED': async () => {
    const { id } = await newFile();
    await ann.put(`/files/${id}`, lock);
    await ann.put(`/files/${id}`, { lock: null });
  },
  'FILE.RENAMED': async () => ann.put(`/files/${(await newFile()).id}`, { name: `renamed ${++count}` }),
  'COMMENT.CREATED': newComment,
  'COMMENT.UPDATED': async () => ann.put(`/comments/${(await newComment()).id}`, { message: 'better said' }),
  'COMMENT.DELETED': async () => ann.delete(`/comments/${(await newComment()).id}`),
  'TASK_ASSIGNMENT.CREATED': newAssignment,
  'TASK_ASSIGNMENT.UPDATED': async () =>
    ann.put(`/task_assignments/${(await newAssignment()).id}`, { resolution_state: 'approved' }),
  'METADATA_INSTANCE.CREATED': newInstance,
  'METADATA_INSTANCE.UPDATED': async () => {
    const steps = JSON.stringify([{ op: 'replace', path: '/color', value: 'blue' }]);
    const type = { 'content-type': 'application/json-patch+json' };
    await ann.send('PUT', service.baseUrl + (await newInstance()), steps, type);
  },
  'METADATA_INSTANCE.DELETED': async () => ann.delete(await newInstance()),
  'FOLDER.CREATED': () => newFolder(),
  'FOLDER.RENAMED': async () => ann.put(`/folders/${(await newFolder()).id}`, { name: `renamed ${++count}` }),
  'FOLDER.RESTORED': async () => ann.post(`/folders/${(await trashedFolder()).id}`, {}),
  'FOLDER.DELETED': async () => ann.delete(`/folders/${(await trashedFolder()).id}/trash`),
  'FOLDER.COPIED': async () => ann.post(`/folders/${(await newFolder()).id}/copy`, { parent: { id: outside.id } }),
  'FOLDER.MOVED': async () => ann.put(`/folders/${(await newFolder()).id}`, { parent: { id: outside.id } }),
  'FOLDER.TRASHED': trashedFolder,
  'FOLDER.DOWNLOADED': async () => {
    const items = [{ type: 'folder', id: (await newFolder()).id }];
    await ann.send('GET', (await ann.post('/zip_downloads', { items })).json.download_url);
  },
  'COLLABORATION.CREATED': newInvitation,
  'COLLABORATION.ACCEPTED': accepted,
  'COLLABORATION.REJECTED': async () =>
    bob.put(`/collaborations/${(await newInvitation()).id}`, { status: 'rejected' }),
  'COLLABORATION.REMOVED': async () => ann.delete(`/collaborations/${(await accepted()).id}`),
  'COLLABORATION.UPDATED': async () => ann.put(`/collaborations/${(await accepted()).id}`, { role: 'editor' }),
  'SHARED_LINK.CREATED': newLink,
  'SHARED_LINK.UPDATED': async () => ann.put(await newLink(), { shared_link: { access: 'collaborators' } }),
  'SHARED_LINK.DELETED': async () => ann.put(await newLink(), { shared_link: null }),
  'WEBHOOK.DELETED': async () => {
    const target = await newFolder('0');
    await watch({ id: target.id, type: 'folder' }, receiver.address, ['FILE.UPLOADED']);
    await ann.delete(`/folders/${target.id}`);
    await ann.delete(`/folders/${target.id}/trash`);
  },
};

/** Changes that may rename an item along with something else: of what, how, and the trigger of the rest. */
type Rename = readonly [
  change: string,
  make: (parentId: string) => Promise<Seen>,
  rename: (item: Seen, name: string) => Promise<CallerAnswer>,
  trigger: WebhookTrigger,
];
const moved = async ({ parent }: Seen, name: string) => ({ name, parent: { id: (await newFolder(parent.id)).id } });
const renames: readonly Rename[] = [
  ['a new version', newFile, ({ id }, name) => ann.upload({ name }, 'more', `/files/${id}/content`), 'FILE.UPLOADED'],
  [
    'a promoted version',
    fileWithPast,
    async ({ id }, name) => {
      const [past] = (await ann.get(`/files/${id}/versions`)).json.entries;
      return ann.post(`/files/${id}/versions/current`, { type: 'file_version', id: past?.id, name });
    },
    'FILE.UPLOADED',
  ],
  ['a moved file', newFile, async (file, name) => ann.put(`/files/${file.id}`, await moved(file, name)), 'FILE.MOVED'],
  [
    'a restored file',
    newFile,
    async ({ id }, name) => {
      await ann.delete(`/files/${id}`);
      return ann.post(`/files/${id}`, { name });
    },
    'FILE.RESTORED',
  ],
  [
    'a moved folder',
    newFolder,
    async (made, name) => ann.put(`/folders/${made.id}`, await moved(made, name)),
    'FOLDER.MOVED',
  ],
  [
    'a restored folder',
    newFolder,
    async ({ id }, name) => {
      await ann.delete(`/folders/${id}`);
      return ann.post(`/folders/${id}`, { name });
    },
    'FOLDER.RESTORED',
  ],
];

/** Nothing is signed in this service. */
const impossible = webhookTriggers.filter((name) => name.startsWith('SIGN_REQUEST.'));

describe('every event name is caused by something, or cannot happen here', () => {
  test('the table names each of them once', () => {
    expect([...Object.keys(causes), ...impossible].sort()).toEqual([...webhookTriggers].sort());
  });

  test.each(Object.entries(causes))('%s is delivered', async (trigger, cause) => {
    await cause();
    const { json } = await receiver.told(trigger);
    expect(json).toMatchObject({ type: 'webhook_event', trigger, created_by: { id: expect.any(String) } });
    expect(json.source.type).toEqual(expect.any(String));
    expect(json.source.id).toEqual(expect.any(String));
  });

  test.each(impossible)('%s is accepted, and never sent', async (trigger) => {
    const target = { id: (await newFolder('0')).id, type: 'folder' };
    const made = await ann.post('/webhooks', { target, address: receiver.address, triggers: [trigger] });
    expect(made.status).toBe(201);
    expect(receiver.messages.map(({ json }) => json.trigger)).not.toContain(trigger);
  });

  test.each(['file', 'folder'] as const)(
    'a %s that is permanently deleted ends its webhook with one message',
    async (type) => {
      await using own = await startReceiver();
      const { id } = type === 'file' ? await newFile('0') : await newFolder('0');
      const deleted = type === 'file' ? 'FILE.DELETED' : 'FOLDER.DELETED';
      const made = await watch({ id, type }, own.address, ['WEBHOOK.DELETED', deleted]);
      expect(made.triggers).toEqual(['WEBHOOK.DELETED', deleted]);
      await ann.delete(`/${type}s/${id}`);
      await ann.delete(`/${type}s/${id}/trash`);
      expect((await own.told('WEBHOOK.DELETED')).json.additional_info).toEqual({ reason: 'auto_cleanup' });
      expect(own.messages.map(({ json }) => json.trigger)).toEqual([deleted, 'WEBHOOK.DELETED']);
    },
  );

  test('TASK_ASSIGNMENT.CREATED tells of a new task, and of each of its assignments', async () => {
    await using own = await startReceiver();
    const file = await newFile(outside.id);
    await watch(file, own.address, ['TASK_ASSIGNMENT.CREATED', 'FILE.TRASHED']);
    const task = (await ann.post('/tasks', { item: { type: 'file', id: file.id }, message: 'Please check' })).json;
    const assign_to = { id: service.person.id };
    const assignment = (await ann.post('/task_assignments', { task: { type: 'task', id: task.id }, assign_to })).json;
    await ann.delete(`/files/${file.id}`);
    await own.told('FILE.TRASHED');
    expect(own.messages.map(({ json }) => [json.trigger, json.source.type, json.source.id])).toEqual([
      ['TASK_ASSIGNMENT.CREATED', 'task', task.id],
      ['TASK_ASSIGNMENT.CREATED', 'task_assignment', assignment.id],
      ['FILE.TRASHED', 'file', file.id],
    ]);
  });

  test('a webhook can change to WEBHOOK.DELETED alone', async () => {
    const target = { id: (await newFolder('0')).id, type: 'folder' };
    const { id } = await watch(target, receiver.address, ['FILE.UPLOADED']);
    const changed = await ann.put(`/webhooks/${id}`, { triggers: ['WEBHOOK.DELETED'] });
    expect([changed.status, changed.json.triggers]).toEqual([200, ['WEBHOOK.DELETED']]);
    expect((await ann.get(`/webhooks/${id}`)).json.triggers).toEqual(['WEBHOOK.DELETED']);
  });

  test.each(renames)(
    '%s under another name is a rename too, for the item and above it',
    async (_, make, rename, rest) => {
      await using own = await startReceiver();
      const above = await newFolder();
      const made = await make(above.id);
      const renamed = made.type === 'file' ? 'FILE.RENAMED' : 'FOLDER.RENAMED';
      if (made.type === 'file') await watch(made, own.address, [renamed]);
      await watch(above, own.address, [renamed, rest]);
      const name = `renamed ${++count}`;
      const { status } = await rename(made, name);
      expect(status).toBeLessThan(300);
      const messages = await own.received(made.type === 'file' ? 3 : 2);
      expect(new Set(messages.map(({ json }) => json.trigger))).toEqual(new Set([renamed, rest]));
      for (const { json } of messages) {
        expect(json.source).toMatchObject({ id: made.id, name });
        expect(json.additional_info).toMatchObject({ old_name: made.name, new_name: name });
      }
    },
  );

  test('a promoted version is a new version of its file, and no rename under the same name', async () => {
    await using own = await startReceiver();
    const above = await newFolder();
    const { id } = await fileWithPast(above.id);
    await watch(above, own.address, ['FILE.UPLOADED', 'FILE.RENAMED', 'FILE.TRASHED']);
    const [past] = (await ann.get(`/files/${id}/versions`)).json.entries;
    await ann.post(`/files/${id}/versions/current`, { type: 'file_version', id: past?.id });
    await ann.delete(`/files/${id}`);
    const messages = await own.received(2);
    expect(messages.map(({ json }) => json.trigger)).toEqual(['FILE.UPLOADED', 'FILE.TRASHED']);
    expect(messages[0]?.json).toMatchObject({ source: { id, size: 'content'.length }, additional_info: [] });
  });

  test('a lock beside a rename has nothing of it', async () => {
    await using own = await startReceiver();
    const { id } = await newFile();
    await watch({ id, type: 'file' }, own.address, ['FILE.LOCKED', 'FILE.RENAMED']);
    await ann.put(`/files/${id}`, { name: `renamed ${++count}`, ...lock });
    expect((await own.told('FILE.LOCKED')).json.additional_info).toEqual([]);
  });

  test('a file that is renamed and leaves a watched folder has only moved, as seen from there', async () => {
    await using own = await startReceiver();
    const [inner, other] = [await newFolder(), await newFolder()];
    const { id } = await newFile(inner.id);
    await watch({ id: inner.id, type: 'folder' }, own.address, ['FILE.MOVED', 'FILE.RENAMED', 'FILE.TRASHED']);
    await ann.put(`/files/${id}`, { name: `renamed ${++count}`, parent: { id: other.id } });
    await ann.delete(`/files/${(await newFile(inner.id)).id}`);
    await own.told('FILE.TRASHED');
    expect(own.messages.map(({ json }) => json.trigger)).toEqual(['FILE.MOVED', 'FILE.TRASHED']);
  });

  test('a webhook on a file itself fires for its copies', async () => {
    await using own = await startReceiver();
    const file = await newFile(outside.id);
    const target = { id: file.id, type: 'file' };
    await ann.post('/webhooks', { target, address: own.address, triggers: ['FILE.COPIED'] });
    await ann.post(`/files/${file.id}/copy`, { parent: { id: '0' } });
    expect((await own.told('FILE.COPIED')).json.source.id).toBe(file.id);
  });
});
