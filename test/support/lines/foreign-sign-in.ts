import { createHash } from 'node:crypto';
import { me } from './scripted-client.ts';
import { type ScriptedAnswer, type ScriptedRequest, startScriptedServer } from './scripted-server.ts';

/** The only application that the service knows. */
export const foreignClient = { id: 'id-of-ann', secret: 'the secret of the client' } as const;

/**
 * A service of the public format that signs in as the public one is documented to: its page is on another host than its interface, it knows only
 * an application that is registered there, with its redirect URI (any port of a loopback address counts), it wants the client secret in the body of each
 * request, and each use of a refresh token replaces it. It reads neither PKCE nor the fields of devices.
 */
export async function startForeignSignIn() {
  const codes = new Map<string, string>();
  /** By refresh token: the access token that was issued with it. */
  const live = new Map<string, string>();
  let secret: string = foreignClient.secret;
  let count = 0;

  const issue = (): ScriptedAnswer => {
    count += 1;
    live.set(`refresh ${count}`, `access-${count}`);
    const tokens = { access_token: `access-${count}`, refresh_token: `refresh ${count}` };
    return { json: { ...tokens, expires_in: 3_600, restricted_to: [], token_type: 'bearer' } };
  };
  const token = (form: URLSearchParams): ScriptedAnswer => {
    if (form.get('grant_type') === 'refresh_token') {
      return live.delete(form.get('refresh_token') ?? '') ? issue() : refused('invalid_grant', 'Invalid refresh token');
    }
    const redirectUri = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (redirectUri === undefined || redirectUri !== form.get('redirect_uri')) {
      return refused('invalid_grant', "Auth code doesn't exist or is invalid for the client");
    }
    return issue();
  };
  const endpoint = (request: ScriptedRequest): ScriptedAnswer => {
    const form = new URLSearchParams(request.body.toString());
    const isClient = form.get('client_id') === foreignClient.id && form.get('client_secret') === secret;
    if (!isClient) return clientRefused;
    if (request.path === '/oauth2/token') return token(form);
    live.delete(form.get('token') ?? '');
    return {};
  };
  const isSignedIn = ({ headers }: ScriptedRequest): boolean =>
    [...live.values()].some((access) => headers.authorization === `Bearer ${access}`);

  const api = await startScriptedServer((request) => {
    if (request.path.startsWith('/oauth2/')) return endpoint(request);
    if (!isSignedIn(request)) return { status: 401, headers: { 'www-authenticate': 'Bearer realm="Service"' } };
    if (request.path === '/2.0/users/me') return { json: me };
    const folder = { entries: [], total_count: 0, limit: 1_000, offset: 0, next_marker: null };
    return request.path === '/2.0/folders/0/items' ? { json: folder } : { status: 404 };
  });
  const pages = await startScriptedServer(({ path, query }) => {
    const redirect = new URL(query.get('redirect_uri') ?? 'invalid:');
    const isRegistered =
      redirect.protocol === 'http:' && redirect.hostname === '127.0.0.1' && redirect.pathname === '/callback';
    const isKnown = path === '/api/oauth2/authorize' && query.get('client_id') === foreignClient.id && isRegistered;
    if (!isKnown) return { status: 400, text: 'redirect_uri_mismatch' };
    const code = createHash('sha256').update(query.toString()).digest('hex');
    codes.set(code, redirect.href);
    redirect.search = new URLSearchParams({ state: query.get('state') ?? '', code }).toString();
    return { status: 302, headers: { location: redirect.href } };
  });
  return {
    baseUrl: `${api.origin}/2.0`,
    signInUrl: `${pages.origin}/api/oauth2/authorize?from=desktop`,
    /** The forms that the token endpoints received. */
    forms: () =>
      api.seen
        .filter(({ path }) => path.startsWith('/oauth2/'))
        .map(({ body }) => new URLSearchParams(body.toString())),
    /** Sign-in pages that were opened. */
    opened: () => pages.seen.map(({ query }) => query),
    seen: api.seen,
    /** Revokes every sign-in. */
    endSignIns: () => live.clear(),
    /** Replaces the secret of the client. */
    resetSecret: (to: string): void => {
      secret = to;
    },
    isSignedIn: () => live.size > 0,
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await pages[Symbol.asyncDispose]();
    },
  };
}

const refused = (error: string, error_description: string): ScriptedAnswer => ({
  status: 400,
  json: { error, error_description },
});

/** With a challenge, as RFC 6749 5.2 allows. */
const clientRefused: ScriptedAnswer = {
  ...refused('invalid_client', 'The client credentials are invalid'),
  status: 401,
  headers: { 'www-authenticate': 'Basic realm="Service"' },
};
