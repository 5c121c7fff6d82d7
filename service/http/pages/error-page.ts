import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorStatus } from '../../../contract/error-codes.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { refusalOf } from '../answers/error-response.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';

/** Shows errors in a scope's routes as pages instead of JSON. */
export function showErrorsAsPages(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => sendErrorPage(reply, refusalOf(error, request)));
}

/** A page with an error message. */
export function sendErrorPage(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  const body = html`<h1>Something went wrong</h1><p>${refusal.message}</p>`;
  return sendPage(reply, { status: errorStatus[refusal.code], title: 'Something went wrong', body });
}
