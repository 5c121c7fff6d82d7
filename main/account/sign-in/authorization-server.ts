import * as oauth from 'oauth4webapi';
import { fixOf, type RefusalMessage } from '../../../preload/words/message.ts';
import { fetchOver, type ProxySetting } from '../../api/transport/proxy.ts';
import type { ServiceAddress } from '../account-record.ts';
import { ExplainedError } from '../explained-error.ts';
import { knownService } from '../known-services.ts';
import type { SignInClient } from '../tokens/login-tokens.ts';

/** Where a service signs in. */
export type SignInPlace = Pick<ServiceAddress, 'baseUrl' | 'signInUrl'>;

/** The sign-in endpoints of a service, next to its interface at `/oauth2/…`. Its page for the browser may be on another host. */
export function authorizationServerOf({
  baseUrl,
  signInUrl = knownService(baseUrl)?.signInUrl,
}: SignInPlace): Required<
  Pick<oauth.AuthorizationServer, 'issuer' | 'authorization_endpoint' | 'token_endpoint' | 'revocation_endpoint'>
> {
  const url = new URL(baseUrl);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const root = `${url.origin}/${segments
    .slice(0, -1)
    .map((segment) => `${segment}/`)
    .join('')}`;
  return {
    issuer: root,
    authorization_endpoint: signInUrl ?? `${root}oauth2/authorize`,
    token_endpoint: `${root}oauth2/token`,
    revocation_endpoint: `${root}oauth2/revoke`,
  };
}

/** How a client identifies itself to these endpoints: a secret goes into the body (RFC 6749 2.3.1), where Box-format services expect it. */
export function identityOf({ clientId, clientSecret }: SignInClient) {
  return {
    client: { client_id: clientId },
    authentication: clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(clientSecret),
  };
}

/** Timeout of these requests, milliseconds. */
const TIMEOUT_MS = 30_000;

/** Options for every request of a sign-in. `addressOf` decides which URLs may use plain http. */
export function oauthOptions(proxy: ProxySetting, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return {
    // oxlint-disable-next-line typescript/no-deprecated -- not deprecated but marked: a service on this computer has no https
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: withReadableRefusals(fetchOver(proxy)),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  };
}

/** Hides a challenge beside a JSON body: the body states the reason (RFC 6749 5.2), but the library reads it only where there is no challenge. */
function withReadableRefusals(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const { status, statusText, body } = answer;
    const isJson = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
    if (!isJson || !answer.headers.has('www-authenticate')) return answer;
    const headers = new Headers(answer.headers);
    headers.delete('www-authenticate');
    return new Response(body, { status, statusText, headers });
  };
}

/** Why a sign-in failed. */
export class SignInError extends ExplainedError {
  declare readonly code: 'sign_in_refused' | 'sign_in_failed' | 'offline';
  constructor(code: SignInError['code'], says: RefusalMessage, options?: { cause?: unknown }) {
    super(code, says, fixOf(says), options);
  }
}

/** Explains a failed sign-in request to a person. Other errors are returned unchanged. */
export function explainOAuthError(cause: unknown, baseUrl: string): unknown {
  const address = { address: baseUrl };
  if (cause instanceof ExplainedError) return cause;
  if (cause instanceof oauth.AuthorizationResponseError && cause.error === 'access_denied')
    return new SignInError('sign_in_refused', { code: 'sign_in_not_allowed', args: {} }, { cause });
  const refused = clientRefusal(cause);
  if (refused !== null) return refused;
  const refusal = refusalIn(cause);
  if (refusal !== null) {
    return new SignInError('sign_in_failed', { code: 'sign_in_refused', args: { why: whyOf(refusal) } }, { cause });
  }
  if (isUnreadable(cause))
    return new SignInError('sign_in_failed', { code: 'no_sign_in_there', args: address }, { cause });
  const isUnreached = cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError');
  return isUnreached ? new SignInError('offline', { code: 'sign_in_not_reached', args: address }, { cause }) : cause;
}

/** Includes a challenge without a reason, such as that of a gateway which asks for a password of its own. */
const isUnreadable = (cause: unknown): boolean =>
  cause instanceof oauth.OperationProcessingError ||
  cause instanceof oauth.WWWAuthenticateChallengeError ||
  cause instanceof SyntaxError;

type Refusal = { readonly error: string; readonly description: string | undefined };

/** The reason that the service states in its redirect, its body, or else its challenge; null: it states none. */
export function refusalIn(cause: unknown): Refusal | null {
  if (cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError) {
    return { error: cause.error, description: cause.error_description };
  }
  if (!(cause instanceof oauth.WWWAuthenticateChallengeError)) return null;
  for (const { parameters } of cause.cause) {
    const { error, error_description: description } = parameters;
    if (error !== undefined) return { error, description };
  }
  return null;
}

const whyOf = ({ error, description }: Refusal): string => description ?? error;

/** Null: the service does not refuse the client ID or its secret. */
export function clientRefusal(cause: unknown): SignInError | null {
  const refusal = refusalIn(cause);
  if (refusal?.error !== 'invalid_client' && refusal?.error !== 'unauthorized_client') return null;
  return new SignInError('sign_in_failed', { code: 'client_refused', args: { why: whyOf(refusal) } }, { cause });
}
