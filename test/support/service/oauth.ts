import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { builtInClient } from '../../../contract/oauth.ts';
import { setPassword } from '../../../service/domain/people/sign-in/set-password.ts';
import { browserOf, type ScriptedBrowser, type SeenPage } from '../browser/scripted-browser.ts';
import type { TestService } from './service.ts';

export const testPassword = 'correct horse battery';
/** A redirect URI of the built-in client: any port of the loopback address. */
export const nativeRedirect = `http://127.0.0.1:50123${builtInClient.redirectPath}`;

/** Answer of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly headers: SeenPage['headers'];
  readonly json: Readonly<Record<string, string>>;
}

/** Posts a form to `/oauth2/{place}`. */
export async function postOAuth(
  service: Pick<TestService, 'publicUrl'>,
  place: 'token' | 'revoke',
  fields: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const page = await browserOf(service.publicUrl).post(`/oauth2/${place}`, fields);
  return { status: page.status, headers: page.headers, json: page.text === '' ? {} : JSON.parse(page.text) };
}

/** A browser in which the service's first person is signed in. */
export async function signedInBrowser(service: TestService, login = service.person.login): Promise<ScriptedBrowser> {
  await setPassword(service.service, login, testPassword);
  const browser = browserOf(service.publicUrl);
  const answer = await browser.submit(await browser.get('/sign-in'), { login, password: testPassword });
  expect(answer.status).toBe(303);
  return browser;
}

/** A PKCE verifier (RFC 7636) with its challenge. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The path of an authorization request, by default of the built-in client. */
export function authorizePath(challenge: string | null, fields: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: builtInClient.id,
    redirect_uri: nativeRedirect,
    state: 'a state/+ with “anything”',
    ...(challenge === null ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
    ...fields,
  });
  return `/oauth2/authorize?${query}`;
}

/** Requests authorization, allows it, and returns the parameters of the redirect. */
export async function allow(browser: ScriptedBrowser, path: string): Promise<URLSearchParams> {
  const consent = await browser.get(path);
  expect([consent.status, consent.text]).toEqual([200, expect.stringContaining('Allow “')]);
  const answer = await browser.submit(consent, { decision: 'allow' });
  expect(answer.status).toBe(303);
  const { searchParams } = new URL(String(answer.headers['location']));
  expect(searchParams.get('error_description')).toBeNull();
  return searchParams;
}

/** A complete sign-in with the built-in client. Returns the token endpoint's answer. */
export async function signInNatively(
  service: TestService,
  browser: ScriptedBrowser,
  fields: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const { verifier, challenge } = pkce();
  const code = (await allow(browser, authorizePath(challenge))).get('code') ?? '';
  return postOAuth(service, 'token', {
    grant_type: 'authorization_code',
    client_id: builtInClient.id,
    redirect_uri: nativeRedirect,
    code,
    code_verifier: verifier,
    ...fields,
  });
}

/** Trades a refresh token of the built-in client. */
export async function refresh(
  service: TestService,
  refreshToken: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const own = { grant_type: 'refresh_token', client_id: builtInClient.id, refresh_token: refreshToken };
  return postOAuth(service, 'token', { ...own, ...fields });
}
