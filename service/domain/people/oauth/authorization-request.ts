import { applicationScopes } from '../../../../contract/scopes.ts';
import type { ClientRecord } from '../../../ports/metadata/people/clients.ts';
import type { Service } from '../../service.ts';
import { findClient } from './clients/clients.ts';
import { isRedirectAllowed } from './clients/redirect-uris.ts';
import { OAuthFault } from './oauth-fault.ts';

/** An authorization request from a known client, with a valid `redirectUri`. */
export interface AuthorizationRequest {
  readonly client: ClientRecord;
  readonly redirectUri: string;
  readonly state: string | null;
}

/**
 * Finds the client of an authorization request and its redirect URI. Errors here are shown to the person and never sent to the URI
 * in the request, which could be anyone's (RFC 6749 4.1.2.1).
 * @throws OAuthFault `invalid_client`, `unauthorized_client`, `invalid_request`.
 */
export async function readAuthorizationRequest(
  service: Service,
  query: URLSearchParams,
): Promise<AuthorizationRequest> {
  const doubled = [...query.keys()].find((name, at, names) => names.indexOf(name) !== at);
  if (doubled !== undefined)
    throw new OAuthFault('invalid_request', `The parameter ${doubled} appears more than once.`);
  const client = await findClient(service, query.get('client_id') ?? '');
  if (!client) throw new OAuthFault('invalid_client', 'The application is not registered with this service.');
  const [only, ...further] = client.redirectUris;
  if (only === undefined) {
    throw new OAuthFault('unauthorized_client', 'The application is not allowed to sign people in.');
  }
  const given = query.get('redirect_uri') ?? '';
  if (given === '' && further.length > 0) {
    throw new OAuthFault('invalid_request', 'redirect_uri_missing: the request needs a redirect_uri.');
  }
  if (given !== '' && !isRedirectAllowed(client.redirectUris, given)) {
    throw new OAuthFault('invalid_request', 'redirect_uri_mismatch: the redirect_uri is not registered.');
  }
  return { client, redirectUri: given === '' ? only : given, state: query.get('state') };
}

/**
 * The scopes the client gets if the person consents. Errors here are reported to the client.
 * @throws OAuthFault `unsupported_response_type`, `invalid_request`, `invalid_scope`.
 */
export function requireGrantable(client: ClientRecord, query: URLSearchParams): readonly string[] {
  if (query.get('response_type') !== 'code') {
    throw new OAuthFault('unsupported_response_type', 'response_type must be code.');
  }
  const challenge = query.get('code_challenge');
  const method = query.get('code_challenge_method');
  if (challenge === null && client.secretHash === null) {
    throw new OAuthFault('invalid_request', 'A client without a secret must send a code_challenge (RFC 7636).');
  }
  if (challenge !== null && (method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge))) {
    throw new OAuthFault('invalid_request', 'code_challenge must be a SHA-256 with code_challenge_method S256.');
  }
  return grantedScopes(client, query.get('scope') ?? undefined);
}

/**
 * Parses a space-separated list of scopes; without a list, all scopes of the client.
 * @throws OAuthFault `invalid_scope`.
 */
export function grantedScopes(client: ClientRecord, text: string | undefined): readonly string[] {
  const wanted = [...new Set((text ?? '').split(' ').filter((word) => word !== ''))];
  if (wanted.length === 0) return client.scopes;
  const unknown = wanted.find((scope) => !client.scopes.includes(scope));
  if (unknown === undefined) return wanted;
  const isKnown = applicationScopes.some((scope) => scope === unknown);
  const why = isKnown ? 'is not one that this client may have' : 'does not exist';
  throw new OAuthFault('invalid_scope', `The scope "${unknown}" ${why}.`);
}
