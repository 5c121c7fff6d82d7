import { Readable } from 'node:stream';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';
import { processCount } from '../../../support/service/service-pair.ts';

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  service = await startTestService({ clock });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

const asJson = { 'content-type': 'application/json' };

test('a body that is nested without end is refused, as JSON and as the attributes of an upload', async () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  const body = `{"name":"deep","parent":{"id":"0"},"more":${deep}}`;
  const refused = await ann.send('POST', `${service.baseUrl}/folders`, body, asJson);
  expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
  const form = new FormData();
  form.set('attributes', body);
  form.set('file', new Blob(['x']));
  const headers = { authorization: `Bearer ${service.person.token}` };
  const upload = await fetch(`${service.uploadUrl}/files/content`, { method: 'POST', headers, body: form });
  expect(upload.status).toBe(400);
});

describe('tokens', () => {
  test.each([
    ['no token', null],
    ['an unknown token', 'abcdef'],
    ['a token that is none', 'a b'],
  ])('%s: 401, an empty body, and a challenge', async (_what, token) => {
    const refused = await callerOf(service, token).get('/users/me');
    expect([refused.status, refused.bytes.length]).toEqual([401, 0]);
    expect(refused.headers['www-authenticate']).toBe(
      'Bearer realm="Service", error="invalid_token", error_description="The access token provided is invalid."',
    );
  });

  test('an expired token says so', async () => {
    const token = await createToken(service.service, { login: service.person.login, lifeMs: 1000 });
    const caller = callerOf(service, token);
    expect((await caller.get('/users/me')).status).toBe(200);
    clock.ahead = 2000;
    const refused = await caller.get('/users/me');
    clock.ahead = 0;
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toContain('has expired');
  });

  test('a token without the scope: 403 insufficient_scope', async () => {
    const token = await createToken(service.service, { login: service.person.login, scopes: ['root_readonly'] });
    const caller = callerOf(service, token);
    expect((await caller.get('/folders/0')).status).toBe(200);
    const refused = await caller.post('/folders', { name: 'x', parent: { id: '0' } });
    expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope']);
  });

  test('an inactive person’s token opens nothing', async () => {
    const eve = await service.addPerson('eve@example.com');
    await service.service.store.transaction(({ users }) => users.update(eve.id, { status: 'inactive' }));
    expect((await callerOf(service, eve.token).get('/users/me')).status).toBe(401);
  });

  test('the content of a file takes its token from the query too, and nothing else does', async () => {
    const [file] = (await ann.upload({ name: 'open.txt', parent: { id: '0' } }, 'open')).json.entries;
    const stranger = callerOf(service, null);
    const content = (token: string) => stranger.get(`/files/${file?.id}/content?access_token=${token}`);
    const redirect = await content(service.person.token);
    expect(redirect.status).toBe(302);
    expect(redirect.headers['location']).not.toContain(service.person.token);
    expect((await stranger.send('GET', String(redirect.headers['location']))).bytes.toString()).toBe('open');
    expect((await content('a-wrong-token')).status).toBe(401);
    expect((await stranger.get(`/files/${file?.id}?access_token=${service.person.token}`)).status).toBe(401);
  });

  test('tokens are not kept in clear', async () => {
    const found = await service.service.store.read(({ tokens }) => tokens.get(service.person.token));
    expect(found).toBeNull();
  });

  test('an upload without a good token is refused before its body is read', async () => {
    const refused = await callerOf(service, 'wrong').upload({ name: 'x', parent: { id: '0' } }, Buffer.alloc(100_000));
    expect(refused.status).toBe(401);
  });

  test('guessing is slowed down with 429, and the good token keeps working', async () => {
    const other = await startTestService();
    const good = callerOf(other, other.person.token);
    for (let each = 0; each < processCount(); each++) expect((await good.get('/users/me')).status).toBe(200);
    const statuses = new Set<number>();
    for (let guess = 0; guess < 61 * processCount(); guess++) {
      const refused = await callerOf(other, `guess${guess}`).get('/users/me');
      statuses.add(refused.status);
      if (refused.status === 429) expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect([...statuses]).toEqual([401, 429]);
    expect((await good.get('/users/me')).status).toBe(200);
    await other.stop();
  });

  test('a rate limit answers 429 with Retry-After', async () => {
    const other = await startTestService({ config: { requestsPerMinute: 2 } });
    const caller = callerOf(other, other.person.token);
    const allowed = 2 * processCount();
    for (let asked = 0; asked < allowed; asked++) expect((await caller.get('/users/me')).status).toBe(200);
    const refused = await caller.get('/users/me');
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await other.stop();
  });
});

describe('[4.13] GET /users/me', () => {
  test('answers the standard fields; role and enterprise only through fields', async () => {
    const me = (await ann.get('/users/me')).json;
    expect(me).toMatchObject({ type: 'user', login: 'ann@example.com', name: 'Ann', status: 'active' });
    expect(me).not.toHaveProperty('role');
    expect((await ann.get('/users/me?fields=role,enterprise')).json).toMatchObject({
      role: 'admin',
      enterprise: { type: 'enterprise' },
    });
  });
});

describe('errors', () => {
  test('have one form: type, status, code, message, help_url, request_id', async () => {
    const refused = await ann.get('/files/999999');
    expect(refused.json).toEqual({
      type: 'error',
      status: 404,
      code: 'not_found',
      context_info: { errors: [expect.objectContaining({ name: 'file' })] },
      message: 'There is no file 999999, or you have no access to it.',
      sentences: [{ id: 'There is no {0} {1}, or you have no access to it.', values: ['file', '999999'] }],
      help_url: expect.any(String),
      request_id: refused.headers['x-request-id'],
    });
  });

  test('an unknown path answers 404, a known one with another method 405 and the allowed methods', async () => {
    const unknown = await ann.get('/planets/1');
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
    const wrong = await ann.put('/collections', {});
    expect([wrong.status, wrong.json.code, wrong.headers['allow']]).toEqual([405, 'method_not_allowed', 'GET']);
  });

  test.each([
    ['/users/me', 'GET'],
    ['/folders/trash', ''],
    ['/users/somebody', ''],
  ])('PUT %s, which a path with an id beside it takes, answers 405 and that "%s" is allowed', async (path, allowed) => {
    const refused = await ann.put(path, {});
    expect([refused.status, refused.json.code, refused.headers['allow']]).toEqual([405, 'method_not_allowed', allowed]);
  });

  test.each([
    ['broken JSON', '{"name":', 'application/json', 400, 'bad_request'],
    ['a poisoned prototype', '{"__proto__":{"x":1},"name":"a"}', 'application/json', 400, 'bad_request'],
    ['a list instead of an object', '[]', 'application/json', 400, 'bad_request'],
    ['a form', 'name=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['octets', 'name=x', 'application/octet-stream', 415, 'unsupported_media_type'],
  ])('%s is refused', async (_what, body, type, status, code) => {
    const refused = await ann.send('POST', `${service.baseUrl}/folders`, body, { 'content-type': type });
    expect([refused.status, refused.json.code]).toEqual([status, code]);
  });

  test('a body of more than 4 MiB of JSON is refused with 413', async () => {
    const refused = await ann.post('/folders', { name: 'x'.repeat(5_000_000), parent: { id: '0' } });
    expect([refused.status, refused.json.code]).toEqual([413, 'request_entity_too_large']);
  });

  test('a malformed address is refused in the same form', async () => {
    const refused = await ann.get('/folders/%zz');
    expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
  });

  test('a parameter that comes twice is refused by name', async () => {
    const refused = await ann.get('/folders/0/items?limit=1&limit=2');
    expect(refused.status).toBe(400);
    expect(refused.json.context_info.errors[0]?.name).toBe('limit');
  });
});

describe('what clients of the format send', () => {
  test('the three prefixes, and a slash at the end, lead to the same', async () => {
    for (const prefix of ['/2.0', '/api/2.0', '/upload/2.0']) {
      for (const end of ['', '/', '/?fields=name']) {
        const answer = await ann.send('GET', `${service.publicUrl}${prefix}/users/me${end}`);
        expect([prefix, end, answer.status]).toEqual([prefix, end, 200]);
      }
    }
    const body = JSON.stringify({ name: 'slash.txt', parent: { id: '0' } });
    expect((await ann.send('OPTIONS', `${service.baseUrl}/files/content/`, body, asJson)).status).toBe(200);
  });

  test('an empty body that claims to be JSON is no body', async () => {
    const { id } = (await ann.post('/folders', { name: 'empty', parent: { id: '0' } })).json;
    expect((await ann.send('DELETE', `${service.baseUrl}/folders/${id}`, undefined, asJson)).status).toBe(204);
    expect((await ann.send('POST', `${service.baseUrl}/folders/${id}`, '', asJson)).status).toBe(201);
    expect((await ann.send('OPTIONS', `${service.baseUrl}/events`, undefined, asJson)).status).toBe(200);
    expect((await ann.send('POST', `${service.baseUrl}/folders`, '', asJson)).json.code).toBe('bad_request');
  });

  test.each([
    ['without a type', undefined],
    ['as text', 'text/plain; charset=utf-8'],
  ])('JSON %s is taken', async (what, type) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const folders = `${service.baseUrl}/folders`;
    const made = await ann.send('POST', folders, JSON.stringify({ name: what, parent: { id: '0' } }), headers);
    expect([made.status, made.json.name]).toEqual([201, what]);
    const name = `${what}, renamed`;
    const renamed = await ann.send('PUT', `${folders}/${made.json.id}`, JSON.stringify({ name }), headers);
    expect([renamed.status, renamed.json.name]).toEqual([200, name]);
    const broken = await ann.send('POST', folders, '{"name":', headers);
    expect([broken.status, broken.json.code]).toEqual([400, 'bad_request']);
  });

  test('an empty body that claims to be a form is no body', async () => {
    const empty = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
    const { id } = (await ann.post('/folders', { name: 'no form', parent: { id: '0' } })).json;
    expect((await ann.send('DELETE', `${service.baseUrl}/folders/${id}`, '', empty)).status).toBe(204);
    expect((await ann.send('POST', `${service.baseUrl}/folders/${id}`, '', empty)).status).toBe(201);
    expect((await ann.send('OPTIONS', `${service.baseUrl}/events`, '', empty)).status).toBe(200);
  });

  test('the version header may be left out or say 2024.0, under both of its names, and nothing else', async () => {
    for (const name of ['svc-version', 'box-version']) {
      expect((await ann.get('/users/me', { [name]: '2024.0' })).status).toBe(200);
      for (const version of ['2025.0', '', '2024.0,2025.0', 'x']) {
        const refused = await ann.get('/users/me', { [name]: version });
        expect([version, refused.status, refused.json.code]).toEqual([version, 400, 'invalid_api_version']);
      }
    }
  });

  test('a chunked upload without a length is taken', async () => {
    async function* body() {
      yield '--b\r\ncontent-disposition: form-data; name="attributes"\r\n\r\n';
      yield '{"name":"chunked.txt","parent":{"id":0}}\r\n--b\r\ncontent-disposition: form-data; name="contents"; ';
      yield 'filename="any"\r\n\r\nchunk';
      yield 'ed\r\n--b--\r\n';
    }
    const answer = await request(`${service.uploadUrl}/files/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.person.token}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: Readable.from(body()),
    });
    expect(answer.statusCode).toBe(201);
    expect(await answer.body.json()).toMatchObject({ entries: [{ name: 'chunked.txt', size: 7 }] });
  });
});

describe('for operators', () => {
  test('health and readiness need no token', async () => {
    const nobody = callerOf(service, null);
    expect((await nobody.send('GET', `${service.publicUrl}/health`)).status).toBe(200);
    const ready = await nobody.send('GET', `${service.publicUrl}/ready`);
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready', database: true, blobs: true }]);
  });

  test('the OpenAPI document names the addresses of this service', async () => {
    const document = await callerOf(service, null).send('GET', `${service.baseUrl}/openapi.json`);
    expect(document.json).toMatchObject({ openapi: '3.1.0', servers: [{ url: service.baseUrl }] });
  });

  test('every answer forbids framing, guessing of types and caching', async () => {
    const { headers } = await ann.get('/users/me');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-cache, no-store',
      'referrer-policy': 'no-referrer',
    });
  });
});
