import { expect, test } from 'vitest';
import { builtInClient } from '../../../../contract/oauth.ts';
import { createClient } from '../../../../service/domain/people/oauth/clients/create-client.ts';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import {
  allow,
  authorizePath,
  nativeRedirect,
  pkce,
  postOAuth,
  refresh,
  signedInBrowser,
  signInNatively,
} from '../../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const life = { access: 3600, refreshMs: 60 * 24 * 3600 * 1000 };

function movableClock() {
  let ahead = 0;
  return { clock: { now: () => Date.now() + ahead }, pass: (ms: number) => void (ahead += ms) };
}

const me = async (service: TestService, token: string) => (await callerOf(service, token).get('/users/me')).status;

test('every operation requires the header Authorization, with a token that comes from the OAuth 2.0 flow', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const { verifier, challenge } = pkce();

  const answer = await allow(browser, authorizePath(challenge));
  expect(answer.get('state')).toBe('a state/+ with “anything”');
  const token = await postOAuth(service, 'token', {
    grant_type: 'authorization_code',
    client_id: builtInClient.id,
    redirect_uri: nativeRedirect,
    code: answer.get('code') ?? '',
    code_verifier: verifier,
  });

  expect(token.status).toBe(200);
  expect(token.json).toMatchObject({ token_type: 'bearer', expires_in: life.access, restricted_to: [] });
  expect(token.headers['cache-control']).toContain('no-store');
  const { status, json } = await callerOf(service, token.json['access_token'] ?? '').get('/users/me');
  expect([status, json.login]).toEqual([200, service.person.login]);
  expect((await callerOf(service, null).get('/users/me')).status).toBe(401);
  const kept = await service.service.store.read(({ tokens }) => tokens.get(token.json['access_token'] ?? ''));
  expect(kept, 'tokens are kept as digests').toBeNull();
});

test('consent is asked for only after the sign-in, which leads back to it', async () => {
  await using service = await startTestService();
  const browser = browserOf(service.publicUrl);
  const path = authorizePath(pkce().challenge);
  const first = await browser.get(path);
  expect(first.status).toBe(303);
  const form = await browser.follow(first);
  expect(form.text).toContain('<h1>Sign in</h1>');
  await signedInBrowser(service);
  const signedIn = await browser.submit(form, { login: service.person.login, password: 'correct horse battery' });
  const consent = await browser.follow(signedIn);
  expect(consent.text).toContain('Allow “Tandem”');
  expect(consent.text).toContain(`<strong>Ann</strong> (${service.person.login})`);
  expect(consent.text).toContain('view, add, edit, share and delete all your files and folders');
  expect(consent.text).toContain('manage the users of the enterprise and act on their behalf');
});

test('the consent page says in words which rights the scopes give this person', async () => {
  await using service = await startTestService();
  const bob = await service.addPerson('bob@example.com', 'Bob <b>');
  const browser = await signedInBrowser(service, bob.login);
  const listed = async (scope: string) => {
    const { text } = await browser.get(authorizePath(pkce().challenge, scope === '' ? {} : { scope }));
    expect(text).toContain('<strong>Bob &lt;b&gt;</strong>');
    return [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, words]) => words);
  };
  expect(await listed('root_readonly')).toEqual(['view and download all your files and folders']);
  expect(await listed('')).toEqual([
    'view, add, edit, share and delete all your files and folders',
    'send notifications about your files and folders to other services (webhooks)',
    'manage the groups that you administer',
    'use administrator rights on your behalf, if you are given them',
  ]);
});

test('a refusal goes back to the client as access_denied, with its state', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const consent = await browser.get(authorizePath(pkce().challenge));
  const answer = await browser.submit(consent, { decision: 'deny' });
  const location = new URL(String(answer.headers['location']));
  expect(location.origin + location.pathname).toBe(nativeRedirect);
  expect([location.searchParams.get('error'), location.searchParams.get('code')]).toEqual(['access_denied', null]);
  expect(location.searchParams.get('state')).toBe('a state/+ with “anything”');
});

test('a question mark in the query that is not escaped belongs to its value', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const path = authorizePath(pkce().challenge, { state: 'a?b' }).replace('a%3Fb', 'a?b');
  expect((await allow(browser, path)).get('state')).toBe('a?b');
});

test('the answer of a person counts only from the page that this browser got', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const path = authorizePath(pkce().challenge);
  expect((await browser.post(path, { decision: 'allow' })).status).toBe(403);
  const other = await signedInBrowser(service);
  await signedInBrowser(service);
  const foreign = /name="form_token" value="([^"]*)"/.exec((await other.get('/sign-in')).text)?.[1] ?? '';
  expect((await browser.post(path, { decision: 'allow', form_token: foreign })).status).toBe(403);
});

test.each([
  ['an unknown client', { client_id: 'nobody' }, 'not registered'],
  ['another host', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri_mismatch'],
  ['another path', { redirect_uri: 'http://127.0.0.1:50123/other' }, 'redirect_uri_mismatch'],
  ['a name that looks local', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }, 'redirect_uri_mismatch'],
  ['a user part', { redirect_uri: 'http://x@127.0.0.1:50123/callback' }, 'redirect_uri_mismatch'],
  ['a control character', { redirect_uri: '\0http://127.0.0.1:50123/callback' }, 'redirect_uri_mismatch'],
  ['a client that cannot be', { client_id: 'a\0b' }, 'not registered'],
  ['no address where there are several', { redirect_uri: '' }, 'redirect_uri_missing'],
])('%s is shown to the person and leads nowhere', async (_what, fields, said) => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const page = await browser.get(authorizePath(pkce().challenge, fields));
  expect([page.status, page.headers['location']]).toEqual([400, undefined]);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.text).toContain(said);
});

test.each([
  ['no challenge', null, {}, 'invalid_request'],
  ['a plain challenge', 'x'.repeat(43), { code_challenge_method: 'plain' }, 'invalid_request'],
  ['another response type', 'x'.repeat(43), { response_type: 'token' }, 'unsupported_response_type'],
  ['a scope that is none', 'x'.repeat(43), { scope: 'root_readonly everything' }, 'invalid_scope'],
])('a public client with %s gets the error at its redirect URL', async (_what, challenge, fields, error) => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const page = await browser.get(authorizePath(challenge, fields));
  const location = new URL(String(page.headers['location']));
  expect([location.origin, location.searchParams.get('error')]).toEqual(['http://127.0.0.1:50123', error]);
  expect(location.searchParams.get('state')).toBe('a state/+ with “anything”');
});

test('a code is good once and for 30 s, with its verifier and its redirect address', async () => {
  const { clock, pass } = movableClock();
  await using service = await startTestService({ clock });
  const browser = await signedInBrowser(service);
  const trade = async (changes: Readonly<Record<string, string>>, waitMs = 0) => {
    const { verifier, challenge } = pkce();
    const code = (await allow(browser, authorizePath(challenge))).get('code') ?? '';
    pass(waitMs);
    const fields = {
      grant_type: 'authorization_code',
      client_id: builtInClient.id,
      redirect_uri: nativeRedirect,
      code,
      code_verifier: verifier,
      ...changes,
    };
    return { fields, answer: await postOAuth(service, 'token', fields) };
  };
  expect((await trade({ code_verifier: pkce().verifier })).answer.json['error']).toBe('invalid_grant');
  expect((await trade({ redirect_uri: 'http://127.0.0.1:1/callback' })).answer.json['error']).toBe('invalid_request');
  expect((await trade({}, 30_001)).answer.json['error']).toBe('invalid_grant');
  expect((await trade({}, 29_000)).answer.status).toBe(200);

  const { fields, answer } = await trade({});
  expect(answer.status).toBe(200);
  expect(await me(service, answer.json['access_token'] ?? '')).toBe(200);
  const again = await postOAuth(service, 'token', fields);
  expect([again.status, again.json['error']]).toEqual([400, 'invalid_grant']);
  expect(await me(service, answer.json['access_token'] ?? ''), 'who else knows the code gets nothing of it').toBe(401);
  expect((await refresh(service, answer.json['refresh_token'] ?? '')).json['error']).toBe('invalid_grant');
});

test('a refresh token is good once, and gives a new pair; the access token ends after 60 min', async () => {
  const { clock, pass } = movableClock();
  await using service = await startTestService({ clock });
  const first = await signInNatively(service, await signedInBrowser(service));
  pass(life.access * 1000 - 1000);
  expect(await me(service, first.json['access_token'] ?? '')).toBe(200);
  pass(1000);
  const expired = await callerOf(service, first.json['access_token'] ?? '').get('/users/me');
  expect([expired.status, expired.headers['www-authenticate']]).toEqual([401, expect.stringContaining('has expired')]);

  const second = await refresh(service, first.json['refresh_token'] ?? '');
  expect(second.status).toBe(200);
  expect(second.json['refresh_token']).not.toBe(first.json['refresh_token']);
  expect(await me(service, second.json['access_token'] ?? '')).toBe(200);

  pass(life.refreshMs);
  const late = await refresh(service, second.json['refresh_token'] ?? '');
  expect([late.status, late.json['error']]).toEqual([400, 'invalid_grant']);
});

test('a refresh token that is used again after its successor ends the whole sign-in', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const first = await signInNatively(service, browser);
  const other = await signInNatively(service, browser);
  const second = await refresh(service, first.json['refresh_token'] ?? '');
  const third = await refresh(service, second.json['refresh_token'] ?? '');
  expect(third.status).toBe(200);

  const reused = await refresh(service, first.json['refresh_token'] ?? '');
  expect([reused.status, reused.json['error']]).toEqual([400, 'invalid_grant']);
  for (const { json } of [first, second, third]) expect(await me(service, json['access_token'] ?? '')).toBe(401);
  expect((await refresh(service, third.json['refresh_token'] ?? '')).json['error']).toBe('invalid_grant');
  expect(await me(service, other.json['access_token'] ?? ''), 'another sign-in stays').toBe(200);
});

test('of many that use one refresh token at once, one is left with a good one', async () => {
  await using service = await startTestService();
  const first = await signInNatively(service, await signedInBrowser(service));
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(service, first.json['refresh_token'] ?? '')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const known = await Promise.all(answers.map(({ json }) => me(service, json['access_token'] ?? '')));
  expect(known.toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401]);
});

test('a refresh may ask for less and never for more', async () => {
  await using service = await startTestService();
  const first = await signInNatively(service, await signedInBrowser(service));
  const fields = { grant_type: 'refresh_token', client_id: builtInClient.id };
  const less = await postOAuth(service, 'token', {
    ...fields,
    refresh_token: first.json['refresh_token'] ?? '',
    scope: 'root_readonly',
  });
  expect(less.json['scope']).toBe('root_readonly');
  const caller = callerOf(service, less.json['access_token'] ?? '');
  expect((await caller.get('/folders/0')).status).toBe(200);
  const refused = await caller.post('/folders', { name: 'x', parent: { id: '0' } });
  expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope']);
  const more = await postOAuth(service, 'token', {
    ...fields,
    refresh_token: less.json['refresh_token'] ?? '',
    scope: 'root_readwrite',
  });
  expect([more.status, more.json['error']]).toEqual([400, 'invalid_scope']);
});

test('a confidential client signs people in with its secret in the body', async () => {
  await using service = await startTestService();
  const { client, secret } = await createClient(service.service, {
    name: 'Web app',
    redirectUris: ['https://app.example/back'],
    isConfidential: true,
    mayActAlone: false,
  });
  const browser = await signedInBrowser(service);
  const codeOf = async () =>
    (await allow(browser, authorizePath(null, { client_id: client.id, redirect_uri: '' }))).get('code') ?? '';
  const trade = async (fields: Readonly<Record<string, string>>) =>
    postOAuth(service, 'token', {
      grant_type: 'authorization_code',
      client_id: client.id,
      code: await codeOf(),
      ...fields,
    });
  const good = await trade({ client_secret: secret ?? '' });
  expect(good.status).toBe(200);
  for (const wrong of [{}, { client_secret: 'wrong' }, { code_verifier: pkce().verifier }]) {
    const answer = await trade(wrong);
    expect([answer.status, answer.json['error']]).toEqual([400, 'invalid_client']);
  }
  const foreign = { client_id: builtInClient.id, code_verifier: pkce().verifier };
  expect((await trade(foreign)).json['error'], 'a code of another client').toBe('invalid_grant');
  const stolen = await refresh(service, good.json['refresh_token'] ?? '');
  expect(stolen.json['error'], 'a refresh token of another client').toBe('invalid_grant');
  const kept = await service.service.store.read(({ clients }) => clients.get(client.id));
  expect(kept?.secretHash).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test.each([
  ['no grant type', {}, 'invalid_request'],
  ['a grant type that is none', { grant_type: 'password' }, 'unauthorized_client'],
  ['an unknown one', { grant_type: 'urn:example:other' }, 'unsupported_grant_type'],
  [
    'a code that is none',
    { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43) },
    'invalid_grant',
  ],
  ['a refresh token that is none', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
  ['an unknown client', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'nobody' }, 'invalid_client'],
])('the token address answers %s with 400 and a sentence', async (_what, fields, error) => {
  await using service = await startTestService();
  const { client, secret } = await createClient(service.service, {
    name: 'Tool',
    redirectUris: ['http://localhost/x'],
    isConfidential: true,
    mayActAlone: true,
  });
  const own = error === 'unauthorized_client' || error === 'unsupported_grant_type' || error === 'invalid_request';
  const who = own ? { client_id: client.id, client_secret: secret ?? '' } : { client_id: builtInClient.id };
  const answer = await postOAuth(service, 'token', { ...who, ...fields });
  expect([answer.status, answer.json['error']]).toEqual([400, error]);
  expect(answer.json['error_description']?.length).toBeGreaterThan(8);
});

test('client credentials in the header are refused, doubled fields and other bodies too', async () => {
  await using service = await startTestService();
  const url = `${service.publicUrl}/api/oauth2/token`;
  const caller = callerOf(service, null);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const basic = { ...form, authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
  const answers = [
    await caller.send('POST', url, 'grant_type=refresh_token&refresh_token=x', basic),
    await caller.send('POST', url, 'grant_type=refresh_token&client_id=a&client_id=b', form),
    await caller.send('POST', url, '{"grant_type":"refresh_token"}', { 'content-type': 'application/json' }),
  ].map(({ status, bytes }) => [status, JSON.parse(bytes.toString()).error]);
  expect(answers).toEqual([
    [400, 'invalid_client'],
    [400, 'invalid_request'],
    [400, 'invalid_request'],
  ]);
});

test('nothing that a form can hold makes the service fail', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const odd = ['\0', '\uFFFF', '\u202e', '\n', 'x'.repeat(3_000), '%', '{"a":1}', "' or 1=1 --", '\ud800'];
  for (const value of odd) {
    for (const fields of [
      { grant_type: value, client_id: builtInClient.id },
      { grant_type: 'refresh_token', client_id: value, refresh_token: value },
      { grant_type: 'authorization_code', client_id: builtInClient.id, code: value, code_verifier: value },
      { grant_type: 'authorization_code', client_id: builtInClient.id, box_device_id: value, box_device_name: value },
    ]) {
      const answer = await postOAuth(service, 'token', fields);
      expect([value, answer.status, answer.json['error']]).toEqual([value, 400, expect.any(String)]);
    }
    const form = await browserOf(service.publicUrl).get('/sign-in');
    const token = /name="form_token" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    for (const page of [
      await browser.get(authorizePath(value)),
      await browser.get(authorizePath('x'.repeat(43), { scope: value })),
      await browser.get(authorizePath('x'.repeat(43), { client_id: value, redirect_uri: value })),
      await browser.post('/sign-in', { login: value, password: value, form_token: token }),
      await browser.post('/sign-in', { login: value, password: value, form_token: value }),
    ]) {
      expect([value, page.url, page.status]).toEqual([value, page.url, expect.toBeOneOf([303, 400, 403])]);
    }
  }
});
