import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantTypes } from '../../../../contract/oauth.ts';
import { createClient } from '../../../../service/domain/people/oauth/clients/create-client.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { refusalOf } from '../../../support/service/domain-world.ts';
import { postOAuth } from '../../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/** Clients that authenticate with a signed assertion (RFC 7523). */

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const own = pair();
const foreign = pair();
const pem = String(own.publicKey.export({ type: 'spki', format: 'pem' }));

let service: TestService;
let credentials: { readonly client_id: string; readonly client_secret: string };
beforeAll(async () => {
  service = await startTestService();
  const robot = { name: 'Signer', redirectUris: [], isConfidential: true, mayActAlone: true, publicKey: pem };
  const { client, secret } = await createClient(service.service, robot);
  credentials = { client_id: client.id, client_secret: secret ?? '' };
});
afterAll(() => service.stop());

type Claims = Readonly<Record<string, unknown>>;
const nowSeconds = () => Math.floor(Date.now() / 1000);

async function assertion(changes: Claims = {}, key = own.privateKey, alg = 'RS512'): Promise<string> {
  const claims = {
    iss: credentials.client_id,
    sub: service.person.id,
    box_sub_type: 'user',
    aud: `${service.publicUrl}/oauth2/token`,
    jti: crypto.randomUUID(),
    exp: nowSeconds() + 45,
    ...changes,
  };
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
}
const trade = (text: string) =>
  postOAuth(service, 'token', { grant_type: grantTypes.assertion, assertion: text, ...credentials });

test('an assertion gives a token of the person that it names, once', async () => {
  const signed = await assertion();
  const { status, json } = await trade(signed);
  expect([status, json['refresh_token']]).toEqual([200, undefined]);
  const me = await callerOf(service, json['access_token'] ?? '').get('/users/me');
  expect(me.json.login).toBe(service.person.login);
  const again = await trade(signed);
  expect([again.status, again.json['error'], again.json['error_description']]).toEqual([
    400,
    'invalid_grant',
    expect.stringContaining("'jti'"),
  ]);
});

test.each([
  ['another issuer', { iss: 'somebody' }, "'iss'"],
  ['another audience', { aud: 'https://other.example/oauth2/token' }, "'aud'"],
  ['a short number', { jti: 'short' }, "'jti'"],
  ['no number', { jti: undefined }, "'jti'"],
  ['no end', { exp: undefined }, "'exp'"],
  ['an end that has passed', { exp: 1_000_000_000 }, "'exp'"],
  ['an end that is far', { exp: 4_000_000_000 }, "'exp'"],
  ['a beginning that lies ahead', { iat: 4_000_000_000 }, "'iat'"],
  ['a person that is none', { sub: '999999999' }, "'sub'"],
  ['another enterprise', { sub: '1', box_sub_type: 'enterprise' }, "'sub'"],
])('an assertion with %s is refused, naming the claim', async (_what, claims, named) => {
  const { status, json } = await trade(await assertion(claims));
  expect([status, json['error'], json['error_description']]).toEqual([
    400,
    'invalid_grant',
    expect.stringContaining(named),
  ]);
});

test('an assertion counts only with the signature of its client', async () => {
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await assertion()).split('.')[1]}.`;
  const secret = Buffer.from(pem);
  const symmetric = await new SignJWT({ iss: credentials.client_id }).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  for (const text of [await assertion({}, foreign.privateKey), unsigned, symmetric, 'x.y.z', '']) {
    const { status, json } = await trade(text);
    expect([status, json['error']]).toEqual([400, 'invalid_grant']);
  }
  const wrong = { grant_type: grantTypes.assertion, assertion: await assertion(), client_id: credentials.client_id };
  expect((await postOAuth(service, 'token', wrong)).json['error'], 'without the secret').toBe('invalid_client');
});

test('only an RSA key in PEM is taken for a client that may act by itself', async () => {
  const robot = { name: 'Robot', redirectUris: ['https://app.example/x'], isConfidential: true, mayActAlone: true };
  for (const request of [
    { ...robot, publicKey: 'no key' },
    { ...robot, publicKey: String(own.privateKey.export({ type: 'pkcs8', format: 'pem' })) },
    { ...robot, publicKey: pem, mayActAlone: false },
    { ...robot, publicKey: pem, isConfidential: false },
  ]) {
    expect((await refusalOf(createClient(service.service, request))).code).toBe('bad_request');
  }
});
