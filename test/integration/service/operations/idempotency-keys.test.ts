import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseKeysAnnounced } from '../../../../contract/idempotency.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { digestOf } from '../../../../service/domain/people/tokens/digest.ts';
import { dropOldAnswers } from '../../../../service/domain/upkeep/purge-expired.ts';
import type { TokenRecord } from '../../../../service/ports/metadata/people/tokens.ts';
import {
  callerOf,
  type Headers,
  multipartBody,
  type ServiceCaller,
  sha1Of,
} from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
const day = 86_400_000;

let service: TestService;
let ann: ServiceCaller;
let ben: ServiceCaller;
let benPerson: TestPerson;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ clock });
  ann = callerOf(service, service.person.token);
  benPerson = await service.addPerson('ben@example.com', 'Ben');
  ben = callerOf(service, benPerson.token);
});
afterAll(() => service.stop());

const keyed = (key: string, more: Headers = {}): Headers => ({ 'idempotency-key': key, ...more });
const root = { id: '0' };
const freshName = () => `thing ${++made}`;
const newFolder = async (parent = root) => (await ann.post('/folders', { name: freshName(), parent })).json;
const lookUp = (key: string, caller = ann) => caller.get(`/idempotency_keys/${encodeURIComponent(key)}`);
const isReplayed = (answer: { readonly headers: Headers | object }) =>
  (answer.headers as Record<string, unknown>)['idempotency-replayed'] === 'true';

const upload = (name: string, content: string, headers: Headers, parent = root, caller = ann) =>
  caller.upload({ name, parent }, content, '/files/content', headers);
const namesIn = async (folderId: string) =>
  (await ann.get(`/folders/${folderId}/items`)).json.entries.map(({ name }) => name);

/** A token of a person with another authority than the usual one. */
async function tokenOf(person: TestPerson, more: Partial<TokenRecord>): Promise<ServiceCaller> {
  const token = randomBytes(16).toString('hex');
  const record = { digest: digestOf(token), userId: person.id, createdAt: clock.now(), expiresAt: null };
  const scopes = ['root_readwrite'];
  await service.service.store.transaction(({ tokens }) =>
    tokens.insert({ ...record, scopes, grant: null, narrowedFrom: null, confirms: null, restriction: null, ...more }),
  );
  return callerOf(service, token);
}

describe('a request with an idempotency key', () => {
  test('is answered by a service that announces keys on every answer', async () => {
    const answers = [
      await ann.get('/users/me'),
      await ann.get('/folders/999999'),
      await callerOf(service, null).get('/users/me'),
    ];
    for (const { headers } of answers) {
      expect(parseKeysAnnounced(String(headers['svc-idempotency-keys']))).toBe(limits.idempotencyKeyLifeMs);
    }
  });

  test('sent again makes one change and gets the same answer, and the answer can be looked up', async () => {
    const [{ id: folder }, key] = [await newFolder(), randomUUID()];
    const send = () => upload('once.txt', 'content', keyed(key), { id: folder });
    const [first, second, third] = [await send(), await send(), await send()];
    expect([first.status, isReplayed(first)]).toEqual([201, false]);
    for (const repeat of [second, third]) {
      expect([repeat.status, repeat.bytes, isReplayed(repeat)]).toEqual([201, first.bytes, true]);
      expect(repeat.headers['svc-upload-batch']).toBe(first.headers['svc-upload-batch']);
    }
    expect(await namesIn(folder)).toEqual(['once.txt']);
    const stored = await lookUp(key);
    expect(stored.status).toBe(200);
    expect(stored.json).toMatchObject({ type: 'idempotency_key', key, status: 201, body: first.json });
    expect((await lookUp(randomUUID())).status).toBe(404);
  });

  test('twins that come at the same time make one change', async () => {
    const [{ id: folder }, key] = [await newFolder(), randomUUID()];
    const send = () => ann.post('/folders', { name: 'twin', parent: { id: folder } }, keyed(key));
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.id));
    expect(ids.size).toBe(1);
    for (const { status, json, headers } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, json.code, headers['retry-after']]).toEqual([409, 'idempotency_key_in_progress', '1']);
    }
    expect(await namesIn(folder)).toEqual(['twin']);
    const last = await send();
    expect([last.status, isReplayed(last), ids.has(last.json.id)]).toEqual([201, true, true]);
  });

  test('is refused when the key belongs to another request, and changes nothing', async () => {
    const [key, { id }] = [randomUUID(), await newFolder()];
    const body = { name: freshName() };
    expect((await ann.put(`/folders/${id}`, body, keyed(key))).status).toBe(200);
    const others = [
      () => ann.put(`/folders/${id}`, { name: 'other' }, keyed(key)),
      () => ann.put(`/folders/${id}?fields=name`, body, keyed(key)),
      () => ann.put(`/folders/${id}`, body, keyed(key, { 'if-match': '0' })),
      () => ann.delete(`/folders/${id}`, keyed(key)),
      () => ann.post('/folders', { name: 'other', parent: { id } }, keyed(key)),
    ];
    for (const send of others) {
      const { status, json } = await send();
      expect([status, json.code]).toEqual([422, 'idempotency_key_reuse']);
    }
    expect((await ann.get(`/folders/${id}`)).json).toMatchObject({ name: body.name, etag: '1' });
    expect(await namesIn(id)).toEqual([]);
  });

  test('fields in another order, and a key in the quotation marks of the draft, make no other request', async () => {
    const key = randomUUID();
    const name = freshName();
    const first = await ann.post('/folders', { name, parent: root }, keyed(key));
    const second = await ann.post('/folders', { parent: root, name }, keyed(`"${key}"`));
    expect([second.status, second.json.id, isReplayed(second)]).toEqual([201, first.json.id, true]);
  });

  test('states the limits of a key, and changes nothing', async () => {
    const name = freshName();
    for (const key of ['short', 'x'.repeat(256), 'with a space', 'tab\tinside']) {
      const { status, json } = await ann.post('/folders', { name, parent: root }, keyed(key));
      expect([status, json.code, json.message]).toEqual([
        400,
        'bad_request',
        '"idempotency-key": must have 8 to 255 visible ASCII characters, without spaces.',
      ]);
    }
    expect((await ann.post('/folders', { name, parent: root }, keyed('y'.repeat(255)))).status).toBe(201);
  });

  test('that reads ignores its key', async () => {
    const key = randomUUID();
    expect((await ann.get('/folders/0', keyed(key))).status).toBe(200);
    expect((await lookUp(key)).status).toBe(404);
  });

  test('refused for a conflict, it is refused again, even if the conflict is gone', async () => {
    const [key, { id, name }] = [randomUUID(), await newFolder()];
    const send = (by: string) => ann.post('/folders', { name, parent: root }, keyed(by));
    const first = await send(key);
    expect([first.status, first.json.code]).toEqual([409, 'item_name_in_use']);
    await ann.delete(`/folders/${id}`);
    const second = await send(key);
    expect([second.status, second.bytes, isReplayed(second)]).toEqual([409, first.bytes, true]);
    expect((await lookUp(key)).json.status).toBe(409);
    expect((await send(randomUUID())).status).toBe(201);
  });

  test('that was not valid, or brought damaged bytes, may be repeated with its key', async () => {
    const [key, name] = [randomUUID(), freshName()];
    expect((await ann.post('/folders', { name: 'a/b', parent: root }, keyed(key))).status).toBe(400);
    expect((await ann.post('/folders', { name, parent: root }, keyed(key))).status).toBe(201);
    const other = randomUUID();
    const sent = (content: string) => upload(`${name}.txt`, content, keyed(other, { 'content-md5': sha1Of('intact') }));
    expect((await sent('broken')).json.code).toBe('bad_digest');
    expect((await lookUp(other)).status).toBe(404);
    expect((await sent('intact')).status).toBe(201);
  });

  test('of several transactions is stored with the last', async () => {
    const { id, token } = await service.addPerson(`${freshName().replace(' ', '')}@example.com`);
    const owner = callerOf(service, token);
    for (const name of ['one', 'two']) await owner.post('/folders', { name, parent: root });
    const key = randomUUID();
    const send = () => ann.delete(`/users/${id}?force=true`, keyed(key));
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, isReplayed(second)]).toEqual([204, 204, true]);
    expect((await lookUp(key)).json).toMatchObject({ status: 204, body: null });
  });

  test('is answered in full again, however large the answer is', async () => {
    let parent = root;
    for (let depth = 0; depth < 20; depth += 1) {
      const name = `${depth} `.padEnd(limits.itemNameLength, 'x');
      parent = (await ann.post('/folders', { name, parent })).json;
    }
    const { id } = parent;
    const entries = Array.from({ length: limits.uploadBatchFiles }, (_, index) => {
      return { name: `${index}.txt`, parent: { id }, size: 0 };
    });
    const { body, type } = multipartBody({ entries }, Buffer.alloc(0));
    const key = randomUUID();
    const send = () =>
      ann.send('POST', `${service.uploadUrl}/files/content/batch`, body, keyed(key, { 'content-type': type }));
    const [first, second] = [await send(), await send()];
    expect(first.bytes.length).toBeGreaterThan(1024 * 1024);
    expect([second.status, isReplayed(second), second.bytes.equals(first.bytes)]).toEqual([200, true, true]);
    expect((await lookUp(key)).json).toMatchObject({ body: JSON.parse(first.bytes.toString()) });
  });

  test('its commit is answered to all who wait for the same session', async () => {
    const content = randomBytes(limits.uploadSessionMinBytes);
    const json = { 'content-type': 'application/json' };
    const wanted = JSON.stringify({ folder_id: '0', file_size: content.length, file_name: freshName() });
    const session = await ann.send('POST', `${service.uploadUrl}/files/upload_sessions`, wanted, json);
    const { session_endpoints: endpoints, part_size: partSize } = session.json;
    const parts: unknown[] = [];
    for (let offset = 0; offset < content.length; offset += partSize) {
      const bytes = content.subarray(offset, offset + partSize);
      parts.push((await ann.part(String(endpoints['upload_part']), bytes, offset, content.length)).json.part);
    }
    const digest = `sha=${Buffer.from(sha1Of(content), 'hex').toString('base64')}`;
    const commit = (headers: Headers) =>
      ann.send('POST', String(endpoints['commit']), JSON.stringify({ parts }), { ...json, digest, ...headers });
    const key = randomUUID();
    const answers = await Promise.all([commit(keyed(key)), commit(keyed(randomUUID())), commit({}), commit({})]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const again = await commit(keyed(key));
    expect([again.bytes, isReplayed(again)]).toEqual([answers[0]?.bytes, true]);
  });
});

describe('an upload with an idempotency key', () => {
  test('that declared its digest is answered before its bytes are sent again', async () => {
    const [key, name, content] = [randomUUID(), freshName(), 'declared'];
    const headers = keyed(key, { 'content-md5': sha1Of(content) });
    const first = await upload(name, content, headers);
    expect(first.status).toBe(201);
    const { body, type } = multipartBody({ name, parent: root }, Buffer.from(content));
    // All but the end of the file: a service that read on would wait for it.
    const unfinished = body.subarray(0, body.indexOf(content) + 2);
    const answer = await fetch(`${service.uploadUrl}/files/content`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type, authorization: `Bearer ${service.person.token}` },
      body: new ReadableStream({ start: (controller) => controller.enqueue(unfinished) }),
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(first.bytes);
  });

  test('that declared nothing is compared by its bytes', async () => {
    const [key, name] = [randomUUID(), freshName()];
    const first = await upload(name, 'some bytes', keyed(key));
    const same = await upload(name, 'some bytes', keyed(key));
    expect([same.bytes, isReplayed(same)]).toEqual([first.bytes, true]);
    const other = await upload(name, 'other text', keyed(key));
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reuse']);
  });

  test('of another declared content is another request', async () => {
    const [key, name] = [randomUUID(), freshName()];
    await upload(name, 'one', keyed(key, { 'content-md5': sha1Of('one') }));
    const other = await upload(name, 'two', keyed(key, { 'content-md5': sha1Of('two') }));
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reuse']);
  });
});

describe('a stored answer', () => {
  test('belongs to one person: the same key of another person is a key like any other', async () => {
    const [key, name] = [randomUUID(), freshName()];
    const send = (caller: ServiceCaller) => caller.post('/folders', { name, parent: root }, keyed(key));
    const [hers, his] = [await send(ann), await send(ben)];
    expect([hers.status, his.status, isReplayed(his)]).toEqual([201, 201, false]);
    expect(his.json.id).not.toBe(hers.json.id);
    const only = randomUUID();
    await ann.post('/folders', { name: freshName(), parent: root }, keyed(only));
    expect((await lookUp(only, ben)).status).toBe(404);
    expect((await lookUp(only)).status).toBe(200);
  });

  test('does not outlive the right to see its content', async () => {
    const { id } = await newFolder();
    const accessible_by = { type: 'user', login: benPerson.login };
    const invited = await ann.post('/collaborations', { item: { type: 'folder', id }, accessible_by, role: 'editor' });
    const key = randomUUID();
    const send = () => upload('secret.txt', 'content', keyed(key), { id }, ben);
    expect((await send()).status).toBe(201);
    expect((await lookUp(key, ben)).status).toBe(200);
    await ann.delete(`/collaborations/${invited.json.id}`);
    for (const answer of [await send(), await lookUp(key, ben)]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
      expect(answer.bytes.toString()).not.toContain('secret.txt');
    }
    expect(await namesIn(id)).toEqual(['secret.txt']);
  });

  test('is not for a token of another application, of another item, or of too few scopes', async () => {
    const { id } = await newFolder();
    const [key, name] = [randomUUID(), freshName()];
    const send = (caller: ServiceCaller) => caller.post('/folders', { name, parent: { id } }, keyed(key));
    expect((await send(ann)).status).toBe(201);
    const grant = { clientId: 'another-application', familyId: 'f', devicePinId: null };
    const other = await tokenOf(service.person, { grant });
    const narrow = await tokenOf(service.person, { restriction: { itemId: id, sharedLink: null } });
    const acting = callerOf(service, (await service.addPerson(`${randomUUID()}@example.com`)).token);
    for (const caller of [other, narrow]) {
      expect((await send(caller)).json.code).toBe('idempotency_key_reuse');
      expect((await lookUp(key, caller)).status).toBe(404);
    }
    expect((await lookUp(key, acting)).status).toBe(404);
    const reader = await tokenOf(service.person, { scopes: ['root_readonly'] });
    expect((await send(reader)).json.code).toBe('insufficient_scope');
    expect((await lookUp(key, reader)).status).toBe(404);
  });

  test('that is withdrawn before it arrives is never carried out; one that was carried out is answered instead', async () => {
    const withdraw = (key: string, caller = ann) => caller.delete(`/idempotency_keys/${key}`);
    const [{ id }, late, done] = [await newFolder(), randomUUID(), randomUUID()];
    const send = (key: string, caller = ann) => caller.post('/folders', { name: key, parent: { id } }, keyed(key));
    expect([(await withdraw(late)).status, (await withdraw(late)).status]).toEqual([204, 204]);
    for (const _try of ['late', 'repeated']) {
      const refusal = { code: 'idempotency_key_reuse', message: expect.stringContaining('withdrawn') };
      expect(await send(late)).toMatchObject({ status: 422, json: refusal });
    }
    expect((await lookUp(late)).status).toBe(404);
    const answer = await send(done);
    const stored = await withdraw(done);
    expect(stored.status).toBe(200);
    expect(stored.json).toMatchObject({ status: 201, body: answer.json });
    expect(isReplayed(await send(done))).toBe(true);
    expect(await namesIn(id)).toEqual([done]);
    // The key of another application is not the caller's to withdraw, and the same key of another person is another one.
    const grant = { clientId: 'another-application', familyId: 'f', devicePinId: null };
    expect((await withdraw(done, await tokenOf(service.person, { grant }))).status).toBe(404);
    expect((await withdraw(done, ben)).status).toBe(204);
    expect((await withdraw('short')).status).toBe(404);
  });

  test('that is withdrawn while it runs is carried out or refused, and its sender learns which', async () => {
    const { id } = await newFolder();
    for (let round = 0; round < 10; round++) {
      const key = randomUUID();
      const [sent, withdrawn] = await Promise.all([
        ann.post('/folders', { name: key, parent: { id } }, keyed(key)),
        ann.delete(`/idempotency_keys/${key}`),
      ]);
      const settled = withdrawn.status === 409 ? await ann.delete(`/idempotency_keys/${key}`) : withdrawn;
      const isThere = (await namesIn(id)).includes(key);
      expect([settled.status, isThere]).toEqual(isThere ? [200, true] : [204, false]);
      expect(sent.status === 201).toBe(isThere);
    }
  });

  test('to an administrator who acted as a person stays hidden from the person', async () => {
    const key = randomUUID();
    const acting = keyed(key, { 'as-user': benPerson.id });
    expect((await ann.post('/folders', { name: freshName(), parent: root }, acting)).status).toBe(201);
    expect((await lookUp(key, ben)).status).toBe(404);
    expect((await ann.get(`/idempotency_keys/${key}`, { 'as-user': benPerson.id })).status).toBe(200);
  });

  test('is forgotten after seven days, and a job removes it', async () => {
    const send = (key: string) => ann.post('/folders', { name: freshName(), parent: root }, keyed(key));
    const keys = Array.from({ length: 205 }, () => randomUUID());
    for (const key of keys) await send(key);
    const [first = '', last = ''] = [keys[0], keys.at(-1)];
    clock.ahead = 8 * day;
    expect((await lookUp(first)).status).toBe(404);
    const again = await send(first);
    expect([again.status, isReplayed(again)]).toEqual([201, false]);
    expect(await dropOldAnswers(service.service)).toBeGreaterThanOrEqual(keys.length - 1);
    expect(await dropOldAnswers(service.service)).toBe(0);
    expect((await lookUp(first)).status).toBe(200);
    clock.ahead = 0;
    expect((await lookUp(last)).status).toBe(404);
  });
});

describe('the events of a request with an idempotency key', () => {
  test('carry it for the person who sent the request, and for no one else', async () => {
    const { id } = await newFolder();
    const accessible_by = { type: 'user', login: benPerson.login };
    await ann.post('/collaborations', { item: { type: 'folder', id }, accessible_by, role: 'viewer' });
    const eventOf = async (caller: ServiceCaller, stream: string, itemId: string) => {
      const path = `/events?stream_type=${stream}&limit=500&stream_position=0&created_after=2020-01-01T00:00:00Z`;
      let found: object | undefined;
      for (let position = '0'; !found; ) {
        const url = path.replace('position=0', `position=${position}`);
        const { json } = await caller.get(stream === 'admin_logs' ? url : url.replace(/&created_after=.*/, ''));
        found = json.entries.find(({ source }) => source.id === itemId || Reflect.get(source, 'item_id') === itemId);
        if (json.chunk_size === 0) break;
        position = String(json.next_stream_position);
      }
      return JSON.stringify(found ?? 'none');
    };
    const key = randomUUID();
    const created = await ann.post('/folders', { name: freshName(), parent: { id } }, keyed(key));
    const details = `"additional_details":{"idempotency_key":"${key}"}`;
    expect(await eventOf(ann, 'changes', created.json.id)).toContain(details);
    for (const [caller, stream] of [
      [ben, 'changes'],
      [ann, 'admin_logs'],
    ] as const) {
      const event = await eventOf(caller, stream, created.json.id);
      expect(event).toContain(created.json.id);
      expect(event).not.toContain(key);
    }
  });
});
