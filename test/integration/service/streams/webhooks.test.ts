import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver, type WebhookReceiver } from '../../../support/lines/webhook-receiver.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let receiver: WebhookReceiver;
let ann: ServiceCaller;
let bob: TestPerson;

beforeAll(async () => {
  service = await startTestService({ config: { webhookAddresses: 'any' } });
  receiver = await startReceiver();
  ann = callerOf(service, service.person.token);
  bob = await service.addPerson('bob@example.com', 'Bob');
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

async function newFolder(name: string = crypto.randomUUID(), parentId = '0', caller = ann): Promise<Seen> {
  return (await caller.post('/folders', { name, parent: { id: parentId } })).json;
}

async function newFile(parentId: string, name: string = crypto.randomUUID(), caller = ann): Promise<Seen> {
  const file = (await caller.upload({ name, parent: { id: parentId } }, name)).json.entries[0];
  if (!file) throw new Error(`The file ${name} was not uploaded.`);
  return file;
}

function wish(target: { readonly id: string; readonly type: string }, ...triggers: string[]) {
  return { target: { id: target.id, type: target.type }, address: receiver.address, triggers };
}

async function watch(target: Seen, ...triggers: string[]): Promise<Seen> {
  const made = await ann.post('/webhooks', wish(target, ...triggers));
  expect(made.status).toBe(201);
  return made.json;
}

describe('[4.8] webhooks', () => {
  test('are made, shown, listed, changed and deleted', async () => {
    const folder = await newFolder();
    const made = await ann.post('/webhooks', wish(folder, 'FILE.UPLOADED', 'FILE.UPLOADED', 'FOLDER.CREATED'));
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'webhook',
      target: { id: folder.id, type: 'folder' },
      created_by: { id: service.person.id, type: 'user', name: 'Ann', login: 'ann@example.com' },
      created_at: expect.any(String),
      address: receiver.address,
      triggers: ['FILE.UPLOADED', 'FOLDER.CREATED'],
    });
    const path = `/webhooks/${made.json.id}`;
    expect((await ann.get(path)).json).toEqual(made.json);
    const changed = await ann.put(path, { address: 'https://example.org/x', triggers: ['FOLDER.MOVED'] });
    expect(changed.json).toEqual({ ...made.json, address: 'https://example.org/x', triggers: ['FOLDER.MOVED'] });
    const mini = { id: made.json.id, type: 'webhook', target: made.json.target };
    expect((await ann.get('/webhooks?limit=1000')).json.entries).toContainEqual(mini);
    expect((await ann.delete(path)).status).toBe(204);
    expect((await ann.get(path)).status).toBe(404);
  });

  test('are listed by marker, each once', async () => {
    const carol = callerOf(service, (await service.addPerson('carol@example.com')).token);
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const folder = await newFolder(`listed ${n}`, '0', carol);
      made.push((await carol.post('/webhooks', wish(folder, 'FILE.MOVED'))).json.id);
    }
    const listed: string[] = [];
    for (let marker = ''; ; ) {
      const page = (await carol.get(`/webhooks?limit=2&marker=${marker}`)).json;
      listed.push(...page.entries.map(({ id }) => id));
      if (page.next_marker === null) break;
      marker = page.next_marker;
    }
    expect(listed).toEqual(made);
  });

  test('are seen by their creator only', async () => {
    const webhook = await watch(await newFolder(), 'FILE.UPLOADED');
    const other = callerOf(service, bob.token);
    for (const answer of [
      await other.get(`/webhooks/${webhook.id}`),
      await other.put(`/webhooks/${webhook.id}`, { triggers: ['FILE.MOVED'] }),
      await other.delete(`/webhooks/${webhook.id}`),
      await other.get(`/webhooks/${webhook.id}/deliveries`),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
    }
    expect((await other.get('/webhooks')).json.entries).toEqual([]);
  });

  test('there is one for a target, a person and an application', async () => {
    const folder = await newFolder();
    const first = await watch(folder, 'FILE.UPLOADED');
    const second = await ann.post('/webhooks', wish(folder, 'FILE.MOVED'));
    expect([second.status, second.json.code]).toEqual([409, 'conflict']);
    const other = await watch(await newFolder(), 'FILE.UPLOADED');
    const moved = await ann.put(`/webhooks/${other.id}`, { target: { id: folder.id, type: 'folder' } });
    expect(moved.status).toBe(409);
    await ann.delete(`/webhooks/${first.id}`);
    expect((await ann.post('/webhooks', wish(folder, 'FILE.MOVED'))).status).toBe(201);
  });

  test.each([
    ['the root folder', { target: { id: '0', type: 'folder' } }, 'target.id'],
    ['another kind of target', { target: { id: '1', type: 'web_link' } }, 'target.type'],
    ['no trigger', { triggers: [] }, 'triggers'],
    ['an unknown trigger', { triggers: ['FILE.EATEN'] }, 'triggers'],
    ['an address that is none', { address: 'nowhere' }, 'address'],
    ['another scheme', { address: 'ftp://example.org/' }, 'address'],
    ['a password in the address', { address: 'https://a:b@example.org/' }, 'address'],
    ['an endless address', { address: `https://example.org/${'a'.repeat(2000)}` }, 'address'],
  ])('%s is refused with 400 and the name of the field', async (_, changes, field) => {
    const folder = await newFolder();
    const refused = await ann.post('/webhooks', { ...wish(folder, 'FILE.UPLOADED'), ...changes });
    expect(refused.status).toBe(400);
    expect(refused.json.context_info.errors[0]?.name).toContain(field);
  });

  test.each(['FILE.UPLOADED', 'FOLDER.CREATED', 'FOLDER.TRASHED', 'COLLABORATION.CREATED'])(
    'a file cannot be watched for %s',
    async (trigger) => {
      const file = await newFile('0');
      const refused = await ann.post('/webhooks', wish(file, 'FILE.MOVED', trigger));
      expect([refused.status, refused.json.code]).toEqual([400, 'invalid_parameter']);
      expect(refused.json.message).toContain(trigger);
    },
  );

  test('a target that the caller cannot see looks like one that does not exist', async () => {
    const folder = await newFolder();
    const refused = await callerOf(service, bob.token).post('/webhooks', wish(folder, 'FILE.UPLOADED'));
    expect([refused.status, refused.json.code]).toEqual([404, 'not_found']);
  });
});

describe('deliveries', () => {
  test('a change below the target is delivered with the whole item, signed in both spellings', async () => {
    const folder = await newFolder('told');
    const below = await newFolder('below', folder.id);
    const webhook = await watch(folder, 'FILE.UPLOADED');
    const file = await newFile(below.id, 'ünïcode.txt');
    const message = await receiver.told('FILE.UPLOADED');
    expect(message.json).toMatchObject({
      type: 'webhook_event',
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      trigger: 'FILE.UPLOADED',
      webhook: { id: webhook.id, type: 'webhook' },
      created_by: { id: service.person.id, type: 'user', name: 'Ann' },
      source: { id: file.id, type: 'file', name: 'ünïcode.txt', item_status: 'active', sha1: file.sha1 },
      additional_info: [],
    });
    expect(message.json.source.path_collection?.entries.map(({ id }) => id)).toEqual(['0', folder.id, below.id]);
    for (const prefix of ['svc', 'box']) {
      for (const name of ['delivery-id', 'delivery-timestamp', 'signature-primary', 'signature-secondary']) {
        expect(message.headers[`${prefix}-${name}`]).toEqual(expect.any(String));
      }
      expect(message.headers[`${prefix}-signature-version`]).toBe('1');
      expect(message.headers[`${prefix}-signature-algorithm`]).toBe('HmacSHA256');
    }
    expect(message.headers['content-type']).toMatch(/^application\/json/);
    await expect
      .poll(async () => (await ann.get(`/webhooks/${webhook.id}/deliveries`)).json.entries, { timeout: 20_000 })
      .toMatchObject([{ type: 'webhook_delivery', trigger: 'FILE.UPLOADED', status: 'delivered', tries: 1 }]);
  });

  test('a rename carries both names, a move both folders; a file that is moved in counts as uploaded', async () => {
    await using own = await startReceiver();
    const [from, to] = [await newFolder(), await newFolder()];
    const file = await newFile(from.id, 'before');
    await ann.post('/webhooks', { ...wish(from, 'FILE.RENAMED', 'FILE.MOVED'), address: own.address });
    await ann.post('/webhooks', { ...wish(to, 'FILE.UPLOADED'), address: own.address });
    await ann.put(`/files/${file.id}`, { name: 'after' });
    await ann.put(`/files/${file.id}`, { parent: { id: to.id } });
    const told = [await own.told('FILE.RENAMED'), await own.told('FILE.MOVED'), await own.told('FILE.UPLOADED')];
    const places = { old_parent_id: from.id, new_parent_id: to.id };
    expect(told.map(({ json }) => json.additional_info)).toEqual([
      { old_name: 'before', new_name: 'after' },
      places,
      places,
    ]);
  });

  test('a change to an item of another is delivered as the creator of the webhook sees it, until the access ends', async () => {
    await using own = await startReceiver();
    const outer = await newFolder();
    const shared = await newFolder('shared', outer.id);
    const invitation = {
      item: { type: 'folder', id: shared.id },
      accessible_by: { type: 'user', login: bob.login },
      role: 'viewer',
    };
    const collaboration = (await ann.post('/collaborations', invitation)).json;
    const asBob = callerOf(service, bob.token);
    await asBob.post('/webhooks', { ...wish(shared, 'FILE.UPLOADED'), address: own.address });
    await newFile(shared.id, 'seen');
    const message = await own.told('FILE.UPLOADED');
    expect(message.json.source.path_collection?.entries.map(({ id }) => id)).toEqual(['0', shared.id]);
    await ann.delete(`/collaborations/${collaboration.id}`);
    await newFile(shared.id, 'unseen');
    const again = (await ann.post('/collaborations', invitation)).json;
    expect(again.status).toBe('accepted');
    await newFile(shared.id, 'seen again');
    const all = await own.received(2);
    expect(all.map(({ json }) => json.source.name)).toEqual(['seen', 'seen again']);
  });

  test('are sent in the order of the changes', async () => {
    await using own = await startReceiver();
    const folder = await newFolder();
    await ann.post('/webhooks', { ...wish(folder, 'FOLDER.CREATED'), address: own.address });
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const name of names) await newFolder(name, folder.id);
    expect((await own.received(12)).map(({ json }) => json.source.name)).toEqual(names);
  });

  test('a receiver that never answers holds up no other', async () => {
    await using slow = await startReceiver();
    await using quick = await startReceiver();
    slow.answer('never');
    const [one, other] = [await newFolder(), await newFolder()];
    await ann.post('/webhooks', { ...wish(one, 'FILE.UPLOADED'), address: slow.address });
    await ann.post('/webhooks', { ...wish(other, 'FILE.UPLOADED'), address: quick.address });
    await newFile(one.id);
    await slow.received(1);
    await newFile(other.id);
    await quick.received(1);
  });

  test('redirects are not followed, and count as failures', async () => {
    await using own = await startReceiver();
    own.answer(302, { location: receiver.address });
    const folder = await newFolder();
    const { id } = (await ann.post('/webhooks', { ...wish(folder, 'FOLDER.CREATED'), address: own.address })).json;
    await newFolder('redirected', folder.id);
    await expect
      .poll(async () => (await ann.get(`/webhooks/${id}/deliveries`)).json.entries[0], { timeout: 20_000 })
      .toMatchObject({ status: 'waiting', tries: 1, last_status: 302, next_try_at: expect.any(String) });
    expect(receiver.messages.some(({ json }) => json.source.name === 'redirected')).toBe(false);
  });

  test('undelivered events are dropped with their webhook', async () => {
    await using own = await startReceiver();
    own.answer(500);
    const folder = await newFolder();
    const { id } = (await ann.post('/webhooks', { ...wish(folder, 'FILE.UPLOADED'), address: own.address })).json;
    await newFile(folder.id);
    await own.received(1);
    expect((await ann.delete(`/webhooks/${id}`)).status).toBe(204);
    expect((await ann.get(`/webhooks/${id}/deliveries`)).status).toBe(404);
  });

  test('a permanently deleted target ends its webhook, which gets a last delivery', async () => {
    await using own = await startReceiver();
    const file = await newFile('0');
    const made = await ann.post('/webhooks', {
      ...wish(file, 'FILE.TRASHED', 'FILE.DELETED'),
      address: own.address,
    });
    await ann.delete(`/files/${file.id}`);
    expect((await ann.delete(`/files/${file.id}/trash`)).status).toBe(204);
    const told = await own.received(3);
    expect(told.map(({ json }) => json.trigger)).toEqual(['FILE.TRASHED', 'FILE.DELETED', 'WEBHOOK.DELETED']);
    expect(told[2]?.json).toMatchObject({
      source: { id: made.json.id, type: 'webhook' },
      additional_info: { reason: 'auto_cleanup' },
    });
    expect((await ann.get(`/webhooks/${made.json.id}`)).status).toBe(404);
  });
});

describe('[webhook addresses] public, as it is by default', () => {
  let strict: TestService;
  let caller: ServiceCaller;
  let folder: Seen;
  beforeAll(async () => {
    strict = await startTestService();
    caller = callerOf(strict, strict.person.token);
    folder = (await caller.post('/folders', { name: 'a', parent: { id: '0' } })).json;
  });
  afterAll(() => strict.stop());

  test.each([
    'http://example.org/hook',
    'https://example.org:8443/hook',
    'https://127.0.0.1/hook',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://[fd00::1]/hook',
    'https://localhost/hook',
    'https://printer/hook',
    'https://files.local/hook',
  ])('%s is refused', async (address) => {
    const refused = await caller.post('/webhooks', { ...wish(folder, 'FILE.UPLOADED'), address });
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_parameter']);
    expect(refused.json.message).toMatch(/^The URL must/);
  });
});
