import { expect, test } from 'vitest';
import { browserOf, type ScriptedBrowser } from '../../../support/browser/scripted-browser.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { signedInBrowser, testPassword } from '../../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const path = '/account/password';
const fresh = 'a wholly new password';
const typed = { current: testPassword, next: fresh, again: fresh };

const isSignedIn = async (browser: ScriptedBrowser) =>
  (await browser.get('/sign-in')).text.includes('You are signed in');

async function signIn({ publicUrl, person }: TestService, password: string): Promise<ScriptedBrowser | null> {
  const browser = browserOf(publicUrl);
  const answer = await browser.submit(await browser.get('/sign-in'), { login: person.login, password });
  return answer.status === 303 ? browser : null;
}

test('a person changes their own password without a script: other browsers are signed out, programs stay', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const other = await signIn(service, testPassword);
  expect((await browser.get('/sign-in')).text).toContain(`href="${path}"`);
  const answer = await browser.submit(await browser.get(path), typed);
  expect([answer.status, answer.text.includes('Your password has been changed')]).toEqual([200, true]);
  expect(answer.text).not.toContain('<script');
  expect(await isSignedIn(browser)).toBe(true);
  expect(other && (await isSignedIn(other))).toBe(false);
  expect(await signIn(service, testPassword)).toBeNull();
  expect(await signIn(service, fresh)).not.toBeNull();
  expect((await callerOf(service, service.person.token).get('/users/me')).status).toBe(200);
});

test('as the person chooses, all tokens end with the old password', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  await browser.submit(await browser.get(path), { ...typed, end_tokens: 'yes' });
  expect((await callerOf(service, service.person.token).get('/users/me')).status).toBe(401);
  expect(await isSignedIn(browser)).toBe(true);
});

test.each([
  ['a wrong current password', { ...typed, current: 'not the password' }, 403, 'Incorrect current password'],
  ['no current password', { ...typed, current: '' }, 400, 'Enter your current password'],
  ['a repetition that differs', { ...typed, again: 'another' }, 400, 'do not match'],
  ['a password that is too short', { ...typed, next: 'short', again: 'short' }, 400, 'must have'],
])('%s changes nothing and says why', async (_what, fields, status, sentence) => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  const answer = await browser.submit(await browser.get(path), fields);
  expect([answer.status, answer.text.includes(sentence)]).toEqual([status, true]);
  expect(answer.text, 'a password is never shown again').not.toContain(fields.next);
  expect(await signIn(service, testPassword)).not.toBeNull();
});

test('it is for signed-in people, by a form of this service, and not for guessing', async () => {
  await using service = await startTestService();
  const nobody = await browserOf(service.publicUrl).get(path);
  expect([nobody.status, nobody.headers['location']]).toEqual([303, '/sign-in?to=%2Faccount%2Fpassword']);
  const browser = await signedInBrowser(service);
  expect((await browser.post(path, typed)).status).toBe(403);
  for (let wrong = 0; wrong < 10; wrong++) {
    await browser.submit(await browser.get(path), { ...typed, current: `guess number ${wrong}` });
  }
  const waits = await browser.submit(await browser.get(path), { ...typed, current: 'one more guess' });
  expect([waits.status, Number(waits.headers['retry-after']) > 0]).toEqual([429, true]);
});
