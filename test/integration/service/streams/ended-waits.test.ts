import { expect, test } from 'vitest';
import { grantTypes } from '../../../../contract/oauth.ts';
import { createClient } from '../../../../service/domain/people/oauth/clients/create-client.ts';
import { removeClient } from '../../../../service/domain/people/oauth/clients/remove-client.ts';
import { endSignInsOf } from '../../../../service/domain/people/sign-in/end-sign-ins-of.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { requireOk } from '../../../security/service/contents/content-house.ts';
import { callerOf, type Headers } from '../../../support/service/callers/service-caller.ts';
import { postOAuth, refresh, signedInBrowser, signInNatively } from '../../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/* A URL for event waits is worth no more than the sign-in that asked for it. */

/** @param asUser headers of an administrator who acts as someone else */
async function urlOf(service: TestService, token: string, asUser: Headers = {}): Promise<string> {
  const caller = callerOf(service, token);
  const now = requireOk(await caller.get('/events?stream_position=now', asUser)).next_stream_position;
  const { entries } = requireOk(await caller.send('OPTIONS', `${service.baseUrl}/events`, undefined, asUser));
  return `${entries[0]?.url}&stream_position=${now}`;
}

const wait = async (service: TestService, url: string, token: string | null = null) => {
  const { status, json } = await callerOf(service, token).send('GET', url);
  return json.message ?? status;
};

test('a wait ends with all sign-ins of its person, and its URL stays dead', async () => {
  await using service = await startTestService();
  const url = await urlOf(service, service.person.token);
  const waiting = wait(service, url);
  await endSignInsOf(service.service, service.person.login);
  expect(await waiting).toBe('reconnect');

  const token = await createToken(service.service, { login: service.person.login });
  await callerOf(service, token).post('/folders', { name: 'news', parent: { id: '0' } });
  expect(await wait(service, url)).toBe('reconnect');
  expect((await callerOf(service, service.person.token).send('GET', url)).status).toBe(401);
  // Clients that keep a URL go on with their new token.
  expect(await wait(service, url, token)).toBe('new_change');
});

/** How many wait, as the service measures it. */
async function listenersOf(service: TestService): Promise<number> {
  const { bytes } = await callerOf(service, null).send('GET', `${service.publicUrl}/metrics`);
  return Number(/^tandem_event_listeners (\d+)$/m.exec(bytes.toString())?.[1]);
}

/** Who waits, and what ends the sign-in. */
interface EndedSignIn {
  readonly token: string;
  readonly asUser?: Headers;
  readonly end: () => Promise<unknown>;
}

const ends: Readonly<Record<string, (service: TestService) => Promise<EndedSignIn>>> = {
  'its account is deleted': async (service) => {
    const { id, token } = await service.addPerson('bob@example.com');
    return { token, end: async () => callerOf(service, service.person.token).delete(`/users/${id}`) };
  },
  'its application is removed': async (service) => {
    const robot = { name: 'Robot', redirectUris: [], isConfidential: true, mayActAlone: true };
    const { client, secret } = await createClient(service.service, robot);
    const { json } = await postOAuth(service, 'token', {
      grant_type: grantTypes.clientCredentials,
      client_id: client.id,
      client_secret: secret ?? '',
      box_subject_type: 'enterprise',
      box_subject_id: service.service.settings.enterprise.id,
    });
    return { token: json['access_token'] ?? '', end: async () => removeClient(service.service, client.id) };
  },
  'its refresh token is used again': async (service) => {
    const first = (await signInNatively(service, await signedInBrowser(service))).json['refresh_token'] ?? '';
    const { json } = await refresh(service, first);
    return { token: json['access_token'] ?? '', end: async () => refresh(service, first) };
  },
  'all sign-ins of the administrator who acts as its person end': async (service) => {
    const { id } = await service.addPerson('bob@example.com');
    const { login, token } = service.person;
    return { token, asUser: { 'as-user': id }, end: async () => endSignInsOf(service.service, login) };
  },
};

test.each(Object.entries(ends))('a wait ends when %s', async (_what, prepare) => {
  await using service = await startTestService();
  const { token, asUser, end } = await prepare(service);
  const waiting = wait(service, await urlOf(service, token, asUser));
  await expect.poll(() => listenersOf(service)).toBe(1);
  await end();
  expect(await waiting).toBe('reconnect');
});
