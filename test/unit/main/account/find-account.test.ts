import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateAddress, writeAccount } from '../../../../main/account/account-record.ts';
import { type AccountFlags, addressOf, findAccount, readClientSecret } from '../../../../main/account/find-account.ts';
import { fileSecretStore } from '../../../../main/account/secrets/file-secret-store.ts';
import { findSecretStore } from '../../../../main/account/secrets/find-secret-store.ts';
import type { Keyring } from '../../../../main/account/secrets/keyring-secret-store.ts';

const none: AccountFlags = {
  baseUrl: undefined,
  uploadUrl: undefined,
  tokenFile: undefined,
  tokenInEnvironment: undefined,
};
let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-account-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));
const emptyKeyring: Keyring = {
  getPassword: async () => null,
  setPassword: async () => undefined,
  deletePassword: async () => false,
};
const find = (flags: Partial<AccountFlags>, keyring = emptyKeyring) =>
  findAccount(state, { ...none, ...flags }, () => findSecretStore(state, async () => keyring));

test.each([
  ['http://127.0.0.1:8080/2.0', 'http://127.0.0.1:8080/upload/2.0'],
  ['https://files.example.com/api/2.0/', 'https://files.example.com/api/upload/2.0'],
])('the upload address of %s is %s unless one is given', (base, upload) => {
  expect(addressOf(base, undefined).uploadUrl).toBe(upload);
  expect(addressOf(base, 'https://up.example.com/2.0').uploadUrl).toBe('https://up.example.com/2.0');
});

test.each(['not an address', 'ftp://example.com/2.0', 'http://127.0.0.1:8080'])(
  '%s is refused by the name of its flag',
  (address) => {
    expect(() => addressOf(address, undefined)).toThrow('--base-url');
  },
);

test.each([
  ['account.example.com', 'is not an http or https address'],
  ['http://account.example.com/in', 'could read your password: http is not encrypted'],
])('the sign-in page %s is refused', (signInUrl, why) => {
  expect(() => addressOf('https://h/2.0', undefined, { signInUrl })).toThrow(why);
});

test.each(['https://a.example.com/o/authorize/', 'https://a.example.com/in?back=/home/'])(
  'the sign-in page %s is opened as given',
  (signInUrl) => {
    expect(addressOf('https://h/2.0', undefined, { signInUrl }).signInUrl).toBe(signInUrl);
  },
);

test('the secret of a client is read from its file, without the end of its line', async () => {
  const path = join(state, 'client-secret');
  await writeFile(path, 'secret\n');
  expect(await readClientSecret(path)).toBe('secret');
  await writeFile(path, '\n');
  await expect(readClientSecret(path)).rejects.toThrow(`${path} holds no client secret`);
});

test('a token file beats the environment, and its end of line is no part of the token', async () => {
  await writeFile(join(state, 'token'), 'from-file\n');
  const found = await find({
    baseUrl: 'https://h/2.0',
    tokenFile: join(state, 'token'),
    tokenInEnvironment: 'from-env',
  });
  expect(found.token).toBe('from-file');
});

test('a missing token file is named in the error', async () => {
  await expect(find({ baseUrl: 'https://h/2.0', tokenFile: '/no/such/token' })).rejects.toThrow('/no/such/token');
});

test.each(['two\nlines', 'two words', 'ümlaut', 'bell\u0007'])(
  'a token of %j is refused before it is sent',
  async (text) => {
    await writeFile(join(state, 'token'), text);
    const given = { baseUrl: 'https://h/2.0', tokenFile: join(state, 'token') };
    await expect(find(given)).rejects.toThrow(`${join(state, 'token')} doesn't hold an access token`);
    const fromEnvironment = { baseUrl: 'https://h/2.0', tokenInEnvironment: text };
    await expect(find(fromEnvironment)).rejects.toThrow("TANDEM_TOKEN doesn't hold an access token");
  },
);

test.each(['', '{', '{"service":"s"}'])('a damaged account file (%j) is named, with the way out', async (text) => {
  await writeFile(join(state, 'account.json'), text);
  await expect(find({})).rejects.toMatchObject({
    code: 'damaged_file',
    message: `The file "${join(state, 'account.json')}" is damaged.`,
    remedy: expect.stringContaining('tandem login'),
  });
});

const keepAccount = () =>
  writeAccount(state, { service: 'private', userId: '7', baseUrl: 'https://h/2.0', uploadUrl: 'https://h/upload/2.0' });

test('without flags the account that is kept is used, with its secret', async () => {
  await keepAccount();
  await fileSecretStore(join(state, 'secrets.json')).set('private', 'kept');
  expect(await find({})).toMatchObject({ address: { service: 'private' }, token: 'kept' });
});

test('the secret of the kept account is never sent to another address', async () => {
  await keepAccount();
  await fileSecretStore(join(state, 'secrets.json')).set('private', 'kept');
  await expect(find({ baseUrl: 'https://elsewhere/2.0' })).rejects.toThrow('no access token');
});

test('the base URL of the kept account finds it, wherever it takes uploads, and --upload-url changes only that', async () => {
  const address = { service: 'https://h/2.0', baseUrl: 'https://h/2.0', uploadUrl: 'https://up.h/api/2.0' };
  await writeAccount(state, { ...address, userId: '7' });
  await fileSecretStore(join(state, 'secrets.json')).set(address.service, 'kept');
  const other = 'https://other.h/2.0';
  const found = [
    await find({}),
    await find({ baseUrl: 'https://h/2.0/' }),
    await find({ baseUrl: address.baseUrl, uploadUrl: address.uploadUrl }),
    await find({ uploadUrl: other }),
  ];
  expect(found.map(({ token, address: { service, uploadUrl } }) => [token, service, uploadUrl])).toEqual([
    ['kept', address.service, address.uploadUrl],
    ['kept', address.service, address.uploadUrl],
    ['kept', address.service, address.uploadUrl],
    ['kept', address.service, other],
  ]);
  await expect(find({ uploadUrl: 'http://up.h/2.0' })).rejects.toThrow('not encrypted');
});

test('the token of the private service is never sent to an upload URL', async () => {
  await writeAccount(state, { ...privateAddress(join(state, 'service'), 'id'), userId: '7' });
  await expect(find({ uploadUrl: 'https://up.h/2.0' })).rejects.toMatchObject({ code: 'usage' });
});

test('a keyring that refuses the secret, or does not answer at all, is named with its remedy', async () => {
  await keepAccount();
  const refuse = () => Promise.reject(new Error('User canceled the operation.'));
  const onlyProbe: Keyring = {
    ...emptyKeyring,
    getPassword: (_service, account) => (account === 'private' ? refuse() : Promise.resolve(null)),
  };
  for (const keyring of [onlyProbe, { ...emptyKeyring, getPassword: refuse }]) {
    await expect(find({}, keyring)).rejects.toMatchObject({
      code: 'signed_out',
      message: expect.stringContaining("can't read the system keyring"),
      remedy: expect.stringMatching(/unlock.*try again/),
    });
  }
});

test('nothing known at all says what to do', async () => {
  await expect(find({})).rejects.toMatchObject({ code: 'signed_out', remedy: expect.stringContaining('--base-url') });
});

test('http is for this computer alone, unless the person says that the network is trusted', () => {
  expect(() => addressOf('http://files.example.com/2.0', undefined)).toThrow('http is not encrypted');
  expect(() => addressOf('https://files.example.com/2.0', 'http://up.example.com/2.0')).toThrow('not encrypted');
  for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:8080']) {
    expect(addressOf(`http://${host}/2.0`, undefined).baseUrl).toBe(`http://${host}/2.0`);
  }
  expect(addressOf('http://files.example.com/2.0', undefined, { allowsHttp: true }).baseUrl).toBe(
    'http://files.example.com/2.0',
  );
});
