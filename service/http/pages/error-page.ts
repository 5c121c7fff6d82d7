import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorStatus } from '../../../contract/error-codes.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { refusalOf } from '../error-response.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';

/** Answers what goes wrong in the routes of a scope with a page instead of JSON. */
export function showErrorsAsPages(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => sendErrorPage(reply, refusalOf(error, request)));
}

/** A page that says in a sentence what cannot be. */
export function sendErrorPage(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  const body = html`<h1>This did not work</h1><p>${refusal.message}</p>`;
  return sendPage(reply, { status: errorStatus[refusal.code], title: 'This did not work', body });
}
