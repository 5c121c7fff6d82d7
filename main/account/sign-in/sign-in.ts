import * as oauth from 'oauth4webapi';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { LoginTokens, SignInClient } from '../tokens/login-tokens.ts';
import {
  authorizationServerOf,
  explainOAuthError,
  identityOf,
  oauthOptions,
  SignInError,
  type SignInPlace,
} from './authorization-server.ts';
import { type BroughtBack, listenOnLoopback } from './loopback-listener.ts';
import { redirectPortOf } from './redirect-port.ts';

/** Where a sign-in begins. */
export type SignInAddresses = {
  /** For a browser that a program opens on this computer: its URL holds nothing with which another user could finish the sign-in. */
  readonly opened: string;
  /** For the person, who may open it on another computer. Anyone who has it can decide which account is signed in. */
  readonly printed: string;
};

/** A sign-in through the browser. */
export type SignIn = {
  readonly service: SignInPlace;
  readonly client: SignInClient;
  /** Fields that identify this device to the service. */
  readonly device: Readonly<Record<string, string>>;
  /** Opens a browser, or prints the address. */
  show(addresses: SignInAddresses): Promise<void>;
  /** URL that brings the program to the front, e.g. `tandem://signed-in`; null: the person switches back by hand. */
  readonly wayBack: string | null;
  nowMs(): number;
  readonly proxy: ProxySetting;
  readonly signal: AbortSignal;
};

/** Timeout for the person in the browser, milliseconds. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Signs in with an authorization code and PKCE (RFC 8252): the browser shows the service's own pages, and its result is valid only
 * for this process.
 * @throws `SignInError`, and the signal's reason.
 */
export async function signIn(options: SignIn): Promise<LoginTokens> {
  const listener = await listenOnLoopback(redirectPortOf(options.client.clientId, options.service.baseUrl));
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const signal = AbortSignal.any([options.signal, patience]);
  try {
    return await ask(options, listener, signal);
  } catch (error) {
    if (patience.aborted && !options.signal.aborted) {
      throw new SignInError('sign_in_failed', { code: 'sign_in_timed_out', args: {} });
    }
    throw explainOAuthError(error, options.service.baseUrl);
  } finally {
    await listener.close();
  }
}

async function ask(
  options: SignIn,
  listener: Awaited<ReturnType<typeof listenOnLoopback>>,
  signal: AbortSignal,
): Promise<LoginTokens> {
  const verifier = oauth.generateRandomCodeVerifier();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const begin = (state: string): { readonly state: string; readonly address: string } => {
    const address = new URL(authorizationServerOf(options.service).authorization_endpoint);
    const parameters = {
      response_type: 'code',
      client_id: options.client.clientId,
      redirect_uri: listener.redirectUri,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    // The page may have a query of its own (RFC 6749 3.1).
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return { state, address: address.href };
  };
  const [opened, printed] = [begin(oauth.generateRandomState()), begin(oauth.generateRandomState())];
  const [brought] = await Promise.all([
    listener.answer({ opened, printed }, signal),
    options.show({ opened: listener.openedUrl, printed: printed.address }),
  ]);
  return trade(options, { brought, verifier, redirectUri: listener.redirectUri });
}

type Traded = {
  readonly brought: BroughtBack;
  readonly verifier: string;
  readonly redirectUri: string;
};

/** Exchanges the browser's answer for tokens while the person waits for the result page. */
async function trade(options: SignIn, { brought, verifier, redirectUri }: Traded): Promise<LoginTokens> {
  try {
    const server = authorizationServerOf(options.service);
    const { client, authentication } = identityOf(options.client);
    const parameters = oauth.validateAuthResponse(server, client, brought.url, brought.state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      {
        additionalParameters: { ...options.device },
        ...oauthOptions(options.proxy, options.signal),
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    const kept = keptTokens(options.client, tokens, options.nowMs());
    brought.show('signedIn', options.wayBack);
    return kept;
  } catch (error) {
    brought.show('notSignedIn', options.wayBack);
    throw error;
  }
}

/** Tokens in stored form. @throws `SignInError` if the service issued no refresh token. */
export function keptTokens(
  { clientId, clientSecret }: SignInClient,
  tokens: oauth.TokenEndpointResponse,
  nowMs: number,
): LoginTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds = 3600 } = tokens;
  if (refreshToken === undefined) throw new SignInError('sign_in_failed', { code: 'sign_in_not_renewable', args: {} });
  const client = clientSecret === undefined ? { clientId } : { clientId, clientSecret };
  const expiresAt = nowMs + seconds * 1000;
  return { kind: 'login', ...client, accessToken, refreshToken, expiresAt, renewingSince: null };
}
