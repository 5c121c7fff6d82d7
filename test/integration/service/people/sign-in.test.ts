import { expect, test } from 'vitest';
import { setPassword } from '../../../../service/domain/people/sign-in/set-password.ts';
import { setUser } from '../../../../service/domain/people/users/set-user.ts';
import { browserOf, type ScriptedBrowser } from '../../../support/browser/scripted-browser.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { refusalOf } from '../../../support/service/domain-world.ts';
import { signedInBrowser, testPassword } from '../../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const isSignedIn = async (browser: ScriptedBrowser) =>
  (await browser.get('/sign-in')).text.includes('You are signed in');

test('a person signs in by page and is led to where they wanted to go', async () => {
  await using service = await startTestService();
  await setPassword(service.service, service.person.login, testPassword);
  const browser = browserOf(service.publicUrl);

  const form = await browser.get('/sign-in?to=%2Fs%2Fabc%3Fx%3D1');
  expect([form.status, form.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const answer = await browser.submit(form, { login: 'ANN@example.com', password: testPassword });

  expect([answer.status, answer.headers['location']]).toEqual([303, '/s/abc?x=1']);
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^tandem_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
  );
  expect(await isSignedIn(browser)).toBe(true);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/..//evil.example/',
  'javascript:alert(1)',
  'evil',
  '',
])('a sign-in never leads to another place: %j', async (to) => {
  await using service = await startTestService();
  await setPassword(service.service, service.person.login, testPassword);
  const browser = browserOf(service.publicUrl);
  const form = await browser.get(`/sign-in?to=${encodeURIComponent(to)}`);
  const answer = await browser.submit(form, { login: service.person.login, password: testPassword });
  const target = new URL(String(answer.headers['location']), service.publicUrl);
  expect([answer.status, target.origin]).toEqual([303, service.publicUrl]);
  const changed = { login: service.person.login, password: testPassword, to };
  const again = await browser.submit(await browserForm(service, browser), changed);
  expect(new URL(String(again.headers['location']), service.publicUrl).origin).toBe(service.publicUrl);
});

test('an address that names two places to go to leads to neither', async () => {
  await using service = await startTestService();
  const form = await browserOf(service.publicUrl).get('/sign-in?to=/one&to=/two');
  expect(form.status).toBe(200);
  expect(form.text).toContain('name="to" value="/sign-in"');
});

/** The sign-in form in a browser that was signed out before. */
async function browserForm(service: TestService, browser: ScriptedBrowser) {
  await browser.submit(await browser.get('/sign-in'), {}, '/sign-out');
  return browser.get(`${service.publicUrl}/sign-in`);
}

test('a failed sign-in gets the same answer for every reason', async () => {
  await using service = await startTestService();
  await setPassword(service.service, service.person.login, testPassword);
  const bare = await service.addPerson('bare@example.com', 'Has no password');
  const gone = await service.addPerson('gone@example.com', 'Inactive');
  await setPassword(service.service, gone.login, testPassword);
  await setUser(service.service, gone.login, { status: 'inactive' });
  const answers = [];
  for (const [login, password] of [
    ['nobody@example.com', testPassword],
    [bare.login, testPassword],
    [gone.login, testPassword],
    [service.person.login, 'not the password'],
  ] as const) {
    const browser = browserOf(service.publicUrl);
    const answer = await browser.submit(await browser.get('/sign-in'), { login, password });
    answers.push([answer.status, answer.text.replaceAll(login, '').replaceAll(/"[\w-]{20,}"/g, '')]);
    expect(answer.text).toContain('Incorrect login or password.');
    expect(answer.text, 'a password is never shown again').not.toContain(password);
    expect(await isSignedIn(browser)).toBe(false);
  }
  const withoutNonces = answers.map(([status, text]) => [status, String(text).replaceAll(/nonce="[^"]*"/g, '')]);
  expect(new Set(withoutNonces.map((one) => JSON.stringify(one))).size).toBe(1);
});

test('the root of the service leads a browser to the sign-in page, and tells a program that nothing is there', async () => {
  await using service = await startTestService();
  const browser = browserOf(service.publicUrl);
  const led = await browser.get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([led.status, led.headers['location']]).toEqual([303, '/sign-in']);
  const told = await browser.get('/', { accept: '*/*' });
  expect([told.status, JSON.parse(told.text).code]).toEqual([404, 'not_found']);
});

test('a form counts only from a page that this browser got from this service', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const fields = { login: service.person.login, password: testPassword };
  const other = browserOf(service.publicUrl);
  for (const answer of [
    await other.post('/sign-in', fields),
    await other.post('/sign-in', { ...fields, form_token: 'x' }),
    await browser.post('/sign-out', {}),
  ]) {
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This form has expired');
  }
  expect(await isSignedIn(browser), 'a foreign form never signs a person out').toBe(true);
});

test('a second open tab leads a signed-in person on, and shows its form again to anyone else', async () => {
  await using service = await startTestService();
  await setPassword(service.service, service.person.login, testPassword);
  const browser = browserOf(service.publicUrl);
  const typed = { login: service.person.login, password: testPassword };
  const [first, second] = [await browser.get('/sign-in'), await browser.get('/sign-in?to=%2Faccount%2Fpassword')];
  await browser.submit(first, typed);
  const led = await browser.submit(second, typed);
  expect([led.status, led.headers['location']]).toEqual([303, '/account/password']);

  await browser.submit(await browser.get('/sign-in'), {}, '/sign-out');
  const stale = await browser.submit(
    { ...second, text: second.text.replace(/(form_token" value=")[^"]*/, '$1old') },
    typed,
  );
  expect([stale.status, stale.text.includes('This form has expired')]).toEqual([403, true]);
  expect((await browser.submit(stale, typed)).headers['location']).toBe('/account/password');
});

test('a browser is signed out after 12 h, by its person, with another password, and with the account', async () => {
  let ahead = 0;
  await using service = await startTestService({ clock: { now: () => Date.now() + ahead } });
  const { login } = service.person;
  const aged = await signedInBrowser(service);
  ahead = 12 * 3600_000 - 5000;
  expect(await isSignedIn(aged)).toBe(true);
  ahead += 5000;
  expect(await isSignedIn(aged)).toBe(false);

  const left = await signedInBrowser(service);
  expect((await left.submit(await left.get('/sign-in'), {}, '/sign-out')).status).toBe(303);
  expect(await isSignedIn(left)).toBe(false);

  const changed = await signedInBrowser(service);
  await setPassword(service.service, login, 'another good password');
  expect(await isSignedIn(changed)).toBe(false);

  const closed = await signedInBrowser(service);
  await setUser(service.service, login, { status: 'inactive' });
  expect(await isSignedIn(closed)).toBe(false);
});

test('behind https the cookies are never sent otherwise', async () => {
  await using service = await startTestService({ config: { publicUrl: 'https://files.example' } });
  await setPassword(service.service, service.person.login, testPassword);
  const browser = browserOf(service.listenUrl);
  const form = await browser.get('/sign-in');
  expect(String(form.headers['set-cookie'])).toMatch(
    /^__Host-tandem_form=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  const answer = await browser.submit(form, { login: service.person.login, password: testPassword });
  expect(String(answer.headers['set-cookie'])).toContain('; Secure');
});

test('passwords have a length, and are kept as argon2id', async () => {
  await using service = await startTestService();
  const { login, id } = service.person;
  for (const password of ['', 'too short', 'x'.repeat(257)]) {
    const refusal = await refusalOf(setPassword(service.service, login, password));
    expect([refusal.code, refusal.message]).toEqual(['bad_request', expect.stringContaining('10 to 256 characters')]);
  }
  await setPassword(service.service, login, '😀'.repeat(10));
  const hash = await service.service.store.read(({ signIn }) => signIn.passwordHash(id));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await refusalOf(setPassword(service.service, 'nobody', testPassword))).code).toBe('not_found');
});

test('the interface itself takes no forms, which other sites could send', async () => {
  await using service = await startTestService();
  const caller = callerOf(service, service.person.token);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await caller.send('POST', `${service.baseUrl}/folders`, 'name=x&parent=0', headers);
  expect([answer.status, answer.json.code]).toEqual([415, 'unsupported_media_type']);
});

test('an account shows when its person last signed in, and signing in does not count as a change', async () => {
  await using service = await startTestService();
  const { login, id, token } = service.person;
  await setPassword(service.service, login, testPassword);
  const account = async () =>
    (await callerOf(service, token).get(`/users/${id}?fields=last_sign_in_at,modified_at`)).json;
  const before = await account();
  expect(before).toMatchObject({ last_sign_in_at: null });
  const browser = browserOf(service.publicUrl);
  await browser.submit(await browser.get('/sign-in'), { login, password: testPassword });
  expect(await account()).toMatchObject({
    last_sign_in_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    modified_at: before['modified_at'],
  });
});
