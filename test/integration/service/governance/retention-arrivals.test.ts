import { afterAll, beforeAll, expect, test } from 'vitest';
import { disposeOfExpired } from '../../../../service/domain/upkeep/dispose.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const day = 24 * 3600 * 1000;

let service: TestService;
let admin: ServiceCaller;
let bob: ServiceCaller;
let late = 0;
let names = 0;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => Date.now() + late } });
  admin = callerOf(service, service.person.token);
  bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
});
afterAll(() => service.stop());

const pass = (days: number) => {
  late += days * day;
};
const fresh = (what: string) => `${what} ${++names}`;
const newFolder = async () => (await bob.post('/folders', { name: fresh('folder'), parent: { id: '0' } })).json;

async function newFile(parent: string): Promise<Seen> {
  const { json } = await bob.upload({ name: fresh('file'), parent: { id: parent } }, 'text');
  const [file] = json.entries;
  if (!file) throw new Error('The upload answered without an entry.');
  return file;
}

type Action = 'permanently_delete' | 'remove_retention';

async function newPolicy(days: number | 'indefinite', disposition_action: Action): Promise<Seen> {
  const length = days === 'indefinite' ? { policy_type: days } : { policy_type: 'finite', retention_length: days };
  const policy = { policy_name: fresh('Policy'), disposition_action, ...length };
  const { status, json } = await admin.post('/retention_policies', policy);
  expect(status).toBe(201);
  return json;
}

async function assign(policy: Seen, assign_to: object): Promise<Seen> {
  const { status, json } = await admin.post('/retention_policy_assignments', { policy_id: policy.id, assign_to });
  expect(status).toBe(201);
  return json;
}

/** A folder under a policy of its own. */
async function retainedFolder(days: number | 'indefinite', action: Action): Promise<{ folder: Seen; policy: Seen }> {
  const [folder, policy] = [await newFolder(), await newPolicy(days, action)];
  await assign(policy, { type: 'folder', id: folder.id });
  return { folder, policy };
}

const move = async (file: Seen, parent: string) => {
  expect((await bob.put(`/files/${file.id}`, { parent: { id: parent } })).status).toBe(200);
};
const statusOf = async (file: Seen, by = bob) => {
  await disposeOfExpired(service.service);
  return (await by.get(`/files/${file.id}`)).status;
};

test('a file that is older than the policy of a folder survives its move there', async () => {
  const { folder } = await retainedFolder(365, 'permanently_delete');
  const inside = (await bob.post('/folders', { name: 'inside', parent: { id: folder.id } })).json;
  const [alone, withFolder, from] = [await newFile('0'), await newFolder(), await newFolder()];
  const within = await newFile(withFolder.id);
  const deeper = await newFile(from.id);
  pass(3 * 365);
  await move(alone, folder.id);
  await bob.put(`/folders/${withFolder.id}`, { parent: { id: folder.id } });
  await move(deeper, inside.id);
  for (const file of [alone, within, deeper]) expect(await statusOf(file)).toBe(200);
});

test('a restore from the trash to a folder with a shorter policy does not delete the file either', async () => {
  const { folder } = await retainedFolder(2, 'permanently_delete');
  const former = await newFolder();
  const file = await newFile(former.id);
  pass(3);
  await bob.delete(`/files/${file.id}`);
  await bob.delete(`/folders/${former.id}`);
  await bob.delete(`/folders/${former.id}/trash`);
  expect((await bob.post(`/files/${file.id}`, { parent: { id: folder.id } })).status).toBe(201);
  expect(await statusOf(file)).toBe(200);
});

test('a file that is still within the days of the policy is retained, and deleted when they are over', async () => {
  const { folder } = await retainedFolder(4, 'permanently_delete');
  const kept = await retainedFolder('indefinite', 'remove_retention');
  const [young, old] = [await newFile('0'), await newFile('0')];
  pass(3);
  await move(young, folder.id);
  await move(old, kept.folder.id);
  await bob.delete(`/files/${young.id}`);
  expect((await bob.delete(`/files/${young.id}/trash`)).json.code).toBe('forbidden_by_policy');
  pass(1);
  expect(await statusOf(young)).toBe(404);
  await bob.delete(`/files/${old.id}`);
  expect((await bob.delete(`/files/${old.id}/trash`)).json.code).toBe('forbidden_by_policy');
});

test('a shorter policy of the enterprise that was lifted with the longer one of a folder does not come back', async () => {
  const enterprise = await assign(await newPolicy(1, 'permanently_delete'), { type: 'enterprise', id: null });
  const { folder } = await retainedFolder(2, 'remove_retention');
  const file = await newFile(folder.id);
  pass(2);
  expect(await statusOf(file)).toBe(200);
  await move(file, '0');
  expect(await statusOf(file)).toBe(200);
  expect((await admin.delete(`/retention_policy_assignments/${enterprise.id}`)).status).toBe(204);
});

test('a policy that deletes from now on spares files it released before, wherever they move', async () => {
  const policy = await newPolicy(1, 'remove_retention');
  const { id } = await assign(policy, { type: 'enterprise', id: null });
  const gone = await service.addPerson('gone@example.com');
  const away = callerOf(service, gone.token);
  const [file, lying] = [await newFile('0'), await newFile('0')];
  const { json } = await away.upload({ name: 'hers', parent: { id: '0' } }, 'text');
  const [hers] = json.entries;
  if (!hers) throw new Error('The upload answered without an entry.');
  pass(1);
  expect(await statusOf(file)).toBe(200);
  await admin.put(`/retention_policies/${policy.id}`, { disposition_action: 'permanently_delete' });
  await move(file, (await newFolder()).id);
  await admin.put(`/users/${gone.id}/folders/0`, { owned_by: { id: service.person.id } });
  expect([await statusOf(file), await statusOf(lying), await statusOf(hers, admin)]).toEqual([200, 200, 200]);
  await admin.delete(`/retention_policy_assignments/${id}`);
});
