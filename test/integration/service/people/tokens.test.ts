import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessTokenType, builtInClient, grantTypes } from '../../../../contract/oauth.ts';
import { createClient } from '../../../../service/domain/people/oauth/clients/create-client.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { setUser } from '../../../../service/domain/people/users/set-user.ts';
import type { ClientRecord } from '../../../../service/ports/metadata/people/clients.ts';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { postOAuth, refresh, signedInBrowser, signInNatively } from '../../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/** Tokens that are not got by a person in a browser: of clients that act alone, narrowed ones, other people's; and their end. */

let service: TestService;
let client: ClientRecord;
let secret: string;
beforeAll(async () => {
  service = await startTestService();
  const created = await createClient(service.service, {
    name: 'Robot',
    redirectUris: [],
    isConfidential: true,
    mayActAlone: true,
  });
  client = created.client;
  secret = created.secret ?? '';
});
afterAll(() => service.stop());

const status = async (token = '') => (await callerOf(service, token).get('/users/me')).status;
const actAlone = (type: string, id: string, fields: Readonly<Record<string, string>> = {}) =>
  postOAuth(service, 'token', {
    grant_type: grantTypes.clientCredentials,
    client_id: client.id,
    client_secret: secret,
    box_subject_type: type,
    box_subject_id: id,
    ...fields,
  });
const exchange = (subjectToken: string, scope: string, fields: Readonly<Record<string, string>> = {}) =>
  postOAuth(service, 'token', {
    grant_type: grantTypes.exchange,
    subject_token: subjectToken,
    subject_token_type: accessTokenType,
    scope,
    ...fields,
  });

test('a confidential client acts by itself for the enterprise, in an account of its own', async () => {
  const { id } = service.service.settings.enterprise;
  const answers = [await actAlone('enterprise', id), await actAlone('enterprise', id)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.json).not.toHaveProperty('refresh_token');
  const people = await Promise.all(
    answers.map(({ json }) => callerOf(service, json['access_token'] ?? '').get('/users/me?fields=name,login,role')),
  );
  expect(people[0]?.json).toMatchObject({ name: 'Robot', login: `service-account-${client.id}`, role: 'coadmin' });
  expect(people[1]?.json.id).toBe(people[0]?.json.id);
});

test('a confidential client acts as a person of the enterprise, within the scopes it asks for', async () => {
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const answer = await actAlone('user', bob.id, { scope: 'root_readonly' });
  const caller = callerOf(service, answer.json['access_token'] ?? '');
  expect((await caller.get('/users/me')).json.login).toBe('bob@example.com');
  const refused = await caller.post('/folders', { name: 'no', parent: { id: '0' } });
  expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope']);
});

test.each([
  ['another enterprise', 'enterprise', '1', {}, 'invalid_grant'],
  ['a person that is none', 'user', '999999999', {}, 'invalid_grant'],
  ['no subject', '', '', {}, 'invalid_grant'],
  ['a wrong secret', 'user', '1', { client_secret: 'wrong' }, 'invalid_client'],
  ['no secret', 'user', '1', { client_secret: '' }, 'invalid_client'],
  ['the client of everybody', 'user', '1', { client_id: builtInClient.id }, 'invalid_client'],
])('acting alone with %s is refused with 400', async (_what, type, id, fields, error) => {
  const answer = await actAlone(type, id, fields);
  expect([answer.status, answer.json['error']]).toEqual([400, error]);
  if (error === 'invalid_grant') expect(answer.json['error_description']).toBe('Grant credentials are invalid');
});

test('acting alone as an inactive person is refused, and a token that was given before opens nothing', async () => {
  const eve = await service.addPerson('eve@example.com', 'Eve');
  const before = await actAlone('user', eve.id);
  await setUser(service.service, eve.login, { status: 'inactive' });
  expect((await actAlone('user', eve.id)).json['error']).toBe('invalid_grant');
  expect(await status(before.json['access_token'])).toBe(401);
});

test('a client that may only sign people in does not act alone', async () => {
  const web = await createClient(service.service, {
    name: 'Web',
    redirectUris: ['https://app.example/back'],
    isConfidential: true,
    mayActAlone: false,
  });
  const credentials = { client_id: web.client.id, client_secret: web.secret ?? '' };
  const answer = await actAlone('user', service.person.id, credentials);
  expect([answer.status, answer.json['error']]).toEqual([400, 'unauthorized_client']);
});

test('a narrowed token reaches its item, the items below it, and nothing else', async () => {
  const owner = callerOf(service, service.person.token);
  const folder = (await owner.post('/folders', { name: 'Narrow', parent: { id: '0' } })).json;
  const inner = (await owner.post('/folders', { name: 'Inner', parent: { id: folder.id } })).json;
  const other = (await owner.post('/folders', { name: 'Other', parent: { id: '0' } })).json;
  const resource = `${service.baseUrl}/folders/${folder.id}`;
  const { status: code, json } = await exchange(service.person.token, 'item_rename root_readonly', { resource });

  expect(code).toBe(200);
  expect(json).toMatchObject({ token_type: 'bearer', issued_token_type: accessTokenType, expires_in: 3600 });
  const object = { type: 'folder', id: folder.id, sequence_id: '0', etag: '0', name: 'Narrow' };
  expect(json['restricted_to']).toEqual([
    { scope: 'item_rename', object },
    { scope: 'root_readonly', object },
  ]);
  expect(json).not.toHaveProperty('refresh_token');
  const narrow = callerOf(service, json['access_token'] ?? '');
  expect((await narrow.get(`/folders/${inner.id}`)).status).toBe(200);
  expect((await narrow.put(`/folders/${inner.id}`, { name: 'Renamed' })).status).toBe(200);
  expect((await narrow.get(`/folders/${other.id}`)).status).toBe(404);
  expect((await narrow.get('/folders/0')).status).toBe(404);
  for (const refused of [
    await narrow.delete(`/folders/${inner.id}`),
    await narrow.put(`/folders/${inner.id}`, { parent: { id: folder.id } }),
    await narrow.put(`/folders/${inner.id}`, { shared_link: {} }),
    await narrow.get('/events'),
    await narrow.get('/hubs', { 'svc-version': '2025.0' }),
    await narrow.get('/folders/trash/items'),
    await narrow.get('/collaborations?status=pending'),
  ]) {
    expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope']);
  }
});

test.each(['item_rename', 'item_share'])(
  'a token narrowed to %s brings no web link back from the trash',
  async (scope) => {
    const owner = callerOf(service, service.person.token);
    const made = { name: `Link for ${scope}`, url: 'https://example.com/', parent: { id: '0' } };
    const { id } = (await owner.post('/web_links', made)).json;
    await owner.delete(`/web_links/${id}`);
    const { json } = await exchange(service.person.token, scope);
    const refused = await callerOf(service, json['access_token'] ?? '').put(`/web_links/${id}`, {});
    expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope']);
    expect((await owner.get(`/web_links/${id}/trash`)).status).toBe(200);
    expect((await owner.put(`/web_links/${id}`, {})).status).toBe(201);
  },
);

test('a token can be narrowed again, and never widened', async () => {
  const owner = callerOf(service, service.person.token);
  const file = (await owner.upload({ name: 'narrow.txt', parent: { id: '0' } }, 'text')).json.entries[0];
  const folder = (await owner.post('/folders', { name: 'Beside', parent: { id: '0' } })).json;
  const resource = `https://api.example/2.0/files/${file?.id}`;
  const first = await exchange(service.person.token, 'item_download item_preview', { resource });
  const token = first.json['access_token'] ?? '';
  const second = await exchange(token, 'item_preview');
  expect(second.status).toBe(200);
  expect((await callerOf(service, token).get(`/files/${file?.id}/content`)).status).toBe(302);
  const narrower = callerOf(service, second.json['access_token'] ?? '');
  expect((await narrower.get(`/files/${file?.id}/content`)).status).toBe(403);
  // The second time named no item: the first limit stays.
  const other = (await owner.upload({ name: 'other.txt', parent: { id: '0' } }, 'text')).json.entries[0];
  const loader = callerOf(service, (await exchange(token, 'item_download')).json['access_token'] ?? '');
  expect((await loader.get(`/files/${file?.id}/content`)).status).toBe(302);
  expect((await loader.get(`/files/${other?.id}/content`)).status).toBe(404);
  expect((await exchange(token, 'item_delete')).json['error']).toBe('invalid_scope');
  expect((await exchange(token, 'root_readonly')).json['error']).toBe('invalid_scope');
  const beside = await exchange(token, 'item_preview', { resource: `${service.baseUrl}/folders/${folder.id}` });
  expect(beside.json['error']).toBe('invalid_target');
});

test('a token is narrowed to the target of a shared link, for as long as the link works', async () => {
  const owner = callerOf(service, service.person.token);
  const bob = await service.addPerson('bob2@example.com', 'Bob');
  const folder = (await owner.post('/folders', { name: 'Shared', parent: { id: '0' } })).json;
  const shared = (await owner.put(`/folders/${folder.id}?fields=shared_link`, { shared_link: { access: 'open' } }))
    .json;
  const url = (shared as unknown as { shared_link: { url: string } }).shared_link.url;
  const { status: code, json } = await exchange(bob.token, 'root_readonly', { box_shared_link: url });
  expect(code).toBe(200);
  const narrow = callerOf(service, json['access_token'] ?? '');
  expect((await narrow.get(`/folders/${folder.id}`)).status).toBe(200);
  expect((await narrow.get('/folders/0')).status).toBe(404);
  await owner.put(`/folders/${folder.id}`, { shared_link: null });
  expect((await narrow.get(`/folders/${folder.id}`)).status).toBe(404);
  expect((await exchange(bob.token, 'root_readonly', { box_shared_link: url })).json['error']).toBe('invalid_target');
});

test.each([
  ['no scope', {}, '', 'invalid_scope'],
  ['a scope that is none', {}, 'everything', 'invalid_scope'],
  ['an item that does not exist', { resource: 'https://h/2.0/files/999999' }, 'item_preview', 'invalid_target'],
  ['an address that is none', { resource: 'files/1' }, 'item_preview', 'invalid_target'],
  ['a token that is none', { subject_token: 'x' }, 'item_preview', 'invalid_grant'],
  ['another type of token', { subject_token_type: 'jwt' }, 'item_preview', 'invalid_request'],
  [
    'two limits',
    { resource: 'https://h/2.0/files/1', box_shared_link: 'https://h/s/x' },
    'item_preview',
    'invalid_request',
  ],
])('narrowing with %s is refused with 400', async (_what, fields, scope, error) => {
  const answer = await exchange(service.person.token, scope, fields);
  expect([answer.status, answer.json['error']]).toEqual([400, error]);
});

test('revoking either token of a sign-in ends all of it, for its own client only', async () => {
  const browser = await signedInBrowser(service);
  const revoke = (token: string, who: Readonly<Record<string, string>> = { client_id: builtInClient.id }) =>
    postOAuth(service, 'revoke', { ...who, token });
  for (const which of ['access_token', 'refresh_token'] as const) {
    const { json } = await signInNatively(service, browser);
    const narrow = await exchange(json['access_token'] ?? '', 'item_preview');
    const other = { client_id: client.id, client_secret: secret };
    expect((await revoke(json[which] ?? '', other)).status, 'a client that has no part in it').toBe(200);
    expect(await status(json['access_token'])).toBe(200);
    const answer = await revoke(json[which] ?? '');
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect(await status(json['access_token'])).toBe(401);
    expect(await status(narrow.json['access_token'])).toBe(401);
    expect((await refresh(service, json['refresh_token'] ?? '')).json['error']).toBe('invalid_grant');
  }
  expect((await revoke('unknown')).status).toBe(200);
  const empty = await revoke('');
  expect([empty.status, empty.json['error']]).toEqual([400, 'invalid_request']);
  const foreign = await revoke('unknown', { client_id: client.id, client_secret: 'wrong' });
  expect([foreign.status, foreign.json['error']]).toEqual([400, 'invalid_client']);
});

test('revoking the token of a client that acts alone ends those narrowed from it, and no other', async () => {
  const { id } = service.service.settings.enterprise;
  const [one, other] = [await actAlone('enterprise', id), await actAlone('enterprise', id)];
  const narrow = await exchange(one.json['access_token'] ?? '', 'root_readonly');
  const revoked = { client_id: client.id, client_secret: secret, token: one.json['access_token'] ?? '' };
  expect((await postOAuth(service, 'revoke', revoked)).status).toBe(200);
  expect(await status(one.json['access_token'])).toBe(401);
  expect(await status(narrow.json['access_token'])).toBe(401);
  expect(await status(other.json['access_token'])).toBe(200);
});

test('a refresh that meets a revocation leaves no token alive', async () => {
  const browser = await signedInBrowser(service);
  for (let round = 0; round < 8; round += 1) {
    const { json } = await signInNatively(service, browser);
    const revoked = { client_id: builtInClient.id, token: json['access_token'] ?? '' };
    const [renewed] = await Promise.all([
      refresh(service, json['refresh_token'] ?? ''),
      postOAuth(service, 'revoke', revoked),
    ]);
    expect(await status(json['access_token'])).toBe(401);
    expect(await status(renewed.json['access_token'])).toBe(401);
    expect((await refresh(service, renewed.json['refresh_token'] ?? '')).status).toBe(400);
  }
});

test('administrators act as other people with as-user, and the events name the administrator', async () => {
  const admin = callerOf(service, service.person.token);
  const carol = await service.addPerson('carol@example.com', 'Carol');
  const dave = await service.addPerson('dave@example.com', 'Dave');
  const as = { 'as-user': carol.id };
  expect((await admin.get('/users/me', as)).json.login).toBe('carol@example.com');
  const made = await admin.post('/folders', { name: 'By the administrator', parent: { id: '0' } }, as);
  expect([made.status, made.json.created_by.login]).toEqual([201, 'carol@example.com']);
  const folders = (await callerOf(service, carol.token).get('/folders/0/items')).json;
  expect(folders.entries.map(({ name }) => name)).toEqual(['By the administrator']);

  const events = await admin.get('/events?stream_type=admin_logs&event_type=UPLOAD&limit=500');
  const about = events.json.entries.filter(({ created_by }) => created_by?.login === 'carol@example.com');
  expect(about).toHaveLength(1);
  expect(JSON.stringify(about[0])).toContain('"acted_by":{"type":"user","id":"' + service.person.id);

  const plain = callerOf(service, dave.token);
  expect((await plain.get('/users/me', as)).status, 'not an administrator').toBe(403);
  expect((await plain.get('/users/me', { 'as-user': dave.id })).status, 'oneself').toBe(200);
  expect((await admin.get('/users/me', { 'as-user': '999999999' })).status).toBe(404);
  expect((await admin.get('/users/me', { 'as-user': 'nobody' })).status).toBe(404);
  await setUser(service.service, dave.login, { status: 'inactive' });
  expect((await admin.get('/users/me', { 'as-user': dave.id })).status).toBe(403);
  const { id } = service.service.settings.enterprise;
  const robot = callerOf(service, (await actAlone('enterprise', id)).json['access_token'] ?? '');
  expect((await robot.get('/users/me', as)).json.login).toBe('carol@example.com');
  expect((await robot.get('/users/me', { 'as-user': service.person.id })).status, 'a higher role').toBe(403);
  const scopes = ['root_readwrite'] as const;
  const little = callerOf(service, await createToken(service.service, { login: service.person.login, scopes }));
  expect((await little.get('/users/me', as)).json.code).toBe('insufficient_scope');
});

test("the administrators' log lists sign-ins, failed ones, and tokens issued and ended", async () => {
  const seen = async (type: string) => {
    const page = await callerOf(service, service.person.token).get(
      `/events?stream_type=admin_logs&event_type=${type}&limit=500`,
    );
    return page.json.entries.length;
  };
  const types = [
    'ADMIN_LOGIN',
    'LOGIN',
    'FAILED_LOGIN',
    'USER_AUTHENTICATE_OAUTH2_ACCESS_TOKEN_CREATE',
    'OAUTH2_ACCESS_TOKEN_REVOKE',
    'OAUTH2_REFRESH_TOKEN_REVOKE',
  ];
  const count = async () => Object.fromEntries(await Promise.all(types.map(async (type) => [type, await seen(type)])));
  const before = await count();
  const frank = await service.addPerson('frank@example.com', 'Frank');
  const browser = await signedInBrowser(service, frank.login);
  const wrong = { login: frank.login, password: 'not the password' };
  const other = browserOf(service.publicUrl);
  await other.submit(await other.get('/sign-in'), wrong);
  await signedInBrowser(service);
  const one = await signInNatively(service, browser);
  const two = await signInNatively(service, browser);
  await postOAuth(service, 'revoke', { client_id: builtInClient.id, token: one.json['access_token'] ?? '' });
  const renewed = await refresh(service, two.json['refresh_token'] ?? '');
  await refresh(service, renewed.json['refresh_token'] ?? '');
  await refresh(service, two.json['refresh_token'] ?? '');
  await service.service.uses.settled();
  const after = await count();
  const more = Object.fromEntries(types.map((type) => [type, Number(after[type]) - Number(before[type])]));
  expect(more).toEqual({
    ADMIN_LOGIN: 1,
    LOGIN: 1,
    FAILED_LOGIN: 1,
    USER_AUTHENTICATE_OAUTH2_ACCESS_TOKEN_CREATE: 2,
    OAUTH2_ACCESS_TOKEN_REVOKE: 1,
    OAUTH2_REFRESH_TOKEN_REVOKE: 1,
  });
});
