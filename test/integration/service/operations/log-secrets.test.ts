import { pino } from 'pino';
import { expect, test } from 'vitest';
import { accessTokenType, builtInClient, deviceFields, grantTypes } from '../../../../contract/oauth.ts';
import { createClient } from '../../../../service/domain/people/oauth/clients/create-client.ts';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import {
  authorizePath,
  pkce,
  postOAuth,
  refresh,
  signedInBrowser,
  signInNatively,
  testPassword,
} from '../../../support/service/oauth.ts';
import { startTestService } from '../../../support/service/service.ts';

test('the log of a whole run, at its most talkative, holds no secret', async () => {
  const lines: string[] = [];
  // Without the redaction of the program's own log: nothing is there to be redacted.
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  await using service = await startTestService({ log });
  const secrets = [testPassword, service.person.token, 'a wrong password', 'a-wrong-token', 'laptop-of-ann'];

  const browser = await signedInBrowser(service);
  const stranger = browserOf(service.publicUrl);
  const form = await stranger.get('/sign-in?to=%2Fsecret-path');
  await stranger.submit(form, { login: service.person.login, password: 'a wrong password' });
  for (const page of [form, await browser.get('/sign-in')]) {
    secrets.push(
      /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
      ...cookiesOf(page.headers['set-cookie']),
    );
  }
  const { verifier, challenge } = pkce();
  const consent = await browser.get(authorizePath(challenge));
  const answer = await browser.submit(consent, { decision: 'allow' });
  const code = new URL(String(answer.headers['location'])).searchParams.get('code') ?? '';
  secrets.push(verifier, code);
  const device = { [deviceFields.id]: 'laptop-of-ann', [deviceFields.name]: 'Tandem' };
  const signedIn = await signInNatively(service, browser, device);
  const renewed = await refresh(service, signedIn.json['refresh_token'] ?? '');
  await refresh(service, signedIn.json['refresh_token'] ?? '');
  for (const { json } of [signedIn, renewed]) secrets.push(json['access_token'] ?? '', json['refresh_token'] ?? '');

  const robot = { name: 'Robot', redirectUris: [], isConfidential: true, mayActAlone: true };
  const { client, secret } = await createClient(service.service, robot);
  const credentials = { client_id: client.id, client_secret: secret ?? '' };
  const subject = { box_subject_type: 'user', box_subject_id: service.person.id };
  const alone = await postOAuth(service, 'token', {
    grant_type: grantTypes.clientCredentials,
    ...credentials,
    ...subject,
  });
  const narrow = await postOAuth(service, 'token', {
    grant_type: grantTypes.exchange,
    subject_token: alone.json['access_token'] ?? '',
    subject_token_type: accessTokenType,
    scope: 'root_readonly',
  });
  await postOAuth(service, 'revoke', { ...credentials, token: alone.json['access_token'] ?? '' });
  await postOAuth(service, 'token', {
    grant_type: 'refresh_token',
    client_id: builtInClient.id,
    refresh_token: 'a-wrong-token',
  });
  secrets.push(secret ?? '', alone.json['access_token'] ?? '', narrow.json['access_token'] ?? '');

  for (const token of [service.person.token, 'a-wrong-token', narrow.json['access_token'] ?? '']) {
    await callerOf(service, token).get('/users/me');
    await callerOf(service, token).post('/folders', { name: '/', parent: { id: '0' } });
    for (const file of ['1', 'no-id'])
      await callerOf(service, null).get(`/files/${file}/content?access_token=${token}`);
  }
  const written = lines.join('');
  expect(lines.length, 'the log was written').toBeGreaterThan(15);
  expect(secrets.filter((one) => one.length < 8)).toEqual([]);
  expect(secrets.filter((one) => written.includes(one) || written.includes(encodeURIComponent(one)))).toEqual([]);
});

function cookiesOf(header: string | string[] | undefined): string[] {
  return [header ?? []].flat().map((line) => line.split(';')[0]?.split('=')[1] ?? '');
}
