import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileSecretStore } from '../../../../../main/account/secrets/file-secret-store.ts';
import type { SecretStore } from '../../../../../main/account/secrets/secret-store.ts';
import { type LoginTokens, readLogin, writeLogin } from '../../../../../main/account/tokens/login-tokens.ts';
import { type Login, renewingLogin } from '../../../../../main/account/tokens/renewing-login.ts';
import { noProxy } from '../../../../../main/api/transport/proxy.ts';
import { lockFile } from '../../../../../main/private/file-lock.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../../../support/lines/scripted-server.ts';

const NOW_MS = 1_700_000_000_000;
const KEY = 'login';
const kept: LoginTokens = {
  kind: 'login',
  clientId: 'tandem',
  accessToken: 'old',
  refreshToken: 'once',
  expiresAt: NOW_MS + 3_600_000,
  renewingSince: null,
};

let state: string;
let secrets: SecretStore;
let server: ScriptedServer;
/** What the service answers to a renewal; the sign-in as stored while it does. */
let answer: () => ScriptedAnswer;
let during: (LoginTokens | null)[];
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-login-'));
  secrets = fileSecretStore(join(state, 'secrets.json'));
  during = [];
  answer = () => fresh;
  server = await startScriptedServer(async () => {
    during.push(await readLogin(secrets, KEY));
    return answer();
  });
  await writeLogin(secrets, KEY, kept);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(state, { recursive: true });
});
const fresh: ScriptedAnswer = {
  json: { access_token: 'new', refresh_token: 'twice', token_type: 'bearer', expires_in: 3_600 },
};
const ended: ScriptedAnswer = { status: 400, json: { error: 'invalid_grant' } };

function signedIn({ first = kept, isSame = true }: { first?: LoginTokens; isSame?: boolean } = {}) {
  const told: string[] = [];
  const login: Login = {
    state,
    baseUrl: `${server.origin}/2.0`,
    secrets,
    key: KEY,
    timing: { nowMs: () => NOW_MS, sleep: async () => undefined },
    isSameAccount: async () => isSame,
    proxy: noProxy,
    tell: (sentence) => void told.push(sentence),
  };
  return { source: renewingLogin(login, first), told };
}
const isLocked = () => {
  const lock = lockFile(join(state, 'sign-in.lock'));
  lock?.release();
  return lock === null;
};

test('a token is renewed two minutes before its end, and no sooner', async () => {
  const ending = (leftMs: number) => ({ ...kept, expiresAt: NOW_MS + leftMs });
  expect(await signedIn({ first: ending(120_001) }).source.token()).toBe('old');
  expect(server.seen).toHaveLength(0);
  expect(await signedIn({ first: ending(120_000) }).source.token()).toBe('new');
  expect(server.seen).toHaveLength(1);
});

test('a renewal is noted before it is sent, and its result replaces both tokens', async () => {
  const { source } = signedIn();
  expect(await source.renew('old')).toBe('new');
  expect(during).toEqual([{ ...kept, renewingSince: NOW_MS }]);
  expect(await readLogin(secrets, KEY)).toEqual({
    ...kept,
    accessToken: 'new',
    refreshToken: 'twice',
    expiresAt: NOW_MS + 3_600_000,
  });
  expect([await source.token(), isLocked()]).toEqual(['new', false]);
  expect(new URLSearchParams(server.seen[0]?.body.toString()).get('refresh_token')).toBe('once');
});

test('requests that are refused at once share a renewal, and a late one gets its result', async () => {
  const { source } = signedIn();
  expect(await Promise.all([source.renew('old'), source.renew('old')])).toEqual(['new', 'new']);
  expect(await source.renew('old')).toBe('new');
  expect(server.seen).toHaveLength(1);
});

test('a service that keeps the refresh token may leave it out', async () => {
  answer = () => ({ json: { access_token: 'new', token_type: 'bearer' } });
  await signedIn().source.renew('old');
  expect(await readLogin(secrets, KEY)).toMatchObject({ accessToken: 'new', refreshToken: 'once' });
});

test('the result of another process is used without a request, but not that of another account', async () => {
  await writeLogin(secrets, KEY, { ...kept, accessToken: 'of another process' });
  expect(await signedIn({ isSame: false }).source.renew('old')).toBeNull();
  expect(await signedIn().source.renew('old')).toBe('of another process');
  expect(server.seen).toHaveLength(0);
});

test.each([
  ['is unreachable', { cut: true }],
  ['fails', { status: 503, text: '' }],
  ['answers something else', { text: '<html>', headers: { 'content-type': 'text/html' } }],
  ['is behind a gateway that asks for a password', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }],
])('a service that %s ends no sign-in: the next renewal is tried again', async (_what, trouble) => {
  answer = () => trouble;
  const { source, told } = signedIn();
  await expect(source.renew('old')).rejects.toMatchObject({ name: 'ApiError' });
  expect(await readLogin(secrets, KEY)).toMatchObject({ refreshToken: 'once' });
  expect([told, isLocked()]).toEqual([[], false]);
  answer = () => fresh;
  expect(await source.renew('old')).toBe('new');
});

test('a sign-in that has ended is forgotten, and the person is notified once', async () => {
  answer = () => ended;
  const { source, told } = signedIn();
  expect(await source.renew('old')).toBeNull();
  expect(await source.renew('old')).toBeNull();
  expect([await readLogin(secrets, KEY), server.seen.length, told]).toEqual([
    null,
    1,
    [expect.stringContaining('was revoked, or not used for too long')],
  ]);
});

test('a sign-in that was lost in an interrupted renewal says so', async () => {
  await writeLogin(secrets, KEY, { ...kept, renewingSince: NOW_MS - 1 });
  answer = () => ended;
  const { source, told } = signedIn();
  await source.renew('old');
  expect(told).toEqual([expect.stringContaining('was interrupted')]);
});

const challenge = (header: string) => ({ status: 401, headers: { 'www-authenticate': header } });
test.each<[string, ScriptedAnswer, string]>([
  ['a body', { status: 400, json: { error: 'invalid_client' } }, 'the client ID or the client secret: invalid_client'],
  [
    'a body beside a challenge',
    { ...challenge('Basic realm="x"'), json: { error: 'invalid_client', error_description: 'Wrong secret' } },
    'the client ID or the client secret: Wrong secret',
  ],
  [
    'a challenge',
    challenge('Bearer realm="x", error="invalid_client", error_description="Wrong secret"'),
    'the client ID or the client secret: Wrong secret',
  ],
  [
    'a challenge for the refresh token',
    challenge('Bearer error="invalid_grant"'),
    'was revoked, or not used for too long',
  ],
])('a refusal in %s ends the sign-in, with its own reason', async (_where, refusal, why) => {
  answer = () => refusal;
  const { source, told } = signedIn();
  expect(await source.renew('old')).toBeNull();
  expect([await readLogin(secrets, KEY), told]).toEqual([null, [expect.stringContaining(why)]]);
});
