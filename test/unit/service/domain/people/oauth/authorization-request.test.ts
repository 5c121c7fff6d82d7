import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInClient } from '../../../../../../contract/oauth.ts';
import {
  grantedScopes,
  readAuthorizationRequest,
  requireGrantable,
} from '../../../../../../service/domain/people/oauth/authorization-request.ts';
import { createClient } from '../../../../../../service/domain/people/oauth/clients/create-client.ts';
import type { ClientRecord } from '../../../../../../service/ports/metadata/people/clients.ts';
import { type DomainWorld, openDomainWorld } from '../../../../../support/service/domain-world.ts';

let world: DomainWorld;
let one: ClientRecord;
let two: ClientRecord;
let robot: ClientRecord;
beforeAll(async () => {
  world = await openDomainWorld();
  const clientWith = async (name: string, redirectUris: readonly string[], isConfidential = true) =>
    (await createClient(world.service, { name, redirectUris, isConfidential, mayActAlone: true })).client;
  one = await clientWith('One', ['https://one.example/back']);
  two = await clientWith('Two', ['https://two.example/a', 'https://two.example/b'], false);
  robot = await clientWith('Robot', []);
});
afterAll(() => world[Symbol.asyncDispose]());

const read = (query: string) => readAuthorizationRequest(world.service, new URLSearchParams(query));
const fault = (code: string, message: string) => expect.objectContaining({ name: 'OAuthFault', code, message });

describe('an authorization request', () => {
  test('of a client with one address needs none, and gives its state back', async () => {
    const expected = { client: one, redirectUri: 'https://one.example/back' };
    expect(await read(`client_id=${one.id}&state=s`)).toEqual({ ...expected, state: 's' });
    expect(await read(`client_id=${one.id}`)).toEqual({ ...expected, state: null });
  });

  test('of a client with two names one of them', async () => {
    const query = `client_id=${two.id}&redirect_uri=${encodeURIComponent('https://two.example/b')}`;
    expect(await read(query)).toMatchObject({ redirectUri: 'https://two.example/b' });
    await expect(read(`client_id=${two.id}`)).rejects.toEqual(
      fault('invalid_request', 'redirect_uri_missing: the request needs a redirect_uri.'),
    );
  });

  test('of our own application may lead to any port of this computer', async () => {
    const uri = `http://127.0.0.1:51000${builtInClient.redirectPath}`;
    const query = `client_id=${builtInClient.id}&redirect_uri=${encodeURIComponent(uri)}`;
    expect(await read(query)).toMatchObject({ client: { name: builtInClient.name }, redirectUri: uri });
  });

  test.each([
    ['an unknown client', () => `client_id=${'0'.repeat(32)}`, 'invalid_client', /not registered with this service/],
    ['a client id that is none', () => "client_id='; --", 'invalid_client', /not registered with this service/],
    ['no client', () => 'state=s', 'invalid_client', /not registered with this service/],
    [
      'a client without an address',
      () => `client_id=${robot.id}`,
      'unauthorized_client',
      /not allowed to sign people in/,
    ],
    ['a doubled parameter', () => `client_id=${one.id}&state=a&state=b`, 'invalid_request', /parameter state appears/],
    [
      'another address',
      () => `client_id=${one.id}&redirect_uri=https%3A%2F%2Fevil.test`,
      'invalid_request',
      /^redirect_uri_mismatch: the redirect_uri is not registered\.$/,
    ],
  ])('with %s is refused', async (_what, query, code, message) => {
    await expect(read(query())).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe('what the person would grant', () => {
  const challenge = 'A'.repeat(43);
  const pkce = `code_challenge=${challenge}&code_challenge_method=S256`;
  const grant = (client: ClientRecord, query: string) => requireGrantable(client, new URLSearchParams(query));

  test('a public client proves that it began the sign-in; a confidential one may', () => {
    expect(grant(two, `response_type=code&${pkce}`)).toEqual(two.scopes);
    expect(grant(one, 'response_type=code')).toEqual(one.scopes);
    expect(grant(one, `response_type=code&${pkce}&scope=root_readonly`)).toEqual(['root_readonly']);
  });

  test.each([
    ['', 'unsupported_response_type', 'response_type must be code.'],
    ['response_type=token', 'unsupported_response_type', 'response_type must be code.'],
    ['response_type=code', 'invalid_request', 'A client without a secret must send a code_challenge (RFC 7636).'],
    ...[
      `code_challenge=${challenge}`,
      `code_challenge=${challenge}&code_challenge_method=plain`,
      `code_challenge=${challenge}A&code_challenge_method=S256`,
      `code_challenge=A${challenge.slice(2)}&code_challenge_method=S256`,
      `code_challenge=${'!'.repeat(43)}&code_challenge_method=S256`,
    ].map((query) => [
      `response_type=code&${query}`,
      'invalid_request',
      'code_challenge must be a SHA-256 with code_challenge_method S256.',
    ]),
  ])('%j is refused with %s', (query, code, message) => {
    expect(() => grant(two, query ?? '')).toThrow(fault(code ?? '', message ?? ''));
  });
});

describe('scopes', () => {
  const limited = () => ({ ...one, scopes: ['root_readonly', 'manage_webhook'] });

  test('are those that were asked for, each once; without a list all of the client', () => {
    expect(grantedScopes(limited(), 'root_readonly  root_readonly')).toEqual(['root_readonly']);
    expect(grantedScopes(limited(), undefined)).toEqual(['root_readonly', 'manage_webhook']);
    expect(grantedScopes(limited(), ' ')).toEqual(['root_readonly', 'manage_webhook']);
  });

  test('that the client may not have are refused, and told from those that do not exist', () => {
    expect(() => grantedScopes(limited(), 'root_readonly root_readwrite')).toThrow(
      fault('invalid_scope', 'The scope "root_readwrite" is not one that this client may have.'),
    );
    expect(() => grantedScopes(limited(), 'everything')).toThrow(
      fault('invalid_scope', 'The scope "everything" does not exist.'),
    );
  });
});
