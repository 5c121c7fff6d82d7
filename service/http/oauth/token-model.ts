import type OAuth2Server from '@node-oauth/oauth2-server';
import { grantTypes } from '../../../contract/oauth.ts';
import { limits } from '../../../contract/rules/limits.ts';
import type { Device } from '../../domain/people/devices/pin-device.ts';
import { grantedScopes } from '../../domain/people/oauth/authorization-request.ts';
import { authenticateClient, findClient } from '../../domain/people/oauth/clients/clients.ts';
import { isRedirectAllowed } from '../../domain/people/oauth/clients/redirect-uris.ts';
import { findCode, keepCode } from '../../domain/people/oauth/codes.ts';
import { findRefreshToken } from '../../domain/people/oauth/find-refresh-token.ts';
import { findSubject } from '../../domain/people/oauth/find-subject.ts';
import { type IssuedTokens, issueForClient, issueForCode, rotate } from '../../domain/people/oauth/issue-tokens.ts';
import { OAuthFault } from '../../domain/people/oauth/oauth-fault.ts';
import type { Service } from '../../domain/service.ts';
import type { ClientRecord } from '../../ports/metadata/people/clients.ts';
import type { CodeRecord, RefreshTokenRecord } from '../../ports/metadata/people/tokens.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';

/** The parts of a request that the library does not pass to its model. */
export interface TokenRequest {
  /** The redirect URI of the authorization request; null if it had none. */
  readonly redirectUri: string | null;
  readonly device: Device | null;
  /** The secret of the browser in which the person consents; empty for requests without one. */
  readonly session: string;
  /** The account that a client acts as by itself. */
  readonly subject: { readonly type: string; readonly id: string };
}

/** The client id of token exchange requests, which need no client. */
export const exchangeClientId = 'token-exchange';

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel & OAuth2Server.ClientCredentialsModel;

/** The credential that a request has used on its way to new tokens. */
type Spent =
  | { readonly kind: 'code'; readonly code: CodeRecord }
  | { readonly kind: 'refresh'; readonly token: string; readonly record: RefreshTokenRecord }
  | null;

/** The library's view of clients, codes and tokens, for one request. */
export function tokenModel(service: Service, request: TokenRequest): Model {
  let spent: Spent = null;
  const issue = async (client: ClientRecord, user: UserRecord, scopes: readonly string[]): Promise<IssuedTokens> => {
    const subject = { user, clientId: client.id, scopes };
    if (spent === null) return issueForClient(service, subject);
    const pair =
      spent.kind === 'code'
        ? await issueForCode(service, subject, spent.code, request.device)
        : await rotate(service, spent.token, subject);
    if (pair) return pair;
    const what = spent.kind === 'code' ? 'authorization code' : 'refresh token';
    throw new OAuthFault('invalid_grant', `The ${what} was already used. Sign in again.`);
  };
  return {
    getClient: async (id, secret) => {
      if (id === exchangeClientId) return { id, grants: [grantTypes.exchange] };
      // A browser's authorization request has no secret; the library passes null.
      const given: string | null | undefined = secret;
      const client = given === null ? await findClient(service, id) : await authenticateClient(service, id, given);
      return client && asClient(client);
    },
    // The operations of the interface have their own check, which knows more than the library.
    getAccessToken: async () => null,
    generateAuthorizationCode: async () => service.ids.hex(32),
    saveAuthorizationCode: async (code, client, user) => {
      const { authorizationCode, scope = [], codeChallenge = null } = code;
      const { redirectUri, session } = request;
      const allowed = { userId: personOf(user).id, clientId: client.id, scopes: scope, redirectUri, codeChallenge };
      await keepCode(service, session, authorizationCode, allowed);
      return { ...code, client, user };
    },
    getAuthorizationCode: async (authorizationCode) => {
      const code = await findCode(service, authorizationCode);
      const found = code && (await holderOf(service, code));
      if (!code || !found) return null;
      spent = { kind: 'code', code };
      return { ...found, authorizationCode, ...notExpired(), ...allowedBy(code) };
    },
    validateRedirectUri: async (uri, client) => isRedirectAllowed(clientOf(client).redirectUris, uri),
    // It is used in the same step that issues the tokens: see `issueForCode`.
    revokeAuthorizationCode: async () => true,
    getRefreshToken: async (refreshToken) => {
      const record = await findRefreshToken(service, refreshToken);
      const found = record && (await holderOf(service, { userId: record.userId, clientId: record.grant.clientId }));
      if (!record || !found) return null;
      spent = { kind: 'refresh', token: refreshToken, record };
      return { ...found, refreshToken, refreshTokenExpiresAt: notExpired().expiresAt, scope: [...record.scopes] };
    },
    // Likewise: see `rotate`.
    revokeToken: async () => true,
    getUserFromClient: async (client) => findSubject(service, clientOf(client), request.subject),
    validateScope: async (_user, client, scope) => {
      // The scopes were validated when the person was asked for consent.
      if (spent !== null) return scope;
      return [...grantedScopes(clientOf(client), scope?.join(' '))];
    },
    saveToken: async (token, client, user) => {
      const { accessToken, refreshToken, scopes } = await issue(clientOf(client), personOf(user), token.scope ?? []);
      return { accessToken, ...(refreshToken === null ? {} : { refreshToken }), scope: [...scopes], client, user };
    },
  };
}

/** The values that the library compares the request with. */
function allowedBy({ redirectUri, scopes, codeChallenge }: CodeRecord) {
  const challenge = codeChallenge === null ? {} : { codeChallenge, codeChallengeMethod: 'S256' };
  // Without a URI in the authorization request the library must not require one here.
  return { redirectUri: redirectUri ?? '', scope: [...scopes], ...challenge };
}

function asClient(record: ClientRecord): OAuth2Server.Client {
  const accessTokenLifetime = limits.accessTokenLifeMs / 1000;
  return {
    id: record.id,
    grants: [...record.grants],
    redirectUris: [...record.redirectUris],
    accessTokenLifetime,
    record,
  };
}

/** The record that `asClient` created: the library returns it unchanged. */
export function clientOf(client: OAuth2Server.Client): ClientRecord {
  return client['record'] as ClientRecord;
}

/** The library returns the user that the model or the browser's session provided. */
function personOf(user: OAuth2Server.User): UserRecord {
  return user as UserRecord;
}

/** The owner of a code or refresh token; null if the client or the user no longer exists. */
async function holderOf(
  service: Service,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
): Promise<{ readonly client: OAuth2Server.Client; readonly user: UserRecord } | null> {
  const client = await findClient(service, clientId);
  const user = await service.store.read(async ({ users }) => users.get(userId));
  return client && user && user.status !== 'inactive' ? { client: asClient(client), user } : null;
}

/** The library compares with the system clock; these values were already checked against the service's clock. */
function notExpired(): { readonly expiresAt: Date } {
  return { expiresAt: new Date(Date.now() + 60_000) };
}
