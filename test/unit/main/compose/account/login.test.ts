import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtInClient } from '../../../../../contract/oauth.ts';
import {
  type AccountRecord,
  privateAddress,
  readAccount,
  removeAccount,
  writeAccount,
} from '../../../../../main/account/account-record.ts';
import { fileSecretStore } from '../../../../../main/account/secrets/file-secret-store.ts';
import type { SecretStore } from '../../../../../main/account/secrets/secret-store.ts';
import { type LoginTokens, loginKey, readLogin, writeLogin } from '../../../../../main/account/tokens/login-tokens.ts';
import { renewingLogin } from '../../../../../main/account/tokens/renewing-login.ts';
import { noProxy } from '../../../../../main/api/transport/proxy.ts';
import { closeLogin, openLogin, type SignInRequest, signInTo } from '../../../../../main/compose/account/login.ts';
import { type FileLock, lockFile } from '../../../../../main/private/file-lock.ts';
import { me } from '../../../../support/lines/scripted-client.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../../../support/lines/scripted-server.ts';

/** Two processes on one state folder: one renews its token, while the person signs in or out with the other. */
let state: string;
let secrets: SecretStore;
let server: ScriptedServer;
let account: AccountRecord;
let key: string;
/** What the service answers to the renewal, once the other process is done or waits for it. */
let renewal: Promise<ScriptedAnswer>;
const renewing = () => server.seen.some(({ body }) => body.includes('grant_type=refresh_token'));

const kept: LoginTokens = {
  kind: 'login',
  clientId: 'tandem',
  accessToken: 'old',
  refreshToken: 'once',
  expiresAt: Date.now() + 3_600_000,
  renewingSince: null,
};
const tokens = (name: string): ScriptedAnswer => ({
  json: { access_token: name, refresh_token: `${name} once`, token_type: 'bearer', expires_in: 3_600 },
});

/** Of `tandem login`. */
const nothingGiven = { clientId: null, clientSecretFile: null, signInUrl: null };

let answerToRevoke: ScriptedAnswer;
beforeEach(async () => {
  answerToRevoke = {};
  state = await mkdtemp(join(tmpdir(), 'tandem-login-'));
  secrets = fileSecretStore(join(state, 'secrets.json'));
  server = await startScriptedServer(({ path, body }) => {
    if (path === '/2.0/users/me') return { json: me };
    if (path === '/oauth2/revoke') return answerToRevoke;
    return body.includes('grant_type=refresh_token') ? renewal : tokens('signed in');
  });
  const baseUrl = `${server.origin}/2.0`;
  account = { service: baseUrl, baseUrl, uploadUrl: `${server.origin}/upload/2.0`, userId: me.id, by: 'login' };
  key = loginKey(state, account.service);
  await writeAccount(state, account);
  await writeLogin(secrets, key, kept);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(state, { recursive: true });
});

test('a sign-out from the private service names no URL: it has none that a person knows', async () => {
  await writeAccount(state, { ...privateAddress(join(state, 'service'), 'id'), userId: '1' });
  expect(await closeLogin({ state })).toEqual({ baseUrl: null, notRevoked: null });
});

test('with the private account, tandem login asks which service to sign in to', async () => {
  const home = { ...privateAddress(join(state, 'service'), 'id'), userId: '1' };
  await writeAccount(state, home);
  const account = { baseUrl: undefined, uploadUrl: undefined, tokenFile: undefined, tokenInEnvironment: undefined };
  const flags = { state, account, json: false, quiet: false, logLevel: 'warn' } as const;
  const said: string[] = [];
  const say = (sentence: string) => void said.push(sentence);
  const request = { ...nothingGiven, say, mayOpenBrowser: false, signal: AbortSignal.timeout(5_000) };
  await expect(openLogin(flags, request)).rejects.toMatchObject({
    code: 'usage',
    remedy: expect.stringContaining('--base-url'),
  });
  expect(said).toEqual([]);
});

test.each([
  ['name of the client secret file', { clientId: 'tandem', clientSecretFile: '' }, '--client-secret-file is empty.'],
  ['client ID', { clientId: '' }, '--client-id is empty.'],
])('an empty %s is refused before the browser opens', async (_, given, message) => {
  const none = { baseUrl: undefined, uploadUrl: undefined, tokenFile: undefined, tokenInEnvironment: undefined };
  const flags = { state, account: none, json: false, quiet: false, logLevel: 'warn' } as const;
  const said: string[] = [];
  const say = (sentence: string) => void said.push(sentence);
  const request = { ...nothingGiven, ...given, say, mayOpenBrowser: false, signal: AbortSignal.timeout(2_000) };
  await expect(openLogin(flags, request)).rejects.toMatchObject({
    code: 'usage',
    message,
  });
  expect(said).toEqual([]);
});

test('a client secret that no request can carry ends the sign-in, and the browser gets its page', async () => {
  const page = Promise.withResolvers<string>();
  const show: SignInRequest['show'] = async ({ printed }) => {
    const { searchParams } = new URL(printed);
    const url = `${searchParams.get('redirect_uri')}?code=1&state=${searchParams.get('state')}`;
    page.resolve(fetch(url).then((answer) => answer.text()));
  };
  const client = { clientId: 'tandem', clientSecret: '' };
  const signal = new AbortController().signal;
  await expect(signInTo(account, { state, client, show, wayBack: null, proxy: noProxy, signal })).rejects.toThrow();
  expect(await page.promise).toContain('You are not signed in');
});

test('a sign-in to another service than the one of the folders is refused before the browser opens', async () => {
  const home = { ...privateAddress(join(state, 'service'), 'id'), userId: '1' };
  const { urls, show } = allowing();
  await writeAccount(state, home);
  await expect(signInAs(null, show)).rejects.toMatchObject({
    code: 'other_account',
    message: 'The folders on this computer belong to its private service.',
    remedy: expect.stringContaining('Sign out of it first.'),
  });
  await writeAccount(state, { ...account, service: 'https://other.example/2.0', baseUrl: 'https://other.example/2.0' });
  await expect(signInAs(null, show)).rejects.toThrow('https://other.example/2.0');
  expect([urls, server.seen]).toEqual([[], []]);
});

test('tandem login to the service of the account keeps its upload URL, unless another one is given', async () => {
  const uploadUrl = `${server.origin}/bytes/2.0`;
  await writeAccount(state, { ...account, uploadUrl });
  const uploads = async (given: { baseUrl?: string; uploadUrl?: string }): Promise<string | undefined> => {
    const none = { baseUrl: undefined, uploadUrl: undefined, tokenFile: undefined, tokenInEnvironment: undefined };
    const flags = { state, account: { ...none, ...given }, json: false, quiet: false, logLevel: 'warn' } as const;
    const { show } = allowing();
    const say = (sentence: string) => {
      if (sentence.startsWith('http')) void show({ opened: sentence, printed: sentence });
    };
    const signal = AbortSignal.timeout(5_000);
    await openLogin(flags, { ...nothingGiven, say, mayOpenBrowser: false, signal });
    return (await readAccount(state))?.uploadUrl;
  };
  expect(await uploads({ baseUrl: account.baseUrl })).toBe(uploadUrl);
  expect(await uploads({ uploadUrl: account.uploadUrl })).toBe(account.uploadUrl);
});

const renew = (): Promise<string | null> =>
  renewingLogin(
    {
      state,
      baseUrl: account.baseUrl,
      secrets,
      key,
      timing: { nowMs: Date.now, sleep: (ms) => delay(ms) },
      isSameAccount: async () => true,
      proxy: noProxy,
      tell: () => undefined,
    },
    kept,
  ).renew('old');

/** Runs `act` while a renewal is under way, which then ends with `answer`. */
async function duringRenewal(answer: ScriptedAnswer, act: () => Promise<unknown>): Promise<void> {
  const acted = Promise.withResolvers<void>();
  renewal = Promise.race([acted.promise, delay(300)]).then(() => answer);
  const renewed = renew();
  await expect.poll(renewing).toBe(true);
  await act().finally(acted.resolve);
  await renewed;
}

test('a sign-out is final, although a renewal was under way', async () => {
  await duringRenewal(tokens('renewed'), () => closeLogin({ state }));
  expect(await readLogin(secrets, key)).toBeNull();
});

/** Plays the browser of a person who allows the sign-in, once `first` is done. */
const allowing = (first: () => Promise<void> = async () => undefined) => {
  const urls: URL[] = [];
  const show: SignInRequest['show'] = async ({ printed }) => {
    urls.push(new URL(printed));
    await first();
    const { searchParams } = new URL(printed);
    const state = searchParams.get('state') ?? '';
    void fetch(`${searchParams.get('redirect_uri')}?code=1&state=${state}`);
  };
  return { urls, show };
};
const signInAs = (clientId: string | null, show: SignInRequest['show'], signal = new AbortController().signal) =>
  signInTo(account, {
    state,
    client: { clientId, clientSecret: null },
    show,
    wayBack: null,
    proxy: noProxy,
    signal,
  });
const revoked = () => server.seen.filter(({ path }) => path === '/oauth2/revoke').map(({ body }) => String(body));

test('a new sign-in stays, although a renewal of the one before has just failed', async () => {
  const refused: ScriptedAnswer = { status: 400, json: { error: 'invalid_grant' } };
  await duringRenewal(refused, () => signInAs('tandem', allowing().show));
  expect(await readLogin(secrets, key)).toMatchObject({ accessToken: 'signed in' });
});

test('a sign-in is repeated with the client ID of the first one, until the sign-out', async () => {
  const { urls, show } = allowing();
  // An account record of an earlier version does not name it.
  await writeLogin(secrets, key, { ...kept, clientId: 'of the tokens' });
  await signInAs(null, show);
  await signInAs('of this company', show);
  await signInAs(null, show);
  await signInAs('another', show);
  await closeLogin({ state });
  await signInAs(null, show);
  const usual = builtInClient.id;
  expect(urls.map(({ searchParams }) => searchParams.get('client_id'))).toEqual([
    'of the tokens',
    'of this company',
    'of this company',
    'another',
    usual,
  ]);
});

test('a sign-in that replaces another one revokes it, even if the service refuses to', async () => {
  await signInAs('tandem', allowing().show);
  expect(revoked()).toEqual([expect.stringMatching(/token=once\b/)]);
  answerToRevoke = { status: 503 };
  await signInAs('tandem', allowing().show);
  expect(revoked()[1]).toContain('signed+in+once');
  expect(await readLogin(secrets, key)).toMatchObject({ accessToken: 'signed in' });
});

test('a sign-in replaces tokens that are damaged', async () => {
  await writeAccount(state, { ...account, clientId: 'tandem' });
  await secrets.set(key, '{');
  await signInAs('tandem', allowing().show);
  expect(await readLogin(secrets, key)).toMatchObject({ accessToken: 'signed in' });
});

test('a sign-in does not replace another account that was stored while the browser was open, and is revoked', async () => {
  await removeAccount(state);
  const other: AccountRecord = { ...account, userId: '12' };
  const { show } = allowing(() => writeAccount(state, other));
  await expect(signInAs('tandem', show)).rejects.toMatchObject({ code: 'other_account' });
  expect(await readAccount(state)).toEqual(other);
  expect(revoked()).toEqual([expect.stringContaining('signed+in+once')]);
});

test('a sign-in that is cancelled while it waits to be stored counts for nothing, and is revoked', async () => {
  let ofAnother: FileLock | null = null;
  const cancelled = new AbortController();
  const { show } = allowing(async () => {
    ofAnother = lockFile(join(state, 'sign-in.lock'));
  });
  const signedIn = signInAs('tandem', show, cancelled.signal);
  await expect.poll(() => server.seen.some(({ path }) => path === '/2.0/users/me')).toBe(true);
  cancelled.abort();
  (ofAnother as FileLock | null)?.release();
  await expect(signedIn).rejects.toMatchObject({ name: 'AbortError' });
  expect(await readLogin(secrets, key)).toEqual(kept);
  expect(revoked()).toEqual([expect.stringContaining('signed+in+once')]);
});

test('a sign-in that cannot be stored is revoked', async () => {
  const file = join(state, 'secrets.json');
  const { show } = allowing(async () => {
    await rm(file);
    await mkdir(file);
  });
  await expect(signInAs('tandem', show)).rejects.toMatchObject({ code: 'EISDIR' });
  expect(revoked()).toEqual([expect.stringContaining('signed+in+once')]);
});

test('a sign-out that cannot read the keyring does not claim that the sign-in in it was revoked', async () => {
  await secrets.delete(key);
  // No session bus: the keyring refuses, as a locked one does.
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/dev/null');
  expect(await closeLogin({ state })).toEqual({ baseUrl: account.baseUrl, notRevoked: 'keyring' });
  expect(await readAccount(state)).toBeNull();
});

test('a sign-out tells whether the service was reached', async () => {
  expect(await closeLogin({ state })).toEqual({ baseUrl: account.baseUrl, notRevoked: null });
  expect(revoked()).toEqual([expect.stringContaining('once')]);
  await writeAccount(state, account);
  await writeLogin(secrets, key, kept);
  await server[Symbol.asyncDispose]();
  expect(await closeLogin({ state })).toEqual({ baseUrl: account.baseUrl, notRevoked: 'service' });
  server = await startScriptedServer(() => ({}));
});

test('a given token needs no sign-out at the service', async () => {
  await secrets.delete(key);
  const { by: _by, ...given } = account;
  await writeAccount(state, given);
  expect(await closeLogin({ state })).toEqual({ baseUrl: account.baseUrl, notRevoked: null });
});
