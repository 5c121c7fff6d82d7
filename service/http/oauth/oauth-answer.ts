import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthFault } from '../../domain/people/oauth/oauth-fault.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { refusalOf } from '../answers/error-response.ts';

/** Sends an error in the form of RFC 6749 5.2: always 400, regardless of the cause. */
export function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = faultOf(error);
  if (fault) return sendJson(reply, 400, { error: fault.error, error_description: fault.description });
  const refusal = refusalOf(causeOf(error), request);
  switch (refusal.code) {
    case 'rate_limit_exceeded':
      return sendLater(reply, 429, refusal);
    case 'unavailable':
      return sendLater(reply, 503, refusal);
    case 'internal_server_error':
      return sendJson(reply, 500, { error: 'server_error', error_description: refusal.message });
    default:
      return sendJson(reply, 400, { error: 'invalid_request', error_description: refusal.message });
  }
}

/** A JSON response that must not be cached. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .header('pragma', 'no-cache')
    .send(JSON.stringify(body));
}

function sendLater(reply: FastifyReply, status: 429 | 503, refusal: Refusal): FastifyReply {
  reply.header('retry-after', String(refusal.retryAfterSeconds ?? 30));
  return sendJson(reply, status, { error: 'temporarily_unavailable', error_description: refusal.message });
}

/** The client's error in OAuth terms; null if the client is not at fault. */
export function faultOf(error: unknown): { readonly error: string; readonly description: string } | null {
  if (error instanceof OAuthFault) return { error: error.code, description: error.message };
  if (!(error instanceof OAuth2Server.OAuthError)) return null;
  const inner = causeOf(error);
  if (inner instanceof OAuthFault) return faultOf(inner);
  if (error.name === 'server_error' || error.name === 'invalid_argument') return null;
  // The library starts its messages with the name of the error, which is already in its own field.
  return {
    error: error.name,
    description: error.message.replace(
      /^(Invalid|Unauthorized|Unsupported) (client|grant|grant type|request|scope): /,
      '',
    ),
  };
}

/** The library wraps the errors of its model. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && 'inner' in error ? error.inner : error;
}
