import { expect, test } from 'vitest';
import { setPassword } from '../../../service/domain/people/sign-in/set-password.ts';
import { browserOf } from '../../support/browser/scripted-browser.ts';
import { refresh, testPassword } from '../../support/service/oauth.ts';
import { startTestService } from '../../support/service/service.ts';

/** Wrong codes and tokens are counted by each process for itself, so these tests are about one. */

test('a client that guesses codes and tokens has to wait', async () => {
  await using service = await startTestService();
  for (let at = 0; at < 60; at += 1) expect((await refresh(service, `guess-${at}`)).status).toBe(400);
  const answer = await refresh(service, 'one-more');
  expect([answer.status, answer.json['error']]).toEqual([429, 'temporarily_unavailable']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('a client that guesses a password has to wait, and the right person does not', async () => {
  await using service = await startTestService();
  const { login } = service.person;
  await setPassword(service.service, login, testPassword);
  const attempt = async (password: string, who = login) => {
    const browser = browserOf(service.publicUrl);
    const answer = await browser.submit(await browser.get('/sign-in'), { login: who, password });
    return { status: answer.status, retry: Number(answer.headers['retry-after'] ?? 0), text: answer.text };
  };
  expect((await attempt(testPassword)).status).toBe(303);
  for (let at = 0; at < 10; at += 1) expect((await attempt(`wrong password ${at}`)).status).toBe(403);
  const refused = await attempt('one more wrong password', login.toUpperCase());
  expect([refused.status, refused.retry > 0]).toEqual([429, true]);
  expect(refused.text).toContain('Too many wrong passwords');
  expect((await attempt(testPassword)).status, 'a password that was right before').toBe(303);
  expect((await attempt('wrong', 'somebody else')).status, 'another login').toBe(403);
});

test('guesses that come at once are as many as guesses one after the other', async () => {
  await using service = await startTestService();
  await setPassword(service.service, service.person.login, testPassword);
  const browser = browserOf(service.publicUrl);
  const form = await browser.get('/sign-in');
  const tries = Array.from({ length: 20 }, (_, at) =>
    browser.submit(form, { login: service.person.login, password: `wrong password ${at}` }),
  );
  const answers = (await Promise.all(tries)).map(({ status }) => status);
  expect(answers.filter((status) => status === 403)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(10);
});
