import * as oauth from 'oauth4webapi';
import { fetchOver, type ProxySetting } from '../../api/transport/proxy.ts';
import { AccountError } from '../find-account.ts';

/** The sign-in endpoints of a service, next to its interface at `/oauth2/…` (service-decisions A1). */
export function authorizationServerOf(
  baseUrl: string,
): Required<
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
    authorization_endpoint: `${root}oauth2/authorize`,
    token_endpoint: `${root}oauth2/token`,
    revocation_endpoint: `${root}oauth2/revoke`,
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

/** Why a sign-in failed, in a sentence. */
export class SignInError extends Error {
  readonly code: 'sign_in_refused' | 'sign_in_failed' | 'offline';
  readonly remedy: string;
  constructor(code: SignInError['code'], message: string, remedy: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SignInError';
    this.code = code;
    this.remedy = remedy;
  }
}

/** Explains a failed sign-in request to a person. Other errors are returned unchanged. */
export function explainOAuthError(error: unknown, baseUrl: string): unknown {
  if (error instanceof SignInError || error instanceof AccountError) return error;
  if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') {
    const remedy = 'Nothing was changed. Run `tandem login` again and choose “Allow”.';
    return new SignInError('sign_in_refused', 'The sign-in was not allowed in the browser.', remedy, { cause: error });
  }
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const why = error.error_description ?? error.error;
    return new SignInError('sign_in_failed', `The service refused the sign-in: ${why}`, 'Run `tandem login` again.', {
      cause: error,
    });
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof SyntaxError) {
    const message = `The server at ${baseUrl} does not offer sign-in for Tandem.`;
    return new SignInError('sign_in_failed', message, 'Check --base-url.', { cause: error });
  }
  const isUnreached = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
  if (!isUnreached) return error;
  const message = `The service at ${baseUrl} was not reached.`;
  return new SignInError('offline', message, 'Check that it is running and that --base-url is right.', {
    cause: error,
  });
}
