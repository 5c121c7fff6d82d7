import { createHash } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessTokenType, deviceFields, grantTypes } from '../../../contract/oauth.ts';
import { limits } from '../../../contract/rules/limits.ts';
import { say } from '../../../contract/rules/say.ts';
import type { Device } from '../../domain/people/devices/pin-device.ts';
import type { NarrowedToken } from '../../domain/people/oauth/narrow-token.ts';
import { OAuthFault } from '../../domain/people/oauth/oauth-fault.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Service } from '../../domain/service.ts';
import type { GuessLimit } from '../limits/guess-limit.ts';
import { formOf } from '../pages/forms.ts';
import { clientAddress } from '../requests/client-address.ts';
import { assertionGrant } from './assertion-grant.ts';
import { faultOf, sendJson } from './oauth-answer.ts';
import { tokenExchange } from './token-exchange.ts';
import { exchangeClientId, tokenModel } from './token-model.ts';

/** Dependencies of the token and revocation endpoints. */
export interface TokenRoutes {
  readonly service: Service;
  readonly guesses: GuessLimit;
}

/** `POST /oauth2/token`: codes, refresh tokens, clients that act by themselves, and token exchange (RFC 6749 3.2). */
export function addTokenRoute(scope: FastifyInstance, routes: TokenRoutes): void {
  scope.post('/oauth2/token', async (request, reply) => {
    const form = readTokenForm(request);
    return guarded(routes.guesses, request, form, async () => answerToken(routes.service, request, form, reply));
  });
}

/**
 * The form fields of a client's request.
 * @throws OAuthFault for an invalid request.
 */
export function readTokenForm(request: FastifyRequest): URLSearchParams {
  if (!(request.body instanceof URLSearchParams)) {
    throw new OAuthFault('invalid_request', 'The request must be a form, application/x-www-form-urlencoded.');
  }
  const form = formOf(request);
  const doubled = [...form.keys()].find((name, at, names) => names.indexOf(name) !== at);
  if (doubled !== undefined) throw new OAuthFault('invalid_request', `The field ${doubled} appears more than once.`);
  if (/^Basic /i.test(request.headers.authorization ?? '')) {
    throw new OAuthFault('invalid_client', 'Send the client credentials in the body, as client_id and client_secret.');
  }
  return form;
}

const secretFields = ['client_id', 'client_secret', 'code', 'refresh_token', 'subject_token', 'token'] as const;

/**
 * Runs a check of a client's secret, code or token.
 * @throws Refusal `rate_limit_exceeded` for a wrong one if the address has sent too many; a valid one is always accepted.
 */
export async function guarded<T>(
  guesses: GuessLimit,
  request: FastifyRequest,
  form: URLSearchParams,
  work: () => Promise<T>,
): Promise<T> {
  const secrets = JSON.stringify(secretFields.map((name) => form.get(name)));
  const digest = createHash('sha256').update(secrets).digest('hex');
  try {
    return await work();
  } catch (error) {
    const code = faultOf(error)?.error;
    const isWrong = code === 'invalid_client' || code === 'invalid_grant';
    const seconds = isWrong ? guesses.secondsAfterFailure(clientAddress(request), digest) : 0;
    if (seconds === 0) throw error;
    const message = say`Too many wrong secrets from this IP address. Try again in ${seconds} s.`;
    throw new Refusal('rate_limit_exceeded', message, { retryAfterSeconds: seconds, cause: error });
  }
}

async function answerToken(
  service: Service,
  request: FastifyRequest,
  form: URLSearchParams,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let narrowed: NarrowedToken | null = null;
  const oauth = new OAuth2Server({
    model: tokenModel(service, {
      redirectUri: null,
      device: readDevice(form),
      session: '',
      subject: readSubject(form),
    }),
    accessTokenLifetime: limits.accessTokenLifeMs / 1000,
    refreshTokenLifetime: limits.refreshTokenLifeMs / 1000,
    requireClientAuthentication: {
      // A public client has no secret; the model rejects a confidential one without its secret.
      [grantTypes.code]: false,
      [grantTypes.refresh]: false,
      [grantTypes.exchange]: false,
    },
    extendedGrantTypes: {
      [grantTypes.assertion]: assertionGrant(service, form),
      [grantTypes.exchange]: tokenExchange(service, form, (token) => {
        narrowed = token;
      }),
    },
  });
  const token = await oauth
    .token(libraryRequest(request, form), new OAuth2Server.Response({}))
    .catch((error: unknown) => {
      throw clientCredentialsFault(form, error);
    });
  return sendJson(reply, 200, narrowed ? narrowedAnswer(narrowed) : tokenAnswer(token));
}

function libraryRequest(request: FastifyRequest, form: URLSearchParams): OAuth2Server.Request {
  const body: Record<string, string> = Object.fromEntries(form);
  if (body['grant_type'] === grantTypes.exchange) body['client_id'] ??= exchangeClientId;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
  return new OAuth2Server.Request({ method: request.method, query: {}, headers, body });
}

function tokenAnswer({ accessToken, refreshToken, scope }: OAuth2Server.Token) {
  return {
    access_token: accessToken,
    expires_in: limits.accessTokenLifeMs / 1000,
    token_type: 'bearer',
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: (scope ?? []).join(' '),
    restricted_to: [],
  };
}

function narrowedAnswer({ accessToken, expiresInSeconds, scopes, object }: NarrowedToken) {
  return {
    access_token: accessToken,
    expires_in: expiresInSeconds,
    token_type: 'bearer',
    issued_token_type: accessTokenType,
    scope: scopes.join(' '),
    restricted_to: object === null ? [] : scopes.map((scope) => ({ scope, object })),
  };
}

/** Every reason why a client may not act by itself gets the same message. */
function clientCredentialsFault(form: URLSearchParams, error: unknown): unknown {
  const isAbout = form.get('grant_type') === grantTypes.clientCredentials && faultOf(error)?.error === 'invalid_grant';
  return isAbout ? new OAuthFault('invalid_grant', 'Grant credentials are invalid') : error;
}

function readSubject(form: URLSearchParams): { readonly type: string; readonly id: string } {
  return { type: form.get('box_subject_type') ?? '', id: form.get('box_subject_id') ?? '' };
}

/**
 * The device that a client names when it exchanges a code; null without an id or a name. Existing clients send the id `0` as long as
 * their application names none.
 * @throws OAuthFault `invalid_request` for an invalid one.
 */
function readDevice(form: URLSearchParams): Device | null {
  const id = form.get(deviceFields.id);
  const productName = form.get(deviceFields.name);
  if (form.get('grant_type') !== grantTypes.code || id === null || id === '0' || productName === null) return null;
  const isName = /^[^\p{Cc}]+$/u.test(productName) && productName.length <= limits.deviceProductNameLength;
  if (/^[\x21-\x7e]{8,200}$/.test(id) && isName) return { id, productName };
  const message =
    `${deviceFields.id} must have 8 to 200 visible ASCII characters, and ${deviceFields.name} 1 to ` +
    `${limits.deviceProductNameLength} characters.`;
  throw new OAuthFault('invalid_request', message);
}
