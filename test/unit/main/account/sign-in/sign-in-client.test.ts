import { expect, test } from 'vitest';
import { builtInClient } from '../../../../../contract/oauth.ts';
import { addressOf } from '../../../../../main/account/find-account.ts';
import { authorizationServerOf } from '../../../../../main/account/sign-in/authorization-server.ts';
import {
  REGISTERED_PORT,
  redirectPortOf,
  registeredRedirectUri,
} from '../../../../../main/account/sign-in/redirect-port.ts';
import { signInClient } from '../../../../../main/account/sign-in/sign-in-client.ts';

const own = 'https://files.example.com/2.0';
const box = 'https://api.box.com/2.0';
const nothing = { clientId: null, clientSecret: null };
const last = { clientId: 'last', clientSecret: 'last secret' };

test.each([
  ['nothing', nothing, null, { clientId: builtInClient.id }],
  ['an ID', { ...nothing, clientId: 'a' }, last, { clientId: 'a' }],
  ['both', { clientId: 'a', clientSecret: 's' }, last, { clientId: 'a', clientSecret: 's' }],
  ['nothing again', nothing, last, last],
  ['the same ID again', { ...nothing, clientId: 'last' }, last, last],
  ['a new secret', { ...nothing, clientSecret: 's' }, last, { clientId: 'last', clientSecret: 's' }],
])('with %s given, the client is the one that belongs to it', (_what, given, before, client) => {
  expect(signInClient(own, given, before)).toEqual(client);
});

test.each(['hidden', 'gone'] as const)('a last secret that is %s is named, unless another client is given', (lost) => {
  const before = { clientId: 'last', lostSecret: lost };
  const flag = expect.stringContaining('--client-secret-file');
  for (const service of [own, box]) {
    expect(() => signInClient(service, nothing, before)).toThrow(
      expect.objectContaining({
        code: 'usage',
        remedy: flag,
        says: { code: 'client_secret_unread', args: { because: lost } },
      }),
    );
  }
  expect(signInClient(own, { ...nothing, clientSecret: 's' }, before)).toEqual({ clientId: 'last', clientSecret: 's' });
  expect(signInClient(own, { ...nothing, clientId: 'a' }, before)).toEqual({ clientId: 'a' });
});

test('a secret without an ID is refused', () => {
  expect(() => signInClient(own, { clientId: null, clientSecret: 's' }, null)).toThrow(
    expect.objectContaining({ code: 'usage', remedy: expect.stringContaining('--client-id') }),
  );
});

test.each([nothing, { ...nothing, clientId: 'a' }])(
  'at a service that knows no client of ours, anything less than an ID and a secret is refused',
  (given) => {
    const remedy = expect.stringMatching(`${registeredRedirectUri}.*--client-id.*--client-secret-file`);
    expect(() => signInClient(box, given, null)).toThrow(expect.objectContaining({ code: 'usage', remedy }));
    expect(signInClient(box, nothing, last)).toEqual(last);
  },
);

test('the addresses of a known service follow from its base URL, unless others are given', () => {
  const { uploadUrl, ...place } = addressOf(box, undefined);
  expect(uploadUrl).toBe('https://upload.box.com/api/2.0');
  expect(authorizationServerOf(place)).toMatchObject({
    authorization_endpoint: 'https://account.box.com/api/oauth2/authorize',
    token_endpoint: 'https://api.box.com/oauth2/token',
    revocation_endpoint: 'https://api.box.com/oauth2/revoke',
  });
  const given = addressOf(box, 'https://up.example.com/2.0', { signInUrl: 'https://in.example.com/a' });
  expect([given.uploadUrl, authorizationServerOf(given).authorization_endpoint]).toEqual([
    'https://up.example.com/2.0',
    'https://in.example.com/a',
  ]);
});

test('a registered client is led back to the port that it was registered with; elsewhere than at a known service, another one will do', () => {
  expect(redirectPortOf(builtInClient.id, own)).toBeNull();
  expect(redirectPortOf('a', own)).toEqual({ port: REGISTERED_PORT, isRequired: false });
  expect(redirectPortOf('a', box)).toEqual({ port: REGISTERED_PORT, isRequired: true });
  expect(registeredRedirectUri).toBe(`http://127.0.0.1:${REGISTERED_PORT}/callback`);
});
