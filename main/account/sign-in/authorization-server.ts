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
    [oauth.customFetch]: fetchOver(proxy),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
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
  const refusal = clientRefusal(cause);
  if (refusal !== null) return refusal;
  if (isRefusal(cause)) {
    const why = cause.error_description ?? cause.error;
    return new SignInError('sign_in_failed', { code: 'sign_in_refused', args: { why } }, { cause });
  }
  if (cause instanceof oauth.OperationProcessingError || cause instanceof SyntaxError)
    return new SignInError('sign_in_failed', { code: 'no_sign_in_there', args: address }, { cause });
  const isUnreached = cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError');
  return isUnreached ? new SignInError('offline', { code: 'sign_in_not_reached', args: address }, { cause }) : cause;
}

const isRefusal = (cause: unknown): cause is oauth.AuthorizationResponseError | oauth.ResponseBodyError =>
  cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError;

/** Null: the service does not refuse the client ID or its secret. */
export function clientRefusal(cause: unknown): SignInError | null {
  const why = whyClientRefused(cause);
  return why === null ? null : new SignInError('sign_in_failed', { code: 'client_refused', args: { why } }, { cause });
}

function whyClientRefused(cause: unknown): string | null {
  // The only reason for such an answer (RFC 6749 5.2).
  if (cause instanceof oauth.WWWAuthenticateChallengeError) return 'invalid_client';
  const isOfClient = isRefusal(cause) && (cause.error === 'invalid_client' || cause.error === 'unauthorized_client');
  return isOfClient ? (cause.error_description ?? cause.error) : null;
}
