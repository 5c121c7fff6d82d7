import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInClient, deviceFields } from '../../../../contract/oauth.ts';
import { removeClient } from '../../../../service/domain/people/oauth/clients/remove-client.ts';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { tandemService } from '../../../support/programs/processes.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import {
  allow,
  authorizePath,
  nativeRedirect,
  pkce,
  postOAuth,
  refresh,
  signedInBrowser,
  signInNatively,
  testPassword,
} from '../../../support/service/oauth.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

/* Every way in which a token loses its rights, each while the service has the token in use. The first request afterwards counts. */

let service: TestService;
let admin: ServiceCaller;
beforeAll(async () => {
  service = await startTestService();
  admin = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

/** A person's sign-in on a device of their own. */
interface SignedIn {
  readonly person: TestPerson;
  readonly token: string;
  readonly refreshToken: string;
}

let people = 0;

async function signIn(): Promise<SignedIn> {
  people += 1;
  const person = await service.addPerson(`person-${people}@example.com`);
  const browser = await signedInBrowser(service, person.login);
  const device = { [deviceFields.id]: `device-${people}`, [deviceFields.name]: 'Tandem' };
  const { json } = await signInNatively(service, browser, device);
  return { person, token: json['access_token'] ?? '', refreshToken: json['refresh_token'] ?? '' };
}

const status = async (token: string) => (await callerOf(service, token).get('/users/me')).status;

async function deviceOf({ person }: SignedIn): Promise<string> {
  const pins = `/enterprises/${service.service.settings.enterprise.id}/device_pinners?limit=1000`;
  const pin = (await admin.get(pins)).json.entries.find(({ owned_by }) => owned_by.id === person.id);
  return pin?.id ?? '';
}

/** The service has a directory of its own, and this command runs in another process beside it. */
async function byCommand(args: readonly string[]): Promise<void> {
  const { code, stderr } = await tandemService([...args, '--data', service.dataDirectory]);
  expect([code, stderr]).toEqual([0, '']);
}

const doors: Readonly<Record<string, (signedIn: SignedIn) => Promise<unknown>>> = {
  'the access token is revoked': ({ token }) => postOAuth(service, 'revoke', { client_id: builtInClient.id, token }),
  'the refresh token is revoked': ({ refreshToken: token }) =>
    postOAuth(service, 'revoke', { client_id: builtInClient.id, token }),
  'the refresh token is used twice': async ({ refreshToken }) => {
    const { json } = await refresh(service, refreshToken);
    await refresh(service, json['refresh_token'] ?? '');
    await refresh(service, refreshToken);
  },
  'the device is unpinned': async (signedIn) => admin.delete(`/device_pinners/${await deviceOf(signedIn)}`),
  'an administrator locks the account': ({ person }) => admin.put(`/users/${person.id}`, { status: 'inactive' }),
  'an administrator deletes the account': ({ person }) => admin.delete(`/users/${person.id}?force=true`),
  'the operator locks the account, in another process': ({ person }) =>
    byCommand(['users', 'set', '--login', person.login, '--status', 'inactive']),
  'the operator ends the sign-ins, in another process': ({ person }) =>
    byCommand(['users', 'end-sign-ins', '--login', person.login]),
};

/** Locks an account and opens it again. The operator's command ends sign-ins without a lock. */
const ends: Readonly<Record<string, (signedIn: SignedIn) => Promise<unknown>>> = {
  'an administrator locked the account': async ({ person }) => {
    await admin.put(`/users/${person.id}`, { status: 'inactive' });
    await admin.put(`/users/${person.id}`, { status: 'active' });
  },
  'the operator locked the account': async ({ person }) => {
    await byCommand(['users', 'set', '--login', person.login, '--status', 'inactive']);
    await byCommand(['users', 'set', '--login', person.login, '--status', 'active']);
  },
  'the operator ended the sign-ins': ({ person }) => byCommand(['users', 'end-sign-ins', '--login', person.login]),
};

describe('a token in use is refused at once when', () => {
  test.each(Object.entries(doors))('%s', async (_how, close) => {
    const signedIn = await signIn();
    const bystander = await signIn();
    expect([await status(signedIn.token), await status(bystander.token)]).toEqual([200, 200]);
    await close(signedIn);
    expect([await status(signedIn.token), await status(bystander.token)]).toEqual([401, 200]);
  });

  test('the application is removed', async () => {
    await using own = await startTestService();
    const { json } = await signInNatively(own, await signedInBrowser(own));
    const ofApplication = callerOf(own, json['access_token'] ?? '');
    expect((await ofApplication.get('/users/me')).status).toBe(200);
    await own.service.store.transaction(({ clients }) =>
      clients.insert({
        id: builtInClient.id,
        name: 'Tandem',
        secretHash: null,
        publicKey: null,
        redirectUris: [],
        grants: [],
        scopes: [],
        serviceAccountId: null,
        createdAt: 0,
      }),
    );
    await removeClient(own.service, builtInClient.id);
    expect((await ofApplication.get('/users/me')).status).toBe(401);
  });
});

describe.each(Object.entries(ends))('after %s, an account that is active', (_how, end) => {
  test('has no token, code, browser or device of before, and its password begins new ones', async () => {
    const signedIn = await signIn();
    const { person } = signedIn;
    const browser = await signedInBrowser(service, person.login);
    const { verifier, challenge } = pkce();
    const code = (await allow(browser, authorizePath(challenge))).get('code') ?? '';
    const { client_id, redirect_uri } = { client_id: builtInClient.id, redirect_uri: nativeRedirect };
    const trade = { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier: verifier };
    expect(await deviceOf(signedIn)).not.toBe('');

    await end(signedIn);

    expect([await status(signedIn.token), await status(person.token)]).toEqual([401, 401]);
    expect((await refresh(service, signedIn.refreshToken)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await postOAuth(service, 'token', trade)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await browser.get(authorizePath(challenge))).text).not.toContain('Allow “');
    expect(await deviceOf(signedIn)).toBe('');

    const credentials = { login: person.login, password: testPassword };
    const again = browserOf(service.publicUrl);
    await again.submit(await again.get('/sign-in'), credentials);
    expect(await status((await signInNatively(service, again)).json['access_token'] ?? '')).toBe(200);
  });
});

describe('a token in use loses what its owner loses, at once:', () => {
  const adminsOnly = async ({ token }: SignedIn) => {
    const path = `/enterprises/${service.service.settings.enterprise.id}/device_pinners`;
    return (await callerOf(service, token).get(path)).status;
  };

  test.each([
    ['by an administrator', (person: TestPerson) => admin.put(`/users/${person.id}`, { role: 'user' })],
    [
      'by the operator, in another process',
      (person: TestPerson) => byCommand(['users', 'set', '--login', person.login, '--role', 'user']),
    ],
  ])('the role of a co-administrator, %s', async (_by, demote) => {
    const signedIn = await signIn();
    expect((await admin.put(`/users/${signedIn.person.id}`, { role: 'coadmin' })).status).toBe(200);
    expect(await adminsOnly(signedIn)).toBe(200);
    await demote(signedIn.person);
    expect(await adminsOnly(signedIn)).toBe(403);
  });

  test('the right to upload, with the status of the account', async () => {
    const { person, token } = await signIn();
    const own = callerOf(service, token);
    const create = async (name: string) => (await own.post('/folders', { name, parent: { id: '0' } })).status;
    expect(await create('before')).toBe(201);
    expect((await admin.put(`/users/${person.id}`, { status: 'cannot_delete_edit_upload' })).status).toBe(200);
    expect(await create('after')).toBe(403);
  });
});
