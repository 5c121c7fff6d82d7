import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/rules/limits.ts';
import { verbatim } from '../../../contract/rules/say.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  requireGrantable,
} from '../../domain/people/oauth/authorization-request.ts';
import { OAuthFault } from '../../domain/people/oauth/oauth-fault.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Service } from '../../domain/service.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import { formOf } from '../pages/forms.ts';
import { type BrowserSessions, signInAddress } from '../pages/sign-in/browser-session.ts';
import { sendConsentPage } from '../pages/sign-in/consent-page.ts';
import { faultOf } from './oauth-answer.ts';
import { tokenModel } from './token-model.ts';

/** Dependencies of the authorization endpoint. */
export interface AuthorizeRoute {
  readonly service: Service;
  readonly sessions: BrowserSessions;
}

/** `GET /oauth2/authorize`: sign-in, then consent (RFC 6749 4.1.1); `POST` submits the consent. */
export function addAuthorizeRoute(scope: FastifyInstance, route: AuthorizeRoute): void {
  scope.get('/oauth2/authorize', async (request, reply) => answerOrRedirect(route, request, reply, askPerson));
  scope.post('/oauth2/authorize', async (request, reply) => answerOrRedirect(route, request, reply, takeDecision));
}

interface Asked extends AuthorizeRoute {
  readonly query: URLSearchParams;
  readonly wanted: AuthorizationRequest;
  readonly scopes: readonly string[];
}

type Step = (asked: Asked, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Problems with the client or its redirect URI are shown to the person, all others are reported to the client. */
async function answerOrRedirect(
  route: AuthorizeRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  step: Step,
): Promise<FastifyReply> {
  const query = queryOf(request);
  const wanted = await readAuthorizationRequest(route.service, query).catch((error: unknown) => {
    throw error instanceof OAuthFault ? new Refusal('bad_request', verbatim(error.message), { cause: error }) : error;
  });
  try {
    const scopes = requireGrantable(wanted.client, query);
    return await step({ ...route, query, wanted, scopes }, request, reply);
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    return redirectBack(reply, wanted, { error: fault.error, error_description: fault.description });
  }
}

async function askPerson(asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { sessions, query, wanted, scopes } = asked;
  const address = addressOf(query);
  const person = await sessions.personOf(request);
  if (!person) return reply.redirect(signInAddress(address), 303);
  return sendConsentPage(reply, {
    formToken: sessions.formToken(request, reply),
    address,
    clientName: wanted.client.name,
    person,
    scopes,
    redirectUri: wanted.redirectUri,
  });
}

async function takeDecision(asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { sessions, query, wanted } = asked;
  const form = formOf(request);
  sessions.requireFormToken(request, form);
  const person = await sessions.personOf(request);
  // The session ended while the page was open: ask again after the sign-in.
  if (!person) return reply.redirect(signInAddress(addressOf(query)), 303);
  if (form.get('decision') !== 'allow') throw new OAuthFault('access_denied', 'The user denied access.');
  const code = await codeFor(asked, person, sessions.secretOf(request));
  return redirectBack(reply, wanted, { code });
}

async function codeFor({ service, query, scopes }: Asked, person: UserRecord, session: string): Promise<string> {
  const redirectUri = query.get('redirect_uri') || null;
  const oauth = new OAuth2Server({
    model: tokenModel(service, { redirectUri, device: null, session, subject: { type: '', id: '' } }),
    authorizationCodeLifetime: limits.authorizationCodeLifeMs / 1000,
    allowEmptyState: true,
    authenticateHandler: { handle: async () => person },
  });
  // The state bypasses the library, which rejects values that clients send although RFC 6749 A.5 does not allow them.
  const { state: _state, ...rest } = Object.fromEntries(query);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = { ...rest, scope: scopes.join(' ') };
  const request = new OAuth2Server.Request({ method: 'POST', query: {}, headers, body });
  const { authorizationCode } = await oauth.authorize(request, new OAuth2Server.Response({}));
  return authorizationCode;
}

function redirectBack(
  reply: FastifyReply,
  { redirectUri, state }: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
): FastifyReply {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  return reply.redirect(url.href, 303);
}

/** The query begins at the first question mark; any other is a part of it (RFC 3986 3.4). */
function queryOf({ url }: FastifyRequest): URLSearchParams {
  const [path = ''] = url.split('?');
  return new URLSearchParams(url.slice(path.length));
}

function addressOf(query: URLSearchParams): string {
  return `/oauth2/authorize?${query}`;
}
