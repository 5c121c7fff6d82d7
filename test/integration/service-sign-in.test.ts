import { request } from 'undici';
import { expect, test } from 'vitest';
import { setPassword } from '../../service/domain/sign-in/set-password.ts';
import { browserOf } from '../support/scripted-browser.ts';
import { startTestService } from '../support/service.ts';

const password = 'correct horse battery';

test('a person signs in by page and is led to where they wanted to go', async () => {
  await using service = await startTestService();
  await setPassword(service.service, service.person.login, password);
  const browser = browserOf(service.publicUrl);

  const form = await browser.get('/sign-in?to=%2Fsign-in%3Fx%3D1');
  expect(form.status).toBe(200);
  const answer = await browser.submit(form, { login: 'ANN@example.com', password });

  expect([answer.status, answer.headers['location']]).toEqual([303, '/sign-in?x=1']);
  expect(String(answer.headers['set-cookie'])).toMatch(/^tandem_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax/);
  expect((await browser.get('/sign-in')).text).toContain('You are signed in');
});
