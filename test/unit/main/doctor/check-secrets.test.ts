import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AccountRecord, privateAddress } from '../../../../main/account/account-record.ts';
import { findSecretStore } from '../../../../main/account/secrets/find-secret-store.ts';
import type { Keyring } from '../../../../main/account/secrets/keyring-secret-store.ts';
import { endLogin, type LoginTokens, loginKey } from '../../../../main/account/tokens/login-tokens.ts';
import { examine } from '../../../../main/doctor/examine.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-doctor-'));
});
afterEach(() => rm(state, { recursive: true }));

const baseUrl = 'https://files.example.com/2.0';
const given: AccountRecord = { service: baseUrl, baseUrl, uploadUrl: baseUrl, userId: '7' };
const signedIn: AccountRecord = { ...given, by: 'login' };
const locked: Keyring = {
  getPassword: () => Promise.reject(new Error('The collection is locked.')),
  setPassword: () => Promise.reject(new Error('The collection is locked.')),
  deletePassword: () => Promise.reject(new Error('The collection is locked.')),
};
const holding = (secrets: Readonly<Record<string, string>>): Keyring => ({
  ...locked,
  getPassword: async (_service, account) => secrets[account] ?? null,
});

const login: LoginTokens = {
  kind: 'login',
  clientId: 'id',
  clientSecret: 'secret',
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: 0,
  renewingSince: null,
};

/** The check of the secret store, in a computer that is signed out, which does not matter here. */
async function checked(account: AccountRecord | null, keyring: Keyring, inFile?: readonly [string, string]) {
  const secrets = await findSecretStore(state, async () => keyring);
  if (inFile !== undefined) await secrets.set(...inFile);
  const checks = await examine({
    state,
    platform: 'linux',
    nowMs: Date.now,
    roots: [],
    whyNoRoots: null,
    account,
    secrets,
    client: null,
    whyNoClient: null,
    explain: () => ({ message: 'Signed out.', remedy: 'Sign in.' }),
  });
  return checks.find(({ name }) => name === 'secret_store');
}

test.each([
  ['a sign-in', signedIn],
  ['the private service', { ...given, ...privateAddress('/home/ann/service', 'id') }],
])('a keyring that refuses the token of %s is no good place', async (_what, account) => {
  expect(await checked(account, locked)).toMatchObject({
    outcome: 'warning',
    sentence: expect.stringContaining("can't read the system keyring"),
    remedy: expect.stringContaining('Unlock the keyring'),
  });
});

test('a token that can be read is said to be where it is', async () => {
  const key = loginKey(state, signedIn.service);
  expect(await checked(signedIn, holding({ [key]: JSON.stringify(login) }))).toMatchObject({
    outcome: 'good',
    sentence: 'Tokens are kept in the system keyring.',
  });
  expect(await checked(signedIn, locked, [key, JSON.stringify(login)])).toMatchObject({
    outcome: 'good',
    sentence: `Tokens are kept in the file ${join(state, 'secrets.json')} that only you can read.`,
  });
});

test.each([
  ['no account', null],
  ['a given token', given],
])('with %s, a keyring that is locked hides nothing, and no place is said to hold tokens', async (_what, account) => {
  expect(await checked(account, locked)).toMatchObject({
    outcome: 'good',
    sentence: expect.stringMatching(/^No token is stored yet/),
  });
});

test('after a sign-in has ended, its client alone counts as no token', async () => {
  const key = loginKey(state, signedIn.service);
  await endLogin(await findSecretStore(state, async () => locked), key, login);
  expect(await checked(signedIn, locked)).toMatchObject({
    outcome: 'good',
    sentence: expect.stringMatching(/^No token is stored yet/),
  });
});
