import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPassword } from '../../../../service/domain/people/sign-in/set-password.ts';
import { browserOf, type ScriptedBrowser, type SeenPage } from '../../../support/browser/scripted-browser.ts';
import { testPassword } from '../../../support/service/oauth.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';

/** Forms that no page of the service sent. */
let service: TestService;
let secure: TestService;
beforeAll(async () => {
  service = await startSingleService();
  secure = await startSingleService({ config: { publicUrl: 'https://files.example.org' } });
  for (const { service: domain, person } of [service, secure]) await setPassword(domain, person.login, testPassword);
});
afterAll(async () => {
  await service.stop();
  await secure.stop();
});

const typed = () => ({ login: service.person.login, password: testPassword });
const signIn = async (browser: ScriptedBrowser): Promise<SeenPage> =>
  browser.submit(await browser.get('/sign-in'), typed());

test.each([
  ['Origin of another site', { origin: 'https://evil.test' }],
  ['Origin of another port of this host', { origin: 'http://127.0.0.1:9' }],
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site, as another port is', { 'sec-fetch-site': 'same-site' }],
  ['no origin to tell, from another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
])('a sign-in with a good form token is refused with %s', async (_what, headers) => {
  expect((await signIn(browserOf(service.publicUrl, headers))).status).toBe(403);
});

test.each([
  ['no header of either kind', {}],
  ['the own origin', () => ({ origin: service.publicUrl, 'sec-fetch-site': 'same-origin' })],
  ['a page that gives no referrer away', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
])('control: it is taken with %s', async (_what, headers) => {
  const sent = typeof headers === 'function' ? headers() : headers;
  expect((await signIn(browserOf(service.publicUrl, sent))).status).toBe(303);
});

test('a form token from before the sign-in cannot sign anyone out', async () => {
  const browser = browserOf(service.publicUrl);
  const before = await browser.get('/sign-in');
  const token = /name="form_token" value="([^"]+)"/.exec(before.text)?.[1] ?? '';
  expect((await browser.submit(before, typed())).status).toBe(303);
  expect((await browser.post('/sign-out', { form_token: token })).status).toBe(403);
  expect((await browser.get('/sign-in')).text).toContain(service.person.name);
});

test('behind TLS every cookie has a name that only this host can set', async () => {
  const browser = browserOf(secure.listenUrl);
  const page = await browser.get('/sign-in');
  const answer = await browser.submit(page, typed());
  const cookies = [page, answer].flatMap(({ headers }) => headers['set-cookie'] ?? []);
  expect([answer.status, cookies.length]).toEqual([303, 2]);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-tandem_\w+=[^;]+; Path=\/; .*Secure$/);
});
